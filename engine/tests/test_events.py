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


def test_writes_an_event_as_a_line_and_posts_it_with_the_token(tmp_path, platform):
    events = Events(tmp_path, "r", f"http://127.0.0.1:{platform.server_port}/events", "secret")
    events.send("started", parties=["1"], rounds=2)
    events.send("waiting", missing=[])

    lines = [json.loads(line) for line in (tmp_path / "events.jsonl").read_text().splitlines()]
    assert [body for _, body in platform.seen] == lines
    assert [(line["seq"], line["kind"]) for line in lines] == [(1, "started"), (2, "waiting")]
    assert platform.seen[0][0] == "Bearer secret"


def test_ignores_a_lost_post_and_continues_the_numbers_after_a_restart(tmp_path):
    for number in (1, 2):
        Events(tmp_path, "r", "http://127.0.0.1:9/none", "t").send("waiting", missing=[])
        assert json.loads((tmp_path / "events.jsonl").read_text().splitlines()[-1])["seq"] == number


@pytest.mark.parametrize("half", [b'{"runId": "r", "se', '{"x": "血'.encode()[:-1], b"\0" * 40])
@pytest.mark.spec("states.run-survives-restart")
def test_ignores_an_event_line_that_a_power_failure_cut_off_and_keeps_all_others(tmp_path, half):
    Events(tmp_path, "r", "http://127.0.0.1:9/none", "t").send("waiting", missing=[])
    path = tmp_path / "events.jsonl"
    path.write_bytes(path.read_bytes() + half)
    Events(tmp_path, "r", "http://127.0.0.1:9/none", "t").send("waiting", missing=["1"])
    first, broken, last = path.read_bytes().split(b"\n")[:-1]
    assert broken == half
    assert [json.loads(line)["seq"] for line in (first, last)] == [1, 2]


@pytest.mark.spec("states.run-survives-restart")
def test_flushes_an_event_to_the_disk_before_posting_it(tmp_path, platform, synced):
    known = []
    platform.seen = SimpleNamespace(append=lambda _: known.append(synced()))
    Events(tmp_path, "r", f"http://127.0.0.1:{platform.server_port}/events", "secret").send("waiting", missing=[])
    assert (tmp_path / "events.jsonl").stat().st_ino in known[0]


@pytest.mark.parametrize("run_id", ["../other", "a/b", "", ".", "-x"])
def test_refuses_a_run_id_that_is_a_file_path(tmp_path, run_id):
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
def test_parses_only_known_error_reasons(reason, parsed):
    assert parse_reason(reason) == parsed


@pytest.fixture
def small_disk(tmp_path):
    """Yields a folder on a disk of 64 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, check=False).returncode != 0:
        pytest.skip("a disk can be mounted by root only")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_an_event_waits_for_space_on_a_full_disk_and_is_written_exactly_once(small_disk, monkeypatch):
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
    events.send("waiting", missing=["y" * 9000])  # more bytes than the last block of the disk can hold
    events.send("waiting", missing=[])

    written = [json.loads(line) for line in (small_disk / "events.jsonl").read_text().splitlines() if whole(line)]
    assert [event["seq"] for event in written] == [1, 2, 3]
    assert len(tries) == 3


def test_retries_on_a_full_disk_as_long_as_for_a_lost_party_and_on_no_other_error(monkeypatch):
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
