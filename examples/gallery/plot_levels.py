"""
Labels at several levels
========================

Everybody can tell a bird from a mammal; the species is known of a few. Give both columns, from coarse to fine, with
gaps anywhere.
"""

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from cecib import CECIB
from cecib.plotting import plot_clusters

species = np.arange(600) % 6  # the first three are birds
places = np.array([[0, 0], [2.4, 0], [1.2, 2], [7, 6], [9.4, 6], [8.2, 8]])
rng = np.random.default_rng(0)
X = places[species] + rng.normal(0, 0.8, (600, 2))
names = np.array(["bird", "mammal"])[species // 3], np.array(list("abcdef"))[species]
labels = pd.DataFrame({"class": names[0], "species": names[1]})
labels.loc[rng.uniform(size=600) > 0.5, "class"] = None  # half of the rows
labels.loc[rng.uniform(size=600) > 0.1, "species"] = None  # one in ten

coarse = CECIB(random_state=0).fit(X, labels["class"])
both = CECIB(random_state=0).fit(X, labels)

figure, axes = plt.subplots(1, 2, figsize=(9, 4.8), layout="constrained")
plot_clusters(coarse, X, labels["class"], ax=axes[0], labels=coarse.labels_)
axes[0].set_title(f"by class alone: {coarse.n_clusters_} clusters")
plot_clusters(both, X, labels, ax=axes[1], labels=both.labels_)
axes[1].set_title(f"by both levels: {both.n_clusters_} clusters")
axes[1].get_legend().remove()
plt.show()

# %%
# There is an answer at each level:

print(both.predict_category(X[:3]))
print("classes:", both.categories_[0], "species:", both.categories_[1])
print(both.predict_category_proba(X[:3], level=0).round(2))

# %%
# The agreement with the species, which the models have mostly not seen:

from sklearn.metrics import adjusted_rand_score

for name, model in {"class alone": coarse, "both levels": both}.items():
    print(f"{name}: adjusted Rand index {adjusted_rand_score(species, model.labels_):.2f}")

# %%
# A label may also be a set, ``{"bird", "bat"}``: one of these. More: :doc:`/levels`.
