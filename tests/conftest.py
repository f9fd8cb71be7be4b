"""Random cases are the same in each run: a test fails for everybody or for nobody; `make soak` draws new ones."""

import os

from hypothesis import settings

settings.register_profile("same", derandomize=True)
settings.register_profile("new")
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "same"))
