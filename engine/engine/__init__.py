"""Tessera's training engine: the code that all algorithms share, and the processes that run them."""

import os

# Set the number of threads before numpy is imported, because numpy reads it only once. The last bits of a sum depend on
# the number of threads. And if processes share a few cores, threads that wait for each other use several times the
# processor time.
for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
