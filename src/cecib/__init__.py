"""Clustering for data of which an expert has labelled a little."""

from importlib.metadata import version

from cecib.estimator import CECIB

__version__ = version("cecib")
__all__ = ["CECIB", "__version__"]
