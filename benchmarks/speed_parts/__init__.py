"""The parts of `benchmarks/speed.py`, one file each."""
