"""Runs at each party: statistics, one local pass per round, scores. Rows stay; see engine.worker for what leaves."""

from task import ALGORITHM

from engine.worker import client_app

app = client_app(ALGORITHM)
