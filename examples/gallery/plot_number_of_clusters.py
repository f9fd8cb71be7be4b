"""
How many clusters? Fewer, or more?
==================================

The number is found: a cluster has to pay for its description. If you want a coarser or a finer picture, ask the
fitted model.
"""

import matplotlib.pyplot as plt
import numpy as np

from cecib import CECIB
from cecib.plotting import plot_clusters, plot_tree

rng = np.random.default_rng(0)
places = np.array([[0, 0], [5, 1], [2, 5], [22, 2], [27, 0], [13, 18]])
X = places[np.arange(900) % 6] + rng.normal(size=(900, 2))
model = CECIB(random_state=0).fit(X)

figure, axes = plt.subplots(1, 3, figsize=(10, 4.2), layout="constrained")
for ax, one in zip(axes, (model.cut(3), model, model.refine(0)), strict=True):
    plot_clusters(one, X, ax=ax, labels=one.labels_)
    ax.set_title(f"{one.n_clusters_} clusters, cost {one.cost_:.3f}")
plt.show()

# %%
# In the middle is what the fit has found. ``cut(3)`` merges the clusters that cost least to merge; ``refine(0)``
# divides one further than the cost asks for, which is why its cost is higher. Both are models of their own, with
# ``predict`` and all else.
#
# The tree says in which order clusters become one, and what each merge costs:

plot_tree(model, n=3)
plt.show()

# %%

print(model.tree())

# %%
# ``n_clusters=`` is something else: the number to *start* from, as in the paper. More: :doc:`/tree`, :doc:`/prior`.
