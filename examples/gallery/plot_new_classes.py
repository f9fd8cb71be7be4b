"""
Some classes have no labels at all
==================================

The expert knows two classes of four. Which rows belong to something that nobody has named?
"""

import matplotlib.pyplot as plt
import numpy as np

from cecib import CECIB
from cecib.datasets import make_missing_classes
from cecib.plotting import plot_clusters

story = make_missing_classes(600, n_classes=4, n_known=2, fraction=0.3, random_state=1)
X, y, truth = story.dataset.X, story.y, story.dataset.classes

model = CECIB(random_state=0).fit(X, y)
new = model.predict_new_proba(X)

figure, (left, right) = plt.subplots(1, 2, figsize=(9, 4.4), layout="constrained")
plot_clusters(model, X, y, ax=left, labels=model.labels_)
shown = right.scatter(*X.T, c=new, cmap="viridis", s=10, vmin=0, vmax=1)
figure.colorbar(shown, label="probability of a class that no label names")
right.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
# Dashed clusters are new: no label reaches them. ``predict_category`` says ``None`` (or −1 where labels are numbers)
# for their rows, and ``predict_new_proba`` how sure that is.

found = model.findings(X, y)
print(found)
known = np.unique(y[y != -1])
print(f"of rows of a named class, {np.mean(new[np.isin(truth, known)] > 0.5):.1%} are called new")
print(f"of rows of the others, {np.mean(new[~np.isin(truth, known)] > 0.5):.1%} are")

# %%
# A new cluster is one with far fewer labels than chance would have given it: if the expert labels only what is easy,
# much will look new. More: :doc:`/labels`.
