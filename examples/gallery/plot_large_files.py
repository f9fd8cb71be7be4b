"""
The table does not fit into memory
==================================

``fit_blocks`` reads a file, or a folder of files, block by block: a cluster is a summary, and summaries of blocks add
up.
"""

import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from cecib import CECIB, blocks
from cecib.plotting import plot_clusters

rng = np.random.default_rng(0)
places = rng.uniform(-30, 30, (6, 3))
folder = Path(tempfile.mkdtemp())
for part in range(4):
    kind = rng.choice(6, 25_000, p=[0.3, 0.25, 0.2, 0.15, 0.08, 0.02])
    table = pd.DataFrame(places[kind] + rng.normal(size=(25_000, 3)), columns=["wing", "tail", "mass"])
    table["species"] = np.where(rng.uniform(size=25_000) < 0.01, [f"species {one}" for one in kind], None)
    table.to_csv(folder / f"part{part}.csv", index=False)

# %%
# A folder of four files stands for the large one.

model = CECIB(random_state=0).fit_blocks(blocks.csv(folder, labels="species"))
print(f"{len(model.labels_):,} rows, {model.n_clusters_} clusters, the least {model.weights_.min():.1%} of the rows")

# %%
# The rows are gone, so a sample of them is drawn; the clusters are those of all rows.

sample = pd.read_csv(folder / "part0.csv")
X, y = sample[["wing", "tail", "mass"]], sample["species"]
plot_clusters(model, X[::5], y[::5])
plt.show()

# %%

print(model.findings())

# %%
# On the command line: ``cecib cluster big.parquet --labels species --out clusters.parquet`` does the same for a file
# of more than 200 MB. What fifty million rows take is measured in :doc:`/scale`, which also tells how to interrupt a
# fit and go on.
