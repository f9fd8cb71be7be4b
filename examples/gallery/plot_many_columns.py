"""
Many columns: which of them matter?
===================================

Handwritten digits, 64 columns of pixels, one in five labelled. Clusters differ in few directions; the labels find
them.
"""

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_digits
from sklearn.metrics import adjusted_rand_score

from cecib import CECIB
from cecib.plotting import plot_clusters

X, truth = load_digits(return_X_y=True, as_frame=True)
X, truth = X[::2], truth[::2]  # half of them, to be quick
y = np.where(np.random.default_rng(0).uniform(size=len(X)) < 0.2, truth, -1)
model = CECIB(random_state=0).fit(X, y)

plot_clusters(model, X, y, labels=model.labels_)
plt.show()

# %%
# The picture is the plane in which the clusters lie apart as far as two dimensions can show it. The clusters
# themselves were found in more directions:

print(f"{model.n_clusters_} clusters in {model.subspace_.shape[1]} of {X.shape[1]} directions")
print(f"adjusted Rand index {adjusted_rand_score(truth, model.labels_):.2f}")
hidden = y == -1
right = model.predict_category(X[hidden]) == truth[hidden]
print(f"digits that had no label and are told right: {np.mean(right):.1%}")

# %%
# Which columns tell the clusters apart, and by which do two of them differ? Here columns are pixels, so that the
# answers are pictures.

first, second = (int(np.flatnonzero(model.cluster_categories_ == digit)[0]) for digit in (3, 8))
difference = model.difference(first, second)
figure, axes = plt.subplots(1, 3, figsize=(9, 3.2), layout="constrained")
axes[0].imshow(model.feature_shares_.reshape(8, 8), cmap="viridis")
axes[0].set_title("what matters overall")
for ax, cluster in zip(axes[1:], (first, second), strict=True):
    ax.imshow(model.means_[cluster].reshape(8, 8), cmap="gray_r")
    ax.set_title(f"cluster {cluster}, digit {model.cluster_categories_[cluster]}")
for ax in axes:
    ax.set_axis_off()
plt.show()

# %%

print("pixels by which the two differ most:", difference.top())

# %%
# ``subspace=None`` keeps all directions. More: :doc:`/spaces`.
