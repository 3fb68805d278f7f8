"""The seccomp filters of confined processes: a small program that the kernel runs at each system call (seccomp(2)).

It lists the allowed calls. All other calls, including those of future kernels, fail with EPERM. No allowed call creates
a process, a namespace, a mount, a device or another kind of socket, or affects another process.
"""

import os
import struct
import sys
from collections.abc import Iterable
from enum import Enum


class Work(Enum):
    """Purpose of a process, which determines the system calls that it may make."""

    CLIENT_APP = "no sockets"
    SERVER_APP = "TCP"
    MODEL = "no sockets; drops root itself; starts one program, once"


# Call numbers from asm/unistd.h: on x86_64, then on aarch64; "-" if the machine lacks the call.
_TABLE = """
read 0 63, write 1 64, readv 19 65, writev 20 66, pread64 17 67, pwrite64 18 68, preadv 295 69, pwritev 296 70,
preadv2 327 286, pwritev2 328 287, close 3 57, close_range 436 436, stat 4 -, fstat 5 80,
lstat 6 -, newfstatat 262 79, statx 332 291, statfs 137 43, fstatfs 138 44, lseek 8 62, access 21 -, faccessat 269 48,
faccessat2 439 439, readlink 89 -, readlinkat 267 78, getdents 78 -, getdents64 217 61, getcwd 79 17, chdir 80 49,
fchdir 81 50, mkdir 83 -, mkdirat 258 34, rmdir 84 -, unlink 87 -, unlinkat 263 35, rename 82 -, renameat 264 38,
renameat2 316 276, ftruncate 77 46, fsync 74 82, fdatasync 75 83, fadvise64 221 223, flock 73 32,
umask 95 166, dup 32 23, dup2 33 -, dup3 292 24, pipe 22 -, pipe2 293 59, sendfile 40 71, copy_file_range 326 285,
mprotect 10 226, munmap 11 215, mremap 25 216, madvise 28 233, msync 26 227, mincore 27 232, brk 12 214,
mlock 149 228, munlock 150 229, membarrier 324 283, get_mempolicy 239 236, rt_sigaction 13 134, rt_sigprocmask 14 135,
rt_sigreturn 15 139, rt_sigpending 127 136, rt_sigtimedwait 128 137, rt_sigsuspend 130 133, sigaltstack 131 132,
restart_syscall 219 128, pause 34 -, futex 202 98, futex_waitv 449 449, set_robust_list 273 99,
get_robust_list 274 100, rseq 334 293, set_tid_address 218 96, arch_prctl 158 -, exit 60 93, exit_group 231 94,
gettid 186 178, sched_yield 24 124, sched_getaffinity 204 123, sched_getparam 143 121, sched_getscheduler 145 120,
sched_get_priority_max 146 125, sched_get_priority_min 147 126, getcpu 309 168, getpriority 140 141, getpid 39 172,
getppid 110 173, getuid 102 174, geteuid 107 175, getgid 104 176, getegid 108 177, getresuid 118 148,
getresgid 120 150, getgroups 115 158, getpgrp 111 -, getpgid 121 155, getsid 124 156, capget 125 90,
clock_gettime 228 113, clock_getres 229 114, clock_nanosleep 230 115, gettimeofday 96 169, time 201 -,
nanosleep 35 101, times 100 153, getitimer 36 102, setitimer 38 103, alarm 37 -, poll 7 -, ppoll 271 73, select 23 -,
pselect6 270 72, epoll_create 213 -, epoll_create1 291 20, epoll_ctl 233 21, epoll_wait 232 -, epoll_pwait 281 22,
epoll_pwait2 441 441, eventfd 284 -, eventfd2 290 19, timerfd_create 283 85, timerfd_settime 286 86,
timerfd_gettime 287 87, wait4 61 260, waitid 247 95, uname 63 160, sysinfo 99 179, getrlimit 97 163, getrusage 98 165,
getrandom 318 278, recvfrom 45 207, recvmsg 47 212, recvmmsg 299 243, getsockopt 55 209,
setsockopt 54 208, getsockname 51 204, getpeername 52 205,
mmap 9 222, open 2 -, openat 257 56,
sendto 44 206, sendmsg 46 211, sendmmsg 307 269, connect 42 203, socket 41 198, socketpair 53 199, ioctl 16 29,
fcntl 72 25, prlimit64 302 261, prctl 157 167, clone 56 220, kill 62 129, tgkill 234 131, clone3 435 435,
execve 59 221, setuid 105 146, setgid 106 144, setgroups 116 159, setresuid 117 147, setresgid 119 149
"""
_ROWS = [row.split() for row in _TABLE.replace("\n", " ").split(",")]
AUDIT = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}  # processor names in linux/audit.h
NUMBERS = {
    machine: {row[0]: int(row[column]) for row in _ROWS if row[column] != "-"}
    for column, machine in enumerate(AUDIT, start=1)
}

