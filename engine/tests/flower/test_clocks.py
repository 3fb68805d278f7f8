import subprocess
import sys

ALLOWED = """
from engine.flower.patches import superlink
superlink.tolerate_clocks()
from flwr.superlink.routers.fleet import node_auth
print(node_auth.SYSTEM_TIME_TOLERANCE, node_auth.TIMESTAMP_TOLERANCE)
"""


def test_a_superlink_accepts_a_supernode_whose_clock_is_two_minutes_ahead_or_behind() -> None:
    output = subprocess.run([sys.executable, "-c", ALLOWED], capture_output=True, text=True, check=True).stdout
    ahead, behind = map(int, output.split())
    assert (ahead, behind >= 120) == (120, True)
