"""Examples in docstrings run where what they need is installed; `make cells` has it."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("anndata") else ["src/cecib/anndata.py"]