# Calls whose arguments are checked as well, or that are allowed for some purposes only.
_JUDGED = {"open", "openat", "mmap", "clone3", "clone", "kill", "tgkill", "ioctl", "fcntl", "prlimit64", "prctl"}
_SOCKETS = {"socket", "socketpair", "connect", "sendto", "sendmsg", "sendmmsg"}
# calls on a socket that was passed to the process: a stream socket, connected permanently
_SENDS = {"sendto", "sendmsg"}
_OF_MODELS = {"execve", "setuid", "setgid", "setgroups", "setresuid", "setresgid"}
FREE = {row[0] for row in _ROWS} - _JUDGED - _SOCKETS - _OF_MODELS

# linux/bpf_common.h: load a word; jump if equal; jump if at least; jump if any bit is set; mask; return
_LOAD, _EQUAL, _AT_LEAST, _HAS, _MASK, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _AUDIT, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data
# return values: allow; fail with EPERM; fail with ENOSYS
_ALLOW, _REFUSE, _ABSENT = 0x7FFF0000, 0x00050000 | 1, 0x00050000 | 38
_X32 = 0x40000000  # x86_64 offers all its calls a second time, for the x32 ABI, from this number on
_AF_UNIX, _AF_INET, _AF_INET6, _STREAM, _KIND, _IPPROTO_TCP = 1, 2, 10, 1, 0xF, 6
_FAST_OPEN = 0x20000000  # a send flag that connects, which Landlock does not check
_FLAGS = {"sendto": 3, "sendmsg": 2, "sendmmsg": 3}
# flags of clone(2) (linux/sched.h): CLONE_THREAD, and all eight namespace flags (CLONE_NEW*, with CLONE_NEWTIME)
_CLONE_THREAD, _CLONE_NEW = 0x00010000, 0x7E020080
# allowed ioctl(2) requests: TCGETS TIOCGWINSZ FIONREAD FIONBIO FIONCLEX FIOCLEX
_TERMINAL = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)
# refused fcntl(2) commands F_SETOWN, F_SETSIG and F_SETOWN_EX, which have the kernel signal other processes
_OWNERS = (8, 10, 15)
# allowed prctl(2) options: PR_GET_DUMPABLE PR_SET_DUMPABLE PR_SET_NAME PR_GET_NAME PR_GET_SECCOMP PR_SET_VMA;
# PR_SET_PDEATHSIG is refused, because with it a process could outlive its parent
_OPTIONS = (3, 4, 15, 16, 21, 0x53564D41)
# open(2) flags; access mode 3, neither read nor write, would bypass Landlock
_ACCESS, _READ_ONLY, _TRUNCATE = 3, 0, 0o1000
_SHARED_ANONYMOUS, _GROWS_DOWN = 0x21, 0x100  # mmap(2) flags for memory that none of the resource limits counts

# An instruction of the filter: code, operand, and two targets, if true and if false. A target is a number of steps to
# skip, or an end.
Step = tuple[int, int, "int | str", "int | str"]


def is_known() -> bool:
    """Whether this machine's call numbers are known."""
    return sys.platform == "linux" and sys.maxsize > 2**32 and os.uname().machine in AUDIT


def program(work: Work, *, pid: int, machine: str | None = None) -> bytes:
    """Return the filter's instructions, 8 bytes each, for this machine or another. `pid` is the process that installs
    the filter; it may signal only itself."""
    machine = machine or os.uname().machine
    numbers = NUMBERS[machine]
    steps: list[Step] = [
        *((_LOAD, _AUDIT, 0, 0), (_EQUAL, AUDIT[machine], 1, 0), (_RETURN, _REFUSE, 0, 0)),
        *((_LOAD, _NUMBER, 0, 0), (_AT_LEAST, _X32, 0, 1), (_RETURN, _REFUSE, 0, 0)),
    ]
    free = FREE | (_OF_MODELS if work is Work.MODEL else set()) | (set() if work is Work.SERVER_APP else _SENDS)
    for name in sorted(free & set(numbers)):
        steps += [(_EQUAL, numbers[name], 0, 1), (_RETURN, _ALLOW, 0, 0)]
    # clone3's flags are in memory, which filters cannot read. If clone3 fails with ENOSYS, the C library uses clone.
    steps += [(_EQUAL, numbers["clone3"], 0, 1), (_RETURN, _ABSENT, 0, 0)]
    for name, check in _judged(work, pid, numbers).items():
        steps += _block(numbers[name], check)
    steps.append((_RETURN, _REFUSE, 0, 0))
    return b"".join(struct.pack("HBBI", code, yes, no, operand) for code, operand, yes, no in steps)


