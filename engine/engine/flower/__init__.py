"""Flower (flwr 1.41) as Tessera runs it: SuperLink and SuperNode with shorter sleeps, and a guarded, warm runner.

All code that touches Flower's internals is in this package; docs/concepts/processes.md lists which process starts
which.
"""
