"""Parts of the benchmarks of scale."""
