"""
The data keep coming
====================

``partial_fit`` takes in batch after batch and forgets the rows. With a ``half_life`` it forgets what they said, too:
clusters drift, appear and fade.
"""

import matplotlib.pyplot as plt
import numpy as np

from cecib import CECIB

rng = np.random.default_rng(0)
model = CECIB(half_life=1_500, random_state=0)
batches, paths = [], {}
for step in range(40):
    places = np.array([[0.15 * step, 0.0], [10.0, 6.0 - 0.1 * step]])  # two that drift …
    if step >= 20:
        places = np.vstack([places, [3.0, 8.0]])  # … and one that is new
    X = places[np.arange(200) % len(places)] + rng.normal(0, 0.6, (200, 2))
    model.partial_fit(X)
    batches.append(X)
    for name, mean in zip(model.cluster_ids_, model.means_, strict=True):
        paths.setdefault(int(name), []).append((step, *mean))

# %%
# ``cluster_ids_`` names clusters for good: a cluster that drifts keeps its name.

figure, axes = plt.subplots(figsize=(8, 5), layout="constrained")
axes.scatter(*np.vstack(batches[::4]).T, s=4, c=np.repeat(np.arange(0, 40, 4), 200), cmap="Greys", vmin=-20)
for name, path in paths.items():
    steps, x, y = np.transpose(path)
    label = f"cluster {name}, from batch {steps[0]:.0f} on"
    axes.plot(x, y, linewidth=3, marker="o", markevery=[-1], markersize=10, label=label)
axes.legend(loc="lower left")
axes.spines[["top", "right"]].set_visible(False)
plt.show()

# %%
# Lines are the means of the clusters from batch to batch, the dot is where they are now; rows are the darker the
# later they came. More: :doc:`/stream`.
