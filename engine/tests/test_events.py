import errno
import http.server
import json
import os
import subprocess
import threading
from types import SimpleNamespace

import pytest

from engine import durable
from engine.errors import PartyError, parse_reason
from engine.run.events import Events
from engine.run.runs import Run


class Listener(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        self.server.seen.append((self.headers["authorization"], json.loads(body)))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *args):
        pass


@pytest.fixture
def platform():
    server = http.server.HTTPServer(("127.0.0.1", 0), Listener)
    server.seen = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_an_event_is_a_line_and_a_post_with_the_token(tmp_path, platform):
    events = Events(tmp_path, "r", f"http://127.0.0.1:{platform.server_port}/events", "secret")
    events.send("started", parties=["1"], rounds=2)
    events.send("waiting", missing=[])

    lines = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    assert [body for _, body in platform.seen] == lines
    assert [(line["seq"], line["kind"]) for line in lines] == [(1, "started"), (2, "waiting")]
    assert platform.seen[0][0] == "Bearer secret"


def test_a_lost_post_fails_nothing_and_numbering_goes_on_after_a_restart(tmp_path):
    for number in (1, 2):
        Events(tmp_path, "r", "http://127.0.0.1:9/none", "t").send("waiting", missing=[])
        assert json.loads((tmp_path / "events.jsonl").read_text().splitlines()[-1])["seq"] == number


@pytest.mark.parametrize("half", [b'{"runId": "r", "se', '{"x": "血'.encode()[:-1], b"\0" * 40])
def test_a_line_that_a_power_cut_left_half_counts_for_nothing_and_spoils_no_other(tmp_path, half):
    Events(tmp_path, "r", "http://127.0.0.1:9/none", "t").send("waiting", missing=[])
    told = tmp_path / "events.jsonl"
    told.write_bytes(told.read_bytes() + half)
    Events(tmp_path, "r", "http://127.0.0.1:9/none", "t").send("waiting", missing=["1"])
    first, broken, last = told.read_bytes().split(b"\n")[:-1]
    assert broken == half
    assert [json.loads(line)["seq"] for line in (first, last)] == [1, 2]


def test_an_event_is_on_the_disk_before_it_is_posted(tmp_path, platform, settled):
    known = []
    platform.seen = SimpleNamespace(append=lambda _: known.append(settled()))
    Events(tmp_path, "r", f"http://127.0.0.1:{platform.server_port}/events", "secret").send("waiting", missing=[])
    assert (tmp_path / "events.jsonl").stat().st_ino in known[0]


@pytest.mark.parametrize("run_id", ["../other", "a/b", "", ".", "-x"])
def test_a_run_id_is_never_a_path(tmp_path, run_id):
    with pytest.raises(ValueError, match="plain name"):
        Run.open(run_id, tmp_path)


@pytest.mark.parametrize(
    ("reason", "parsed"),
    [
        (PartyError("data.column-missing", column="血压|x").reason, ("data.column-missing", {"column": "血压|x"})),
        ("internal|{}", ("internal", {})),
        ("Traceback|{}", ("internal", {})),
        ("data.no-rows|[1]", ("internal", {})),
        ("data.no-rows|{", ("internal", {})),
        (None, ("internal", {})),
    ],
)
def test_only_agreed_reasons_are_read(reason, parsed):
    assert parse_reason(reason) == parsed


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 64 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode != 0:
        pytest.skip("a disk can be mounted by root only")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_on_a_full_disk_an_event_waits_for_room_and_none_is_lost_or_told_twice(small_disk, monkeypatch):
    events = Events(small_disk, "r", "http://127.0.0.1:9/none", "t")
    events.send("waiting", missing=[])
    filler = small_disk / "filler"
    with pytest.raises(OSError, match="No space"), filler.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)
    tries = []

    def wait(_: float) -> None:
        tries.append(1)
        if len(tries) == 3:
            filler.unlink()

    monkeypatch.setattr(durable.time, "sleep", wait)
    events.send("waiting", missing=["y" * 9000])  # more than is left of its last block
    events.send("waiting", missing=[])

    told = [json.loads(line) for line in (small_disk / "events.jsonl").read_text().splitlines() if whole(line)]
    assert [event["seq"] for event in told] == [1, 2, 3]
    assert len(tries) == 3


def test_a_full_disk_is_waited_for_as_long_as_a_party_and_nothing_else_is(monkeypatch):
    clock = iter(range(0, 10_000, 100))
    monkeypatch.setattr(durable.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(durable.time, "sleep", lambda _: None)
    tries = []

    def write(code: int) -> None:
        tries.append(code)
        raise OSError(code, "no")

    for code, times in ((errno.ENOSPC, 6), (errno.EIO, 1)):
        tries.clear()
        with pytest.raises(OSError, match="no"):
            durable.patiently(lambda code=code: write(code))
        assert len(tries) == times


def whole(line: str) -> bool:
    try:
        return bool(json.loads(line))
    except ValueError:
        return False
