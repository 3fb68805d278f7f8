"""Confines an app's process with Landlock (Linux 5.13 and later) and a seccomp filter, neither of which needs root. It
reads Python, the engine and what it was lent, writes its own folder, and connects to the ports it was given only.

Landlock knows files and TCP ports. The filter (syscalls.py) closes what it does not: other kinds of socket, ways into
other processes, memory that outlives this one. This is a second wall. The first is that no app runs without a ticket
for its hash; where the kernel has neither (macOS, old Linux) the first stands alone, and the runner says so in its log.
"""

import ctypes
import os
import stat
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

from engine.flower import syscalls

# landlock(7) and linux/landlock.h
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_PATH, _PORT = 1, 2
_PR_SET_NO_NEW_PRIVS, _PR_GET_SECCOMP, _PR_SET_SECCOMP, _FILTER = 38, 21, 22, 2
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_TRUNCATE = 1 << 14
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FS_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
_SINCE_IOCTL = (1 << 16) - 1
_BIND, _CONNECT = 1, 2
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2

# Of /proc an app sees itself and the machine: another process's folder holds its settings and, to root, its memory.
_SYSTEM = (
    *("/usr", "/lib", "/lib64", "/bin", "/etc", "/sys", "/dev/urandom", "/dev/random", "/dev/zero"),
    *("/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/stat", "/proc/sys/vm", "/proc/sys/kernel"),
)

# Made once, in the process that apps are forked from.
_LIBC = ctypes.CDLL(None, use_errno=True)
_FILTERS = {tcp: syscalls.program(tcp=tcp) for tcp in (False, True)} if syscalls.is_known() else {}


def version() -> int:
    """The kernel's Landlock version; 0 where there is none or TESSERA_SANDBOX=off."""
    return max(0, _LIBC.syscall(_CREATE, None, 0, 1)) if _is_wanted() else 0


def confinement() -> str:
    """What holds an app on this system and what does not, in words for a log."""
    abi = version()
    files = f"Landlock {abi}" if abi else "not confined"
    ways = "a filter of system calls" if filters() else "Landlock, but only TCP" if abi >= 4 else "not confined"
    return f"apps' files: {files}; their sockets and ways into other processes: {ways}"


def filters() -> bool:
    """Whether the kernel filters system calls, on a processor we know the numbers of, and nobody turned it off."""
    return _is_wanted() and bool(_FILTERS) and _LIBC.prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) >= 0


def confine(*, read: Iterable[str | Path], write: Iterable[str | Path], ports: Iterable[int] = ()) -> None:
    """Confine this thread and all it starts from now on, for good, as far as the kernel can: call it before there are
    other threads. Ports (TCP, Landlock 4) are those it may connect to; without any it makes no socket at all.

    Raises OSError when a rule is refused: better no app than a free one.
    """
    ports = list(ports)
    if version():
        _restrict(read, write, ports)
    if filters():
        program = ctypes.create_string_buffer(_FILTERS[bool(ports)])
        described = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(program))
        _checked(_LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        _checked(_LIBC.prctl(_PR_SET_SECCOMP, _FILTER, described, 0, 0))


def _restrict(read: Iterable[str | Path], write: Iterable[str | Path], ports: list[int]) -> None:
    abi = version()
    rights = _FS_RIGHTS.get(abi, _FS_RIGHTS[3] if abi < 5 else _SINCE_IOCTL)
    net = _BIND | _CONNECT if abi >= 4 else 0
    scope = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if abi >= 6 else 0
    attributes = struct.pack("QQQ", rights, net, scope)[: 24 if abi >= 6 else 16 if abi >= 4 else 8]
    ruleset = _checked(_LIBC.syscall(_CREATE, attributes, len(attributes), 0))
    try:
        python = (sys.prefix, sys.base_prefix, sys.exec_prefix, Path(__file__).parents[2])
        for path in (*_SYSTEM, *python, *read):
            _allow(ruleset, path, _READ & rights)
        for path in ("/dev/null", *write):
            _allow(ruleset, path, rights & ~_EXECUTE)
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


def _is_wanted() -> bool:
    return sys.platform == "linux" and os.environ.get("TESSERA_SANDBOX") != "off"


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
