"""``python -m cecib.cli``."""

import sys

from cecib.cli.entry import main

sys.exit(main())
