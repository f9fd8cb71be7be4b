"""The five methods the paper compares with, and its baselines."""
