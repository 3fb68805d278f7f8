"""Confines a process that runs what others wrote: Landlock (Linux 5.13 and later) and a seccomp filter, neither of
which needs root, limits, and as root another user. It reads Python, the engine and what it was granted, writes its own
folder, and connects to the ports it was given only.

Landlock knows files and TCP ports. The filter (syscalls.py) closes what it does not: other kinds of socket, new
processes and ways into others, memory that outlives this one. This is a second wall. The first is that no app runs
without a ticket for its hash. Where the kernel has not both, nothing is run, unless TESSERA_SANDBOX=off says so.

`python -m engine.flower.sandbox` prints what holds here: `{"confinement": "on" | "off" | "missing", "words": "…"}`.
"""

import ctypes
import json
import os
import signal
import stat
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.flower import lifeline, syscalls, user
from engine.flower.limits import Limits

# landlock(7) and linux/landlock.h
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_PATH, _PORT = 1, 2
_PR_SET_NO_NEW_PRIVS, _PR_GET_SECCOMP, _PR_SET_SECCOMP, _FILTER = 38, 21, 22, 2
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_READ = _READ_FILE | _READ_DIR
_REMOVE_DIR, _REMOVE_FILE, _MAKE_DIR, _MAKE_REG, _REFER, _TRUNCATE = 1 << 4, 1 << 5, 1 << 7, 1 << 8, 1 << 13, 1 << 14
_KEEP_FILES = _READ | _WRITE_FILE | _REMOVE_DIR | _REMOVE_FILE | _MAKE_DIR | _MAKE_REG | _REFER | _TRUNCATE
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FS_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
_SINCE_IOCTL = (1 << 16) - 1
_BIND, _CONNECT = 1, 2
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2

# Of /proc a process sees itself and the machine: another's folder holds its settings and, to root, its memory. Of /etc
# and /sys it sees what libraries ask for: no passwords, keys, serial numbers or addresses.
_SYSTEM = (
    *("/usr", "/lib", "/lib64", "/bin", "/dev/urandom", "/dev/random", "/dev/zero"),
    *(
        f"/etc/{name}"
        for name in ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone")
    ),
    *(f"/etc/{name}" for name in ("hosts", "host.conf", "nsswitch.conf", "resolv.conf", "gai.conf", "services")),
    *("/etc/ssl/certs", "/etc/ssl/openssl.cnf", "/etc/pki/tls/certs", "/etc/ca-certificates", "/etc/mime.types"),
    *("/sys/devices/system", "/sys/fs/cgroup", "/sys/kernel/mm/transparent_hugepage"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/proc/sys/kernel"),
)

_LIBC = ctypes.CDLL(None, use_errno=True)


class Missing(RuntimeError):
    """This system cannot confine a process, and nobody said to run apps unconfined."""


def is_wanted() -> bool:
    """Whether apps are to be confined: TESSERA_SANDBOX=off is the only way without."""
    return os.environ.get("TESSERA_SANDBOX") != "off"


def version() -> int:
    """The kernel's Landlock version; 0 where there is none."""
    return max(0, _LIBC.syscall(_CREATE, None, 0, 1)) if sys.platform == "linux" else 0


def filters() -> bool:
    """Whether the kernel filters system calls, on a processor we know the numbers of."""
    return syscalls.is_known() and _LIBC.prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) >= 0


def state() -> str:
    """`on`, `off` (wanted so) or `missing`: nothing may run."""
    return "off" if not is_wanted() else "on" if version() and filters() else "missing"


def confinement() -> str:
    """What holds an app on this system and what does not, in words for a log."""
    if not is_wanted():
        return "TESSERA_SANDBOX=off: apps and models run unconfined, and can read and send what this user can"
    abi = version()
    files = f"Landlock {abi}" if abi else "no Landlock"
    return f"apps and models are confined by {files} and {'' if filters() else 'no '}filter of system calls"


