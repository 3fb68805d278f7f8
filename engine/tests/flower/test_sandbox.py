"""What a confined process cannot do.

Some tests interpret the seccomp filter's program for each machine. Others confine real processes with this kernel and
check the results of their attempts.
"""

import ctypes
import errno
import json
import math
import mmap
import os
import resource
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.flower import limits, sandbox, syscalls, user
from engine.flower.limits import MIB, Limits
from engine.flower.syscalls import Work
from engine.flower.task import temporary_folder

EPERM, ENOSYS, ALLOW = 0x00050001, 0x00050026, 0x7FFF0000
ENGINE = Path(__file__).parents[2]
PID = 4711
MOST = Limits(4096 * MIB, processor=60, disk=8 * MIB, files=64, threads=64)


def verdict(program: bytes, machine: str, call: str | int, *arguments: int, audit: int | None = None) -> int:
    """Returns the filter's answer to a system call, interpreted as the kernel would (linux/bpf_common.h)."""
    number = syscalls.NUMBERS[machine][call] if isinstance(call, str) else call
    audit = syscalls.AUDIT[machine] if audit is None else audit
    data = struct.pack("<IIQ6Q", number, audit, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    steps = list(struct.iter_unpack("HBBI", program))
    at = accumulator = 0
    while True:
        code, yes, no, operand = steps[at]
        at += 1
        match code:
            case 0x20:
                (accumulator,) = struct.unpack_from("<I", data, operand)
            case 0x54:
                accumulator &= operand
            case 0x06:
                return operand
            case _:
                holds = {0x15: accumulator == operand, 0x35: accumulator >= operand, 0x45: accumulator & operand}[code]
                at += yes if holds else no


@pytest.fixture(params=["x86_64", "aarch64"])
def machine(request: pytest.FixtureRequest) -> str:
    return request.param


def test_an_app_can_open_no_socket_and_a_server_app_only_tcp_sockets(machine: str):
    none, model, tcp = (
        syscalls.program(work, pid=PID, machine=machine) for work in (Work.CLIENT_APP, Work.MODEL, Work.SERVER_APP)
    )

    # a stream socket with the flags SOCK_CLOEXEC and SOCK_NONBLOCK
    for kind in ((2, 1, 0), (10, 1, 6), (2, 1 | 0o2000000 | 0o4000, 0)):
        assert verdict(none, machine, "socket", *kind) == EPERM
        assert verdict(model, machine, "socket", *kind) == EPERM
        assert verdict(tcp, machine, "socket", *kind) == ALLOW
    # refused kinds of socket: datagrams, unix, netlink, raw, packet, vsock, SCTP, MPTCP
    for kind in ((2, 2, 0), (1, 1, 0), (16, 3, 0), (2, 3, 6), (17, 3, 0), (40, 1, 0), (2, 1, 132), (2, 1, 262)):
        assert verdict(none, machine, "socket", *kind) == EPERM
        assert verdict(tcp, machine, "socket", *kind) == EPERM
    assert verdict(none, machine, "socketpair", 1, 1, 0) == EPERM
    assert verdict(tcp, machine, "socketpair", 1, 1, 0) == ALLOW
    # a datagram pair, which could send to any socket's path
    assert verdict(tcp, machine, "socketpair", 1, 2, 0) == EPERM


def test_sending_data_cannot_open_a_connection(machine: str):
    fast_open = 0x20000000
    tcp = syscalls.program(Work.SERVER_APP, pid=PID, machine=machine)

    for call, before in (("sendto", (5, 0, 9)), ("sendmsg", (5, 0)), ("sendmmsg", (5, 0, 1))):
        assert verdict(tcp, machine, call, *before, 0x4000) == ALLOW
        assert verdict(tcp, machine, call, *before, fast_open | 0x4000) == EPERM


@pytest.mark.parametrize("work", Work)
def test_refuses_system_calls_that_are_not_on_the_list(machine: str, work: Work):
    program = syscalls.program(work, pid=PID, machine=machine)
    listed = {syscalls.NUMBERS[machine][name] for name in syscalls.NUMBERS[machine]}

    for number in {*range(1000)} - listed:
        assert verdict(program, machine, number) == EPERM, number
    for name in syscalls.FREE & set(syscalls.NUMBERS[machine]):
        assert verdict(program, machine, name) == ALLOW, name
    # A call by its number in the x32 ABI
    assert verdict(program, machine, 0x40000000 | syscalls.NUMBERS[machine]["read"]) == EPERM
    assert verdict(program, machine, "read", audit=0x40000003) == EPERM  # 32-bit calls, which have other numbers
    starts_programs = ALLOW if work is Work.MODEL else EPERM
    assert verdict(program, machine, "execve") == verdict(program, machine, "setuid") == starts_programs


@pytest.mark.parametrize("work", Work)
@pytest.mark.parametrize(
    ("call", "arguments", "answer"),
    [
        ("clone", (0x3D0F00,), ALLOW),  # flags with which pthread_create starts a thread
        ("clone", (17,), EPERM),  # flags of a fork, which starts a process
        ("clone", (0x4111,), EPERM),  # flags of vfork, which starts a process
        ("clone", (0x10000 | 0x10000000,), EPERM),  # flags of a new user namespace, which no thread uses
        ("clone3", (), ENOSYS),
        ("kill", (PID, 9), ALLOW),
        ("kill", (1, 9), EPERM),
        ("kill", (0xFFFFFFFF, 9), EPERM),  # sends a signal to all processes
        ("tgkill", (PID, 3, 6), ALLOW),
        ("tgkill", (1, 1, 6), EPERM),
        ("ioctl", (1, 0x5401), ALLOW),
        ("ioctl", (1, 0x5412), EPERM),  # TIOCSTI, which types characters on a terminal
        ("fcntl", (1, 4), ALLOW),
        ("fcntl", (1, 8), EPERM),
        ("prlimit64", (0, 7), ALLOW),
        ("prlimit64", (1, 7), EPERM),
        ("prctl", (1, 0), EPERM),  # PR_SET_PDEATHSIG, with which the process would outlive its parent
        ("mmap", (0, 4096, 3, 0x22), ALLOW),
        ("mmap", (0, 4096, 1, 0x01, 5), ALLOW),  # memory that is accessed as a file
        ("mmap", (0, 4096, 3, 0x21), EPERM),  # memory that none of the resource limits counts
        ("mmap", (0, 4096, 3, 0x122), EPERM),
        ("openat", (5, 0, 0), ALLOW),
        ("openat", (5, 0, 0o1101), ALLOW),  # open modes: write-only; create and truncate; read-only with truncate
        ("openat", (5, 0, 0o1000), EPERM),  # opens read-only, but truncates the file
        ("openat", (5, 0, 0o1003), EPERM),
        ("openat", (5, 0, 0o3), EPERM),  # opens with neither read nor write access, which would bypass Landlock
        ("prctl", (15,), ALLOW),
        ("prctl", (23,), EPERM),
    ],
)
def test_a_process_may_use_some_calls_only_on_itself(
    machine: str, work: Work, call: str, arguments: tuple[int, ...], answer: int
):
    assert verdict(syscalls.program(work, pid=PID, machine=machine), machine, call, *arguments) == answer


needs_sandbox = pytest.mark.skipif(sandbox.state() != "on", reason=sandbox.confinement())


def confined(folder: Path, *tries: Callable[[], object], work: Work = Work.CLIENT_APP, most: Limits = MOST) -> list:
    """Returns for each attempt in a confined process its result, or the name of its errno."""
    read, write = os.pipe()
    if (pid := os.fork()) == 0:
        try:
            # The test's own descriptors count towards the limit of open files.
            os.closerange(3, write)
            os.closerange(write + 1, os.sysconf("SC_OPEN_MAX"))
            owner, _ = user.prepare([folder])
            os.chdir(folder)
            sandbox.confine(work, read=[], write=[folder], limits=most, owner=owner)
            os.write(write, json.dumps([_outcome(one) for one in tries]).encode())
        except BaseException as error:
            os.write(write, json.dumps([repr(error)]).encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read) as answer:
        outcomes = json.loads(answer.read() or "[]")
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return outcomes


def _outcome(one: Callable[[], object]) -> object:
    try:
        return one()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    except MemoryError:
        return "MemoryError"


def call(number: int, *arguments: object) -> int:
    result = ctypes.CDLL(None, use_errno=True).syscall(number, *arguments)
    if result < 0:
        raise OSError(ctypes.get_errno(), "refused")
    return result


@needs_sandbox
def test_a_confined_process_cannot_leave_its_folder(tmp_path: Path):
    secret = tmp_path / "secret"
    secret.write_text("of the edge")
    folder = tmp_path / "own"
    folder.mkdir()
    parent = os.getpid()
    outcomes = confined(
        folder,
        lambda: Path("note").write_text("hi"),
        lambda: Path("/etc/shadow").read_text(),
        lambda: Path("/etc/passwd").read_text(),
        lambda: secret.read_text(),
        lambda: Path(f"/proc/{parent}/environ").read_bytes(),
        lambda: Path("/sys/class/dmi/id/product_uuid").read_text(),
        lambda: os.mknod("device", 0o020666, os.makedev(1, 3)),
        lambda: os.mkfifo("fifo"),
        lambda: Path("link").symlink_to(secret),
        lambda: os.link(secret, "hard"),
        lambda: Path().chmod(0o777),
        os.fork,
        lambda: os.execv("/bin/true", ["true"]),
        lambda: os.kill(parent, 0),
        socket.socket,
        socket.socketpair,
        os.setsid,
    )

    assert outcomes[0] == 2
    assert outcomes[1:5] == ["EACCES"] * 4
    assert outcomes[5] in ("EACCES", "ENOENT")  # ENOENT on a machine without this kernel setting
    assert set(outcomes[6:]) == {"EPERM"}, outcomes


@needs_sandbox
@pytest.mark.skipif(os.uname().machine != "x86_64", reason="numbers of x86-64")
def test_a_confined_process_gets_no_namespace_mount_or_kernel_program(tmp_path: Path):
    """Regression test for shared/attacks/sandbox.py, where unshare and fsopen succeeded."""
    numbers = {
        "unshare": (272, 0x10000000),
        "mount": (165, b"n", b".", b"tmpfs", 0, 0),
        "fsopen": (430, b"tmpfs", 0),
        "bpf": (321, 0, None, 0),
        "userfaultfd": (323, 0),
        "memfd_create": (319, b"x", 0),
        "perf_event_open": (298, None, 0, -1, -1, 0),
        "io_uring_setup": (425, 4, None),
        "keyctl": (250, 0),
        "ptrace": (101, 16, os.getpid(), 0, 0),
        "process_madvise": (440, 0, 0, 0, 0, 0),
        "open_by_handle_at": (304, -1, None, 0),
    }
    outcomes = confined(tmp_path, *(lambda one=one: call(*one) for one in numbers.values()))

    assert dict(zip(numbers, outcomes, strict=True)) == dict.fromkeys(numbers, "EPERM")


@needs_sandbox
def test_a_confined_process_cannot_exceed_its_resource_limits(tmp_path: Path):
    def grow() -> int:
        with Path("big").open("wb") as file:
            return sum(file.write(bytes(MIB)) for _ in range(9))

    def open_many() -> int:
        return len([os.dup(0) for _ in range(100)])

    def start_threads() -> str:
        threading.stack_size(2**18)  # Without this, the stacks of the threads alone would exceed the memory limit.
        quiet, started = threading.Event(), []
        try:
            for _ in range(100):
                started.append(threading.Thread(target=quiet.wait))
                started[-1].start()
        except RuntimeError:
            return "limited"
        finally:
            quiet.set()
            for one in started[:-1]:
                one.join()
        return "unlimited"

    tries = [lambda: len(bytearray(6000 * MIB)), lambda: len(bytearray(60 * MIB)), grow, open_many]
    outcomes = confined(tmp_path, *tries, *([start_threads] if user.is_root() else []))

    assert outcomes[:4] == ["MemoryError", 60 * MIB, "EFBIG", "EMFILE"]
    assert outcomes[4:] in ([], ["limited"])


@needs_sandbox
def test_a_process_that_uses_too_much_processor_time_is_ended(tmp_path: Path):
    if (pid := os.fork()) == 0:
        Limits(512 * MIB, processor=1, disk=MIB, files=64).apply()
        while True:
            pass
    status = os.waitpid(pid, 0)[1]

    assert os.WTERMSIG(status) == signal.SIGXCPU


@pytest.mark.skipif(not user.is_root(), reason="not root")
def test_a_process_started_as_root_becomes_a_user_without_files_and_still_finds_its_libraries(tmp_path: Path):
    """The demo and the tests may run as root, in folders that the other user cannot reach. The libraries may be there,
    too."""
    closed = tmp_path / "closed"
    (closed / "library").mkdir(parents=True)
    (closed / "library" / "late_import.py").write_text("found = 7")
    (closed / "granted").write_text("rows")
    closed.chmod(0o700)
    sys.path.insert(0, str(closed / "library"))
    read, write = os.pipe()
    if (pid := os.fork()) == 0:
        way = user.way_to(closed / "granted")
        number = user.number_for(os.getpid())
        user.keep_libraries()
        user.become(number)
        tries = [
            lambda: Path(way).read_text(),
            lambda: (closed / "granted").read_text(),
            lambda: __import__("late_import").found,
            lambda: [*os.getresuid(), *os.getresgid()] == [number] * 6,
            lambda: Path("/etc/shadow").read_text(),
            lambda: os.setuid(0),
        ]
        os.write(write, json.dumps([_outcome(one) for one in tries]).encode())
        os._exit(0)
    os.waitpid(pid, 0)
    sys.path.remove(str(closed / "library"))

    assert json.loads(os.read(read, 4096)) == ["rows", "EACCES", 7, True, "EACCES", "EPERM"]
    assert (closed / "granted").stat().st_uid == 0


def test_each_process_becomes_a_different_user():
    # One user is enough, because some containers have too few user ids.
    assert len({user.number_for(pid) for pid in (1, 2, 4194303)}) in (1, 3)


@pytest.mark.parametrize(
    ("version", "filters", "setting", "state"),
    [
        (7, True, None, "on"),
        (0, True, None, "missing"),
        (7, False, None, "missing"),
        (0, False, "off", "off"),
        (7, True, "off", "off"),
        (0, False, "OFF", "missing"),
    ],
)
def test_runs_apps_unconfined_only_if_explicitly_configured(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, version: int, filters: bool, setting: str | None, state: str
):
    monkeypatch.delenv("TESSERA_SANDBOX", raising=False)
    if setting:
        monkeypatch.setenv("TESSERA_SANDBOX", setting)
    monkeypatch.setattr(sandbox, "version", lambda: version)
    monkeypatch.setattr(sandbox, "filters", lambda: filters)

    assert sandbox.state() == state
    assert ("unconfined" in sandbox.confinement()) == (state == "off")
    if state == "missing":
        with pytest.raises(sandbox.Missing, match="TESSERA_SANDBOX=off"):
            sandbox.confine(Work.CLIENT_APP, read=[], write=[tmp_path], limits=MOST)
        with pytest.raises(sandbox.Missing, match=r"Linux 5\.13"):
            sandbox.confine_program(read=[], execute=[], limits=MOST)


def test_a_runner_does_not_start_if_the_system_cannot_confine_its_apps(tmp_path: Path):
    """Simulates a missing Landlock, as in some containers."""
    code = (
        "import sys; from engine.flower import sandbox, runner; sandbox.version = lambda: 0; "
        "sys.argv = ['runner', 'client']; runner.main()"
    )
    environment = {name: text for name, text in os.environ.items() if name != "TESSERA_SANDBOX"}
    ended = subprocess.run(
        [sys.executable, "-c", code], env={**environment, "PYTHONPATH": str(ENGINE)}, capture_output=True, text=True
    )

    assert ended.returncode != 0
    assert "TESSERA_SANDBOX=off" in ended.stderr


def test_the_memory_of_a_worker_is_configurable(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("TESSERA_WORKER_MEMORY_MB", raising=False)
    assert limits.of_client_app().memory >= 1024 * MIB
    monkeypatch.setenv("TESSERA_WORKER_MEMORY_MB", "3000")
    assert limits.of_client_app().memory == 3000 * MIB


def test_limits_of_a_process_never_exceed_limits_that_already_apply():
    code = (
        "import resource; from engine.flower.limits import Limits;"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (20, 20)); Limits(2**30, 9, 2**20, 64).apply();"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE), resource.getrlimit(resource.RLIMIT_CORE))"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ENGINE)}, capture_output=True, text=True
    )

    assert ended.stdout == "(20, 20) (0, 0)\n", ended.stderr
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 20


