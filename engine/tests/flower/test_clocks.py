import subprocess
import sys

ALLOWED = """
from engine.flower import superlink
superlink.tolerate_clocks()
from flwr.superlink.routers.fleet import node_auth
print(node_auth.SYSTEM_TIME_TOLERANCE, node_auth.TIMESTAMP_TOLERANCE)
"""


def test_a_supernode_may_be_two_minutes_ahead_and_more_behind() -> None:
    said = subprocess.run([sys.executable, "-c", ALLOWED], capture_output=True, text=True, check=True).stdout
    ahead, behind = map(int, said.split())
    assert (ahead, behind >= 120) == (120, True)
