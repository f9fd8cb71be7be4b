"""What runs experiments and keeps their results; it knows nothing of the paper."""
