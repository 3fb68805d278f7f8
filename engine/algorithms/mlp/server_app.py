"""Runs at the platform: averages the parties' models round by round and exports the best; see engine.rounds."""

from engine.rounds import server_app
from task import ALGORITHM

app = server_app(ALGORITHM)
