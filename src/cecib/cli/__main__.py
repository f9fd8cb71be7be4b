"""``python -m cecib.cli``."""

import sys

from cecib.cli import main

sys.exit(main())
