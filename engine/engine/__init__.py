"""Tessera's training engine: what every algorithm shares, and the processes that run them."""