def require() -> None:
    """Raises Missing, with what to do about it, where an app would run unconfined against the owner's wish."""
    if state() == "missing":
        raise Missing(
            f"{confinement()}. Both are needed (Linux 5.13 or later, with landlock among its security modules: "
            "/sys/kernel/security/lsm). To run apps and models unconfined all the same, set TESSERA_SANDBOX=off."
        )


def confine(
    work: syscalls.Work,
    *,
    read: Iterable[str | Path],
    write: Iterable[Path],
    limits: Limits,
    ports: Iterable[int] = (),
    owner: int | None = None,
) -> None:
    """Confine this thread and all it starts from now on, for good: call it before there are other threads. Ports (TCP,
    Landlock 4) are those it may connect to. owner: the user to become first (user.py), whose the folders to write are
    by then.

    Raises Missing as require() does, and OSError when a rule is refused: better no app than a free one.
    """
    require()
    limits.apply()
    if sys.platform == "linux":
        Path("/proc/self/oom_score_adj").write_text("1000")  # where memory ends, it goes before what holds secrets
    if owner is not None:
        user.keep_libraries()
    if is_wanted():
        python = (sys.prefix, sys.base_prefix, sys.exec_prefix, Path(__file__).parents[2])
        _restrict((*python, *read), write, execute=(), ports=list(ports))
    if owner is not None:
        limits.apply_to_user()
        user.become(owner)
        lifeline.end_with_parent(signal.SIGKILL)  # the kernel forgets it with the user
    if is_wanted():
        _filter_calls(work)


def confine_program(*, read: Iterable[str | Path], execute: Iterable[str | Path], limits: Limits) -> None:
    """Confine this process for the program it is about to start, which runs a model. Raises as confine() does."""
    require()
    limits.apply()
    if is_wanted():
        _restrict(read, (), execute=execute, ports=[])
        _filter_calls(syscalls.Work.MODEL)


def _filter_calls(work: syscalls.Work) -> None:
    """Have the kernel refuse what the work does not need, from now on. Raises OSError."""
    program = ctypes.create_string_buffer(syscalls.program(work, pid=os.getpid()))
    described = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(program))
    _checked(_LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _checked(_LIBC.prctl(_PR_SET_SECCOMP, _FILTER, described, 0, 0))


def _restrict(
    read: Iterable[str | Path], write: Iterable[str | Path], *, execute: Iterable[str | Path], ports: list[int]
) -> None:
    abi = version()
    rights = _FS_RIGHTS.get(abi, _FS_RIGHTS[3] if abi < 5 else _SINCE_IOCTL)
    net = _BIND | _CONNECT if abi >= 4 else 0
    scope = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if abi >= 6 else 0
    attributes = struct.pack("QQQ", rights, net, scope)[: 24 if abi >= 6 else 16 if abi >= 4 else 8]
    ruleset = _checked(_LIBC.syscall(_CREATE, attributes, len(attributes), 0))
    try:
        for path in (*_SYSTEM, *read):
            _allow(ruleset, path, _READ)
        for path in execute:
            _allow(ruleset, path, _READ_FILE | _EXECUTE)
        for path in ("/dev/null", *write):
            _allow(ruleset, path, _KEEP_FILES & rights)
        for port in ports if net else ():
            rule = struct.pack("QQ", _CONNECT, port)
            _checked(_LIBC.syscall(_ADD, ruleset, _PORT, rule, 0))
        _checked(_LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        _checked(_LIBC.syscall(_RESTRICT, ruleset, 0))
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str | Path, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        allowed = rights if stat.S_ISDIR(os.fstat(fd).st_mode) else rights & _ON_FILES
        _checked(_LIBC.syscall(_ADD, ruleset, _PATH, struct.pack("=Qi", allowed, fd), 0))
    finally:
        os.close(fd)


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result


if __name__ == "__main__":
    print(json.dumps({"confinement": state(), "words": confinement()}))
