"""Benchmarks. Compare their figures on one machine, not between machines."""
