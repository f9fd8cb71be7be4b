"""Draw docs/images/shapes.png: bent groups, coloured by cluster above and by shape below.

Run as ``python examples/draw_shapes.py`` from the root of the repository.
"""

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from cecib import CECIB
from cecib.plotting import plot_clusters

PATH = "docs/images/shapes.png"


def circle(angle):
    return np.column_stack([np.cos(angle), np.sin(angle)])


def make(rng):
    """Two moons; a ring around another; two Gaussians that touch."""
    half, whole = rng.uniform(0, np.pi, 800), rng.uniform(0, 2 * np.pi, 1_200)
    moons = np.where((np.arange(800) % 2 == 0)[:, None], circle(half), [1.0, 0.5] - circle(half))
    rings = circle(whole) * np.where(np.arange(1_200) % 3 > 0, 2.0, 1.0)[:, None]
    pair = rng.normal(size=(600, 2)) + np.outer(np.arange(600) % 2, [4.0, 0.0])
    return {
        "two moons": moons + rng.normal(0, 0.1, moons.shape),
        "two rings": rings + rng.normal(0, 0.12, rings.shape),
        "two Gaussians, 4 standard deviations apart": pair,
    }


def main():
    figure = Figure(figsize=(12.0, 7.2), layout="constrained", facecolor="#FFFFFF")
    FigureCanvasAgg(figure)
    rows = figure.subplots(2, 3)
    for column, (name, X) in enumerate(make(np.random.default_rng(0)).items()):
        model = CECIB(random_state=0).fit(X)
        for row, by_shape in enumerate((False, True)):
            axes = plot_clusters(model, X, ax=rows[row, column], labels=model.labels_, shapes=by_shape)
            number = model.shapes().max() + 1 if by_shape else model.n_clusters_
            axes.set_title(f"{name}: {number} {'shapes' if by_shape else 'clusters'}", fontsize=10)
            axes.set(xlabel="", ylabel="", xticks=[], yticks=[])
    figure.savefig(PATH, dpi=90)


if __name__ == "__main__":
    main()
