"""The picture, by its short name: `cecib.reading.plotting`."""

from cecib.reading.plotting import plot_beta_path, plot_clusters, save_figure

__all__ = ["plot_beta_path", "plot_clusters", "save_figure"]
