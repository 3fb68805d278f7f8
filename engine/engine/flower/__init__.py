"""Flower (flwr 1.41) as Tessera runs it: paced SuperLink and SuperNode, and a guarded, warm runner.

Everything that touches Flower's internals is in this package; docs/processes.md says who starts what.
"""
