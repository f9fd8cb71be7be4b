"""Pictures, by their short name: `cecib.reading.plotting` and `tree_plotting`."""

from cecib.reading.plotting import plot_beta_path, plot_clusters, save_figure
from cecib.reading.tree_plotting import plot_tree

__all__ = ["plot_beta_path", "plot_clusters", "plot_tree", "save_figure"]
