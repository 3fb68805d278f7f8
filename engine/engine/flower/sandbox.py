"""Confines a process that runs code or models of others, with Landlock (Linux 5.13 and later), a seccomp filter,
resource limits and, if the process starts as root, another user. Landlock and the filter need no root. The process can
read Python, the engine and its granted files, write its own folder, and connect only to the given ports.

Landlock restricts files and TCP ports. The filter (syscalls.py) restricts other kinds of socket, new processes, access
to other processes, and memory that outlives the process. This sandbox is the second line of defence. The first is that
an app runs only with a ticket for its hash. If the kernel lacks Landlock or the filter, no app or model runs, unless
TESSERA_SANDBOX=off permits it.

`python -m engine.flower.sandbox` prints the state of this system: `{"confinement": "on" | "off" | "missing", "words":
"…"}`.
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

# constants of landlock(7) and linux/landlock.h
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

# Paths that a confined process can read. In /proc, these are its own folder and facts about the machine; the folders of
# other processes contain their settings and, for root, their memory. In /etc and /sys, these are files that libraries
# need, without passwords, keys, serial numbers or addresses.
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
    """Raised if this system cannot confine a process and the owner has not permitted unconfined apps."""


def is_wanted() -> bool:
    """Whether apps are to be confined. Only TESSERA_SANDBOX=off disables confinement."""
    return os.environ.get("TESSERA_SANDBOX") != "off"


def version() -> int:
    """The version of the kernel's Landlock; 0 if the kernel has none."""
    return max(0, _LIBC.syscall(_CREATE, None, 0, 1)) if sys.platform == "linux" else 0


def filters() -> bool:
    """Whether the kernel can filter system calls, and this processor's call numbers are known."""
    return syscalls.is_known() and _LIBC.prctl(_PR_GET_SECCOMP, 0, 0, 0, 0) >= 0


def state() -> str:
    """State of the sandbox: `on`, `off` (by the owner's setting), or `missing`, in which case no app may run."""
    return "off" if not is_wanted() else "on" if version() and filters() else "missing"


def confinement() -> str:
    """A sentence for the log: what confines an app on this system, and what is missing."""
    if not is_wanted():
        return "TESSERA_SANDBOX=off: apps and models run unconfined, and can read and send what this user can"
    abi = version()
    files = f"Landlock {abi}" if abi else "no Landlock"
    return f"apps and models are confined by {files} and {'' if filters() else 'no '}filter of system calls"


def require() -> None:
    """Raise Missing, with instructions, if an app would run unconfined without the owner's permission."""
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
    """Confine this thread and everything that it starts later, permanently. Call this before other threads exist.

    `ports`: the TCP ports to which the thread may connect; kernels with a Landlock before version 4 do not enforce
    this. `owner`: the user that the process becomes (user.py), who must already own the writable folders. Raises
    Missing if the kernel lacks a feature (see require()), and OSError if the kernel refuses a rule. In both cases the
    caller must run no app.
    """
    require()
    limits.apply()
    if sys.platform == "linux":
        # if memory runs out, the kernel ends this process first, before processes that hold secrets
        Path("/proc/self/oom_score_adj").write_text("1000")
    if owner is not None:
        user.keep_libraries()
    if is_wanted():
        python = (sys.prefix, sys.base_prefix, sys.exec_prefix, Path(__file__).parents[2])
        _restrict((*python, *read), write, execute=(), ports=list(ports))
    if owner is not None:
        limits.apply_to_user()
        user.become(owner)
        # The flag must be set again, because the kernel clears it when the user changes.
        lifeline.end_with_parent(signal.SIGKILL)
    if is_wanted():
        _filter_calls(work)


def confine_program(*, read: Iterable[str | Path], execute: Iterable[str | Path], limits: Limits) -> None:
    """Confine this process for the program that replaces it and runs a model. Raises the same errors as confine()."""
    require()
    limits.apply()
    if is_wanted():
        _restrict(read, (), execute=execute, ports=[])
        _filter_calls(syscalls.Work.MODEL)


def _filter_calls(work: syscalls.Work) -> None:
    """From now on, have the kernel refuse all system calls that this kind of work does not need. Raises OSError."""
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
