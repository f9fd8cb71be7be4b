"""Where data sets come from: a folder, an installed package, the web; and how each writes them."""
