"""The seccomp filter of apps' processes: a small program that the kernel runs at each system call (seccomp(2)).

It refuses (EPERM) what leads out of the process unseen by Landlock; everything else passes.
"""

import os
import struct
import sys
from dataclasses import dataclass


@dataclass(frozen=True)
class Machine:
    """A processor's AUDIT_ARCH and its numbers of the calls we name."""

    audit: int
    calls: dict[str, int]


MACHINES = {
    "x86_64": Machine(
        0xC000003E,
        {"socket": 41, "listen": 50, "sendto": 44, "sendmsg": 46, "sendmmsg": 307, "io_uring_setup": 425}
        | {"ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "pidfd_getfd": 438}
        | {"setpgid": 109, "setsid": 112, "shmget": 29, "semget": 64, "msgget": 68, "mq_open": 240}
        | {"add_key": 248, "request_key": 249, "keyctl": 250},
    ),
    "aarch64": Machine(
        0xC00000B7,
        {"socket": 198, "listen": 201, "sendto": 206, "sendmsg": 211, "sendmmsg": 269, "io_uring_setup": 425}
        | {"ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "pidfd_getfd": 438}
        | {"setpgid": 154, "setsid": 157, "shmget": 194, "semget": 190, "msgget": 186, "mq_open": 180}
        | {"add_key": 217, "request_key": 218, "keyctl": 219},
    ),
}
REFUSED = (
    "io_uring_setup",  # sockets and files by another door, past every rule on the calls themselves
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd"),  # the runner's memory holds secrets
    *("setpgid", "setsid"),  # an app is ended with its process group, which is all it started
    *("shmget", "semget", "msgget", "mq_open", "add_key", "request_key", "keyctl"),  # would outlive the app
    "listen",  # gives a socket that was never bound a port, unseen by Landlock
)
# linux/bpf_common.h: load a word; jump if equal, at least, any bit set; mask; return
_LOAD, _EQUAL, _AT_LEAST, _HAS, _MASK, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _AUDIT, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
_ALLOW, _REFUSE = 0x7FFF0000, 0x00050000 | 1  # the second with EPERM
_X32 = 0x40000000  # x86_64's calls once more, under other numbers
_AF_INET, _AF_INET6, _STREAM, _KIND, _IPPROTO_TCP = 2, 10, 1, 0xF, 6
_FAST_OPEN = 0x20000000  # connects within a send, where Landlock does not look
_FLAGS = {"sendto": 3, "sendmsg": 2, "sendmmsg": 3}

Step = tuple[int, int, "int | str", "int | str"]  # code, operand, where to if so and if not: steps to skip, or an end


def is_known() -> bool:
    """Whether we know this machine's numbers."""
    return sys.platform == "linux" and sys.maxsize > 2**32 and os.uname().machine in MACHINES


def program(name: str | None = None, *, tcp: bool) -> bytes:
    """The filter's instructions, 8 bytes each, for this machine or another. tcp: TCP sockets pass, else none does."""
    machine = MACHINES[name or os.uname().machine]
    calls = machine.calls
    steps: list[Step] = [
        *((_LOAD, _AUDIT, 0, 0), (_EQUAL, machine.audit, 0, "refuse")),
        *((_LOAD, _NUMBER, 0, 0), (_AT_LEAST, _X32, "refuse", 0)),
        *((_EQUAL, calls[name], "refuse", 0) for name in REFUSED),
    ]
    if not tcp:
        steps.append((_EQUAL, calls["socket"], "refuse", 0))
    for name, check in _tcp_only().items() if tcp else ():
        steps += [(_EQUAL, calls[name], 0, len(check)), *check]

    ends = {"allow": len(steps), "refuse": len(steps) + 1}
    steps += [(_RETURN, _ALLOW, 0, 0), (_RETURN, _REFUSE, 0, 0)]
    return b"".join(
        struct.pack("HBBI", code, *(ends[to] - at - 1 if isinstance(to, str) else to for to in (yes, no)), operand)
        for at, (code, operand, yes, no) in enumerate(steps)
    )


def _tcp_only() -> dict[str, list[Step]]:
    # Numbers of protocols matter: others with streams (SCTP, MPTCP) would connect past Landlock's rules for TCP.
    socket: list[Step] = [
        *(_argument(0), (_EQUAL, _AF_INET, 1, 0), (_EQUAL, _AF_INET6, 0, "refuse")),
        *(_argument(1), (_MASK, _KIND, 0, 0), (_EQUAL, _STREAM, 0, "refuse")),
        *(_argument(2), (_EQUAL, 0, "allow", 0), (_EQUAL, _IPPROTO_TCP, "allow", "refuse")),
    ]
    sends = {name: [_argument(at), (_HAS, _FAST_OPEN, "refuse", "allow")] for name, at in _FLAGS.items()}
    return {"socket": socket, **sends}


def _argument(number: int) -> Step:
    return _LOAD, _ARGUMENTS + 8 * number, 0, 0  # its lower half; both our machines are little endian
