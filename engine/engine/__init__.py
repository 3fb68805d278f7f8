"""Tessera's training engine: what every algorithm shares, and the processes that run them."""

import os

# Before numpy, which reads them once. To the last bit a sum depends on how many threads make it; and where processes
# share a few cores, threads that wait for each other take several times the processor's time for it.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
