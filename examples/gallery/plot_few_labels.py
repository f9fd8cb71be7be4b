"""
I have a few labels: what do I get?
===================================

880 birds with four measurements; an expert has named what 88 of them eat. Nobody said how many kinds there are.
"""

# %%
# Rows without a label have ``None``, ``NaN`` or −1.

import matplotlib.pyplot as plt

from cecib import CECIB
from cecib.datasets import make_subgroups
from cecib.plotting import plot_clusters

birds = make_subgroups(880, n_groups=2, n_subgroups=3, n_features=4, random_state=3)
diet = ["insects" if group else "seeds" for group in birds.coarser["top"]]
y = [name if row % 10 == 0 else None for row, name in enumerate(diet)]

model = CECIB(random_state=0).fit(birds.X, y)
plot_clusters(model, birds.X, y, labels=model.labels_)
plt.show()

# %%
# The clusters, their number, and the category of each come out together: the two diets are six kinds. Ellipses are
# the Gaussians that describe the clusters, large markers the rows that had a label.
#
# What was found, in words and as a table:

found = model.findings(birds.X, y)
print(found)
found.table("clusters").round(2)

# %%
# And for each row its category, with a probability. What is missing to 1 is a class that no label names.

print(model.predict_category(birds.X[::200]))
print(model.categories_, model.predict_category_proba(birds.X[::200]).round(3), sep="\n")

# %%
# The same on the command line, for a table: ``cecib cluster birds.csv --labels diet --out clusters.csv --report
# birds.html``. More: :doc:`/labels`.
