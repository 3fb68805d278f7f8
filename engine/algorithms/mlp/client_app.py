"""Runs at each party: statistics, one local pass per round, scores. Rows stay; see engine.worker for what leaves."""

from engine.worker import client_app
from task import ALGORITHM

app = client_app(ALGORITHM)
