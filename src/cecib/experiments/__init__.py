"""Every experiment of the paper."""
