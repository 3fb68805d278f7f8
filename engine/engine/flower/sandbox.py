"""Confines an app's process with Landlock (Linux 5.13 and later, no root needed): it reads Python, the engine and what
it was lent, writes its own folder, and connects to nothing but the ports it was given.

This is a second wall. The first is that no app runs without a ticket for its hash; where the kernel has no Landlock
(macOS, old Linux) the first stands alone, and the runner says so in its log.
"""

import ctypes
import os
import struct
import sys
from collections.abc import Iterable
from pathlib import Path

# landlock(7) and linux/landlock.h
_CREATE, _ADD, _RESTRICT = 444, 445, 446
_PATH, _PORT = 1, 2
_PR_SET_NO_NEW_PRIVS = 38
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_READ = _EXECUTE | _READ_FILE | _READ_DIR
_TRUNCATE = 1 << 14
_ON_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE
_FS_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1}
_SINCE_IOCTL = (1 << 16) - 1
_BIND, _CONNECT = 1, 2
_SCOPE_ABSTRACT_SOCKETS, _SCOPE_SIGNALS = 1, 2

_SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/etc", "/proc", "/sys", "/dev/urandom", "/dev/random", "/dev/zero")


def version() -> int:
    """The kernel's Landlock version; 0 where there is none or TESSERA_SANDBOX=off."""
    if sys.platform != "linux" or os.environ.get("TESSERA_SANDBOX") == "off":
        return 0
    return max(0, _libc().syscall(_CREATE, None, 0, 1))


def confine(*, read: Iterable[str | Path], write: Iterable[str | Path], ports: Iterable[int] = ()) -> bool:
    """Confine this thread and all it starts from now on, for good. Ports (TCP, version 4) are those it may connect to.

    Returns False where the kernel cannot. Raises OSError when a rule is refused: better no app than a free one.
    """
    abi = version()
    if abi < 1:
        return False
    rights = _FS_RIGHTS.get(abi, _FS_RIGHTS[3] if abi < 5 else _SINCE_IOCTL)
    net = _BIND | _CONNECT if abi >= 4 else 0
    scope = _SCOPE_ABSTRACT_SOCKETS | _SCOPE_SIGNALS if abi >= 6 else 0
    attributes = struct.pack("QQQ", rights, net, scope)[: 24 if abi >= 6 else 16 if abi >= 4 else 8]
    ruleset = _checked(_libc().syscall(_CREATE, attributes, len(attributes), 0))
    try:
        python = (sys.prefix, sys.base_prefix, sys.exec_prefix, Path(__file__).parents[2])
        for path in (*_SYSTEM, *python, *read):
            _allow(ruleset, path, _READ & rights)
        for path in ("/dev/null", *write):
            _allow(ruleset, path, rights & ~_EXECUTE)
        for port in ports if net else ():
            rule = struct.pack("QQ", _CONNECT, port)
            _checked(_libc().syscall(_ADD, ruleset, _PORT, rule, 0))
        _checked(_libc().prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        _checked(_libc().syscall(_RESTRICT, ruleset, 0))
    finally:
        os.close(ruleset)
    return True


def _allow(ruleset: int, path: str | Path, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        allowed = rights if Path(path).is_dir() else rights & _ON_FILES
        _checked(_libc().syscall(_ADD, ruleset, _PATH, struct.pack("=Qi", allowed, fd), 0))
    finally:
        os.close(fd)


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
