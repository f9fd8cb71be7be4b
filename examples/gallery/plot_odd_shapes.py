"""
My groups are bent
==================

A cluster is a Gaussian, so a ring or a banana is several. ``shapes()`` tells which of them flow into each other.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import make_moons
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.plotting import plot_clusters

X, truth = make_moons(1_500, noise=0.08, random_state=0)
model = CECIB(random_state=0).fit(X)

figure, axes = plt.subplots(1, 2, figsize=(9, 4.2), layout="constrained")
for ax, by_shape in zip(axes, (False, True), strict=True):
    plot_clusters(model, X, ax=ax, labels=model.labels_, shapes=by_shape)
axes[0].set_title(f"{model.n_clusters_} clusters")
axes[1].set_title(f"{len(np.unique(model.shapes()))} shapes")
plt.show()

# %%
# The shape of each row is ``model.shapes()[model.labels_]``:

shape = model.shapes()[model.labels_]
print(f"adjusted Rand index of the clusters {adjusted_rand_score(truth, model.labels_):.2f},", end=" ")
print(f"of the shapes {adjusted_rand_score(truth, shape):.2f}")

# %%
# It takes rows enough to tell: of 200 rows moons are often left in pieces. If labels name the parts differently, they
# are never joined. More, with the sets on which it fails: :doc:`/shapes`.