@needs_sandbox
def test_a_confined_process_cannot_truncate_files_that_it_may_only_read(tmp_path: Path):
    granted = tmp_path / "granted"
    granted.write_text("rows")
    outcomes = confined(
        tmp_path,
        lambda: os.open("granted", os.O_RDONLY | os.O_TRUNC),
        lambda: os.open("granted", 3 | os.O_TRUNC),
        lambda: mmap.mmap(-1, MIB) and None,
    )

    assert outcomes == ["EPERM"] * 3
    assert granted.read_text() == "rows"


def test_measures_the_memory_threads_and_disk_use_of_another_process(tmp_path: Path):
    read, write = os.pipe()
    if (pid := os.fork()) == 0:
        # A confined process may not make this call, but its memory would count in the same way
        block = mmap.mmap(-1, 60 * MIB)
        block.write(bytes(60 * MIB))
        with (tmp_path / "gone").open("wb") as file:
            file.write(bytes(5 * MIB))
            file.flush()
            (tmp_path / "gone").unlink()
            threads = [threading.Thread(target=time.sleep, args=(60,), daemon=True) for _ in range(3)]
            for one in threads:
                one.start()
            os.write(write, b"ready")
            time.sleep(60)
        os._exit(0)
    try:
        assert os.read(read, 5) == b"ready"
        assert limits.used_memory(pid) >= 60 * MIB
        assert limits.used_threads(pid) == 4
        assert limits.used_disk([tmp_path]) == 0
        assert 5 * MIB <= limits.used_disk([tmp_path], pid) < 6 * MIB
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    assert (limits.used_memory(pid), limits.used_threads(pid)) == (0, 0)


def test_measures_the_disk_use_of_very_deep_and_very_many_folders(tmp_path: Path):
    before = Path.cwd()
    with temporary_folder("tessera-test-") as folder:
        os.chdir(folder)
        try:
            for _ in range(1200):
                Path("deeper").mkdir()
                os.chdir("deeper")
        finally:
            os.chdir(before)
        assert limits.used_disk([folder]) in (math.inf, 1200 * 4096)
    assert not folder.exists()
    for number in range(100):
        (tmp_path / str(number)).touch()
    assert limits.used_disk([tmp_path]) >= 100 * 4096


def test_the_disk_use_of_a_folder_includes_its_contents(tmp_path: Path):
    (tmp_path / "deep" / "deeper").mkdir(parents=True)
    (tmp_path / "deep" / "deeper" / "rows").write_bytes(os.urandom(3 * MIB))
    (tmp_path / "elsewhere").symlink_to("/usr")

    assert 3 * MIB <= limits.used_disk([tmp_path, tmp_path / "gone"]) < 4 * MIB
