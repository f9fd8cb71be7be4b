"""Pictures: regions from a few scribbles, with scikit-image's manners (`pip install 'cecib[image]'`)."""

from cecib.image.picture import Answer, Picture
from cecib.image.segmentation import segment

__all__ = ["Answer", "Picture", "segment"]
