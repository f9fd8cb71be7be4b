"""
What belongs to the cup? A picture and a few scribbles
======================================================

``cecib.image.segment`` divides a picture into regions from a few strokes, with scikit-image's manners: 0 is
unlabelled, 1, 2, … are categories.
"""

import matplotlib.pyplot as plt
import numpy as np
from skimage import data
from skimage.segmentation import mark_boundaries

from cecib.image import Picture

image = data.coffee()[::2, ::2]
scribbles = np.zeros(image.shape[:2], dtype=int)
scribbles[60:63, 90:180] = scribbles[150:153, 80:200] = 1  # the cup, the saucer
scribbles[20:23, 240:290] = scribbles[100:190, 5:8] = 2  # the table

picture = Picture(image)
regions, clusters = picture.segment(scribbles, return_clusters=True)

marked = image.copy()
marked[scribbles == 1], marked[scribbles == 2] = (255, 210, 0), (0, 190, 255)
colours = np.array([image[clusters == c].mean(axis=0) for c in range(clusters.max() + 1)]) / 255
figure, axes = plt.subplots(1, 3, figsize=(11, 3.1), layout="constrained")
axes[0].imshow(mark_boundaries(marked, regions, color=(1, 0, 0), mode="thick"))
axes[0].set_title("two kinds of strokes, and the border found")
axes[1].imshow(colours[clusters])
axes[1].set_title(f"{clusters.max() + 1} clusters, in their mean colours")
axes[2].imshow(np.where((regions == 1)[..., None], image, 255))
axes[2].set_title("what was found of the object")
for ax in axes:
    ax.set_axis_off()
plt.show()

# %%
# The picture is looked at once; each further stroke is answered in a fraction of the time. How sure is each pixel?

scribbles[170:173, 230:270] = 2
answer = picture.answer(scribbles)
plt.figure(figsize=(6, 3.6), layout="constrained")
plt.imshow(answer.certainty, cmap="viridis", vmin=0.5, vmax=1)
plt.colorbar(label="probability of the category")
plt.axis("off")
plt.show()

# %%
# ``cecib explore photo.png`` is the same with a brush. How well it does beside a random walker and a random forest,
# and on what it fails: :doc:`/pictures`. The picture is by Rachel Michetti (CC0) and comes with scikit-image.
