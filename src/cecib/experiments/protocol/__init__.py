"""What the experiments of the paper share: its sets, its methods, its labels, and how its results are averaged."""
