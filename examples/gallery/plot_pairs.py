"""
These belong together, those do not
===================================

No names, but an expert can say of pairs: the same kind, or not. ``groups`` are rows that share a cluster; ``apart``
are pairs that should not.
"""

import matplotlib.pyplot as plt
import numpy as np

from cecib import CECIB
from cecib.plotting import plot_clusters

rng = np.random.default_rng(0)
truth = np.arange(400) % 2
X = rng.normal(size=(400, 2)) * [3.0, 1.0] + np.outer(truth, [0.0, 2.2])

alone = CECIB(random_state=0).fit(X)
ones, zeros = rng.choice(np.flatnonzero(truth), 40, False), rng.choice(np.flatnonzero(1 - truth), 40, False)
pairs = np.column_stack([ones, zeros])
told = CECIB(random_state=0).fit(X, groups=[ones[:20], zeros[:20]], apart=pairs)

figure, axes = plt.subplots(1, 2, figsize=(9, 4.4), layout="constrained", sharex=True, sharey=True)
for ax, model, title in zip(axes, (alone, told), ("nothing is said", "two groups, forty pairs apart"), strict=True):
    plot_clusters(model, X, ax=ax, labels=model.labels_)
    ax.set_title(f"{title}: {model.n_clusters_} cluster{'s' * (model.n_clusters_ > 1)}")
for one, zero in pairs:
    axes[1].plot(*X[[one, zero]].T, color="0.3", linewidth=0.5, zorder=1)
plt.show()

# %%
# Lines join the pairs that should be apart. A pair that is not kept is not an error but has a price, and is listed:

print(f"{len(told.violated_pairs_)} of {len(pairs)} pairs share a cluster all the same")

# %%
# Groups, pairs and labels may be given together. More: :doc:`/pairs`.
