"""Data sets of the paper, and synthetic stories."""