def _block(number: int, check: list[Step]) -> list[Step]:
    """Return the steps that check one call and end with "allow" or "refuse". Execution never continues past the
    block."""
    ends = {"allow": len(check), "refuse": len(check) + 1}
    resolved = [
        (code, operand, *(ends[to] - at - 1 if isinstance(to, str) else to for to in (yes, no)))
        for at, (code, operand, yes, no) in enumerate(check)
    ]
    block = [*resolved, (_RETURN, _ALLOW, 0, 0), (_RETURN, _REFUSE, 0, 0)]
    return [(_EQUAL, number, 0, len(block)), *block]


def _judged(work: Work, pid: int, numbers: dict[str, int]) -> dict[str, list[Step]]:
    return {
        **({"open": _open(1)} if "open" in numbers else {}),
        "openat": _open(2),
        "mmap": [
            *(_argument(3), (_HAS, _GROWS_DOWN, "refuse", 0)),
            *((_MASK, _SHARED_ANONYMOUS, 0, 0), (_EQUAL, _SHARED_ANONYMOUS, "refuse", "allow")),
        ],
        "clone": [_argument(0), (_HAS, _CLONE_NEW, "refuse", 0), (_HAS, _CLONE_THREAD, "allow", "refuse")],
        "kill": _is_one_of(0, [pid]),
        "tgkill": _is_one_of(0, [pid]),
        "ioctl": _is_one_of(1, _TERMINAL),
        "fcntl": [_argument(1), *((_EQUAL, command, "refuse", 0) for command in _OWNERS), _to("allow")],
        "prlimit64": _is_one_of(0, [0]),
        "prctl": _is_one_of(0, _OPTIONS),
        **(_tcp_only() if work is Work.SERVER_APP else {}),
    }


def _open(flags: int) -> list[Step]:
    # Landlock before version 3 does not restrict truncation, so a process could truncate a file that it may only read,
    # or not even read.
    return [
        *(_argument(flags), (_MASK, _ACCESS, 0, 0), (_EQUAL, _ACCESS, "refuse", 0), (_EQUAL, _READ_ONLY, 0, "allow")),
        *(_argument(flags), (_HAS, _TRUNCATE, "refuse", "allow")),
    ]


def _tcp_only() -> dict[str, list[Step]]:
    # Check the protocol number, because other stream protocols (SCTP, MPTCP) would bypass Landlock's rules for TCP.
    is_stream: list[Step] = [_argument(1), (_MASK, _KIND, 0, 0), (_EQUAL, _STREAM, 0, "refuse")]
    socket: list[Step] = [
        *(_argument(0), (_EQUAL, _AF_INET, 1, 0), (_EQUAL, _AF_INET6, 0, "refuse")),
        *is_stream,
        *(_argument(2), (_EQUAL, 0, "allow", 0), (_EQUAL, _IPPROTO_TCP, "allow", "refuse")),
    ]
    # Both ends of a stream pair are connected permanently. A datagram pair could send to any socket's path.
    pair: list[Step] = [_argument(0), (_EQUAL, _AF_UNIX, 0, "refuse"), *is_stream, _to("allow")]
    sends = {name: [_argument(at), (_HAS, _FAST_OPEN, "refuse", "allow")] for name, at in _FLAGS.items()}
    return {"socket": socket, "socketpair": pair, "connect": [_to("allow")], **sends}


def _is_one_of(argument: int, values: Iterable[int]) -> list[Step]:
    return [_argument(argument), *((_EQUAL, value, "allow", 0) for value in values), _to("refuse")]


def _argument(number: int) -> Step:
    # Compare only the lower half of the argument, which comes first because both supported machines are little-endian.
    return _LOAD, _ARGUMENTS + 8 * number, 0, 0


def _to(end: str) -> Step:
    return _EQUAL, 0, end, end
