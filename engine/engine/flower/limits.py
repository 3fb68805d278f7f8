"""What one confined process may use of the machine: memory, processor, open files, threads, disk (setrlimit(2))."""

import os
import resource
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

MIB = 2**20
_LEAST_MEMORY = 1024 * MIB
_HOUR = 3600
_LAST_SECONDS = 10


@dataclass(frozen=True)
class Limits:
    """Bytes of private memory, seconds of processor, bytes a file may grow to and all in its folders together, numbers
    of open files and threads."""

    memory: int
    processor: int
    disk: int
    files: int
    threads: int = 256

    def apply(self) -> None:
        """Hold this process, and what it runs from now on, to these limits. It cannot raise them again."""
        held = {
            resource.RLIMIT_DATA: self.memory,  # not RLIMIT_AS: addresses set aside cost nothing
            resource.RLIMIT_FSIZE: self.disk,
            resource.RLIMIT_NOFILE: self.files,
            resource.RLIMIT_CORE: 0,
        }
        for kind, most in held.items():
            _lower(kind, most)
        _lower(resource.RLIMIT_CPU, self.processor, _LAST_SECONDS)  # asked to end (SIGXCPU), then killed

    def apply_to_user(self) -> None:
        """The number of threads: counted for all of a user's processes, so for a user of this process's own only."""
        _lower(resource.RLIMIT_NPROC, self.threads)


def of_client_app() -> Limits:
    """For one message at a party. TESSERA_WORKER_MEMORY_MB sets its memory, which is else half of the machine's."""
    return Limits(_memory(), 4 * _HOUR * _cores(), 1024 * MIB, files=256)


def of_server_app() -> Limits:
    """For a whole run's ServerApp."""
    return replace(of_client_app(), processor=48 * _HOUR * _cores(), disk=4096 * MIB, files=1024)


def used_disk(folders: Iterable[Path]) -> int:
    """Bytes that these folders take up; what vanishes meanwhile counts nothing."""
    return sum(_used(folder) for folder in folders)


def _used(folder: str | Path) -> int:
    total = 0
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                total += entry.stat(follow_symlinks=False).st_blocks * 512
                if entry.is_dir(follow_symlinks=False):
                    total += _used(entry.path)
    except OSError:
        pass
    return total


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
