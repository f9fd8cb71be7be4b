"""
Whom to ask next?
=================

The expert has time for six more labels. ``ask`` says which rows would help most, each with the reason.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from cecib import CECIB
from cecib.datasets import make_missing_classes
from cecib.plotting import plot_clusters

story = make_missing_classes(500, n_classes=5, n_known=2, fraction=0.1, random_state=6)
X, y, truth = story.dataset.X, np.array(story.y), story.dataset.classes

model = CECIB(random_state=0).fit(X, y)
questions = model.ask(X, y, n=6)
rows = [question.row for question in questions]

axes = plot_clusters(model, X, y, labels=model.labels_)
axes.scatter(*X[rows].T, s=150, facecolors="none", edgecolors="black", linewidths=1.6, zorder=8)
for number, row in enumerate(rows, 1):
    axes.annotate(str(number), X[row], (8, 6), textcoords="offset points", fontweight="bold", zorder=9)
plt.show()

# %%

pd.DataFrame(questions)[["row", "reason", "value"]].round(1)

# %%
# The most valuable come first, and no two ask the same thing. After the answers:

y[rows] = truth[rows]
after = CECIB(random_state=0).fit(X, y)
for name, one in {"before": model, "after": after}.items():
    print(f"{name}: {np.mean(one.predict_category(X) == truth):.1%} of the rows have the right category")

# %%
# ``cecib explore`` is the same with a page, a mouse and an answer to each label. More: :doc:`/ask`, :doc:`/explore`.
