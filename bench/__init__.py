"""Benchmarks. Ratios are taken in one run on one machine; nothing here is a test."""
