"""What every test runs with."""

from engine.flower.pace import set_environment

# Sums in the order of a party's worker, which has one thread: to the last bit, that depends on how many there are.
set_environment()
