"""Resource limits of a confined process: memory, processor, open files, threads, disk (setrlimit(2))."""

import contextlib
import math
import os
import resource
import stat
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

MIB = 2**20
_LEAST_MEMORY = 1024 * MIB
_HOUR = 3600
_LAST_SECONDS = 10
# Bytes that each file adds to the disk use, even if it is empty, because the file system stores an entry for it.
_LEAST_FILE = 4096


@dataclass(frozen=True)
class Limits:
    """Limits of a process: bytes of private memory, seconds of processor time, bytes of a file and of all files in its
    folders together, and numbers of open files and threads."""

    memory: int
    processor: int
    disk: int
    files: int
    threads: int = 256

    def apply(self) -> None:
        """Apply these limits to this process and to all processes that it starts from now on. The process cannot raise
        them again."""
        held = {
            # RLIMIT_AS is not used, because it also counts addresses that are only reserved and take no memory
            resource.RLIMIT_DATA: self.memory,
            resource.RLIMIT_FSIZE: self.disk,
            resource.RLIMIT_NOFILE: self.files,
            resource.RLIMIT_CORE: 0,
        }
        for kind, most in held.items():
            _lower(kind, most)
        # At the soft limit, the kernel sends SIGXCPU; at the hard limit, it kills the process
        _lower(resource.RLIMIT_CPU, self.processor, _LAST_SECONDS)

    def apply_to_user(self) -> None:
        """Limit the number of threads. The kernel counts all processes of a user, so this process needs a user of its
        own."""
        _lower(resource.RLIMIT_NPROC, self.threads)


def of_client_app() -> Limits:
    """Return the limits for processing one message at a party. TESSERA_WORKER_MEMORY_MB sets the memory; the default is
    half of the machine's."""
    return Limits(_memory(), 4 * _HOUR * _cores(), 1024 * MIB, files=256)


def of_server_app() -> Limits:
    """Return the limits for the ServerApp of a whole run."""
    return replace(of_client_app(), processor=48 * _HOUR * _cores(), disk=4096 * MIB, files=1024)


def used_memory(pid: int) -> int:
    """Return the bytes of the process's own memory, including swapped memory, as far as this system reports them. This
    is needed besides the kernel's limit, which does not count memory that was written and is now read-only."""
    kinds = ("RssAnon:", "RssShmem:", "VmSwap:")
    lines = _text(Path(f"/proc/{pid}/status")).splitlines()
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith(kinds))


def used_threads(pid: int) -> int:
    """Return the number of the process's threads, as far as this system reports it."""
    try:
        return len(list(Path(f"/proc/{pid}/task").iterdir()))
    except OSError:
        return 0


def used_disk(folders: Iterable[Path], pid: int = 0) -> float:
    """Return the bytes that these folders take, plus the process's open files that are no longer in any folder. Files
    that vanish meanwhile do not count. Returns infinity if a folder cannot be read."""
    total = 0.0
    waiting = list(folders)
    while waiting:
        try:
            found = list(waiting.pop().iterdir())
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            return math.inf
        for path in found:
            try:
                facts = path.lstat()
            except FileNotFoundError:
                continue
            except OSError:
                return math.inf
            total += max(facts.st_blocks * 512, _LEAST_FILE)
            if stat.S_ISDIR(facts.st_mode):
                waiting.append(path)
    return total + _unlinked(pid)


def _unlinked(pid: int) -> int:
    total = 0
    with contextlib.suppress(OSError):
        for way in Path(f"/proc/{pid}/fd").iterdir() if pid else ():
            with contextlib.suppress(OSError):
                facts = way.stat()
                total += facts.st_blocks * 512 if facts.st_nlink == 0 and stat.S_ISREG(facts.st_mode) else 0
    return total


def _text(file: Path) -> str:
    try:
        return file.read_text()
    except OSError:
        return ""


def _lower(kind: int, most: int, more: int = 0) -> None:
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most, more = min(most, hard), min(more, max(0, hard - most))
    resource.setrlimit(kind, (most, most + more))


def _memory() -> int:
    if wanted := os.environ.get("TESSERA_WORKER_MEMORY_MB"):
        return int(wanted) * MIB
    return max(_LEAST_MEMORY, os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2)


def _cores() -> int:
    return os.cpu_count() or 1
