"""Flower (flwr 1.41) as Tessera runs it: SuperLink and SuperNode with shorter sleeps, and a warm runner that asks a
guard before each task.

All code that uses Flower's internals is in this package. docs/concepts/processes.md lists which process starts which.
"""
