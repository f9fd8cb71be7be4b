"""
Some labels are wrong: which?
=============================

Three of ten rows are labelled, and every eighth of these labels names the wrong class. Each label is judged without
itself: by where its row lies, and by the labels of the rows around it.
"""

import matplotlib.pyplot as plt
import numpy as np

from cecib import CECIB
from cecib.datasets import make_noisy_labels
from cecib.plotting import plot_clusters

story = make_noisy_labels(600, n_classes=3, fraction=0.3, noise=0.125, random_state=4)
X, y = story.dataset.X, story.y

model = CECIB(random_state=0).fit(X, y)
plot_clusters(model, X, y, labels=model.labels_)
plt.show()

# %%
# Crosses are the labels that look wrong. The table has them with the probability of being wrong, and what the row
# seems to be:

found = model.findings(X, y)
print(found)
found.table("suspects").head().round(2)

# %%
# Since we made the labels, we can count:

wrong = np.flatnonzero(story.is_wrong)
caught = np.isin(found.suspects, wrong)
print(f"{len(wrong)} labels are wrong; {len(caught)} are suspected, {caught.sum()} of them rightly")

# %%
# These classes lie apart, so that this is easy. Where they overlap, fewer mistakes are found: the figures on real
# data are in :doc:`/labels`.
