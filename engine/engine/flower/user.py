"""A user that owns no files, for processes that start as root. If one of the other protections failed, such a process
still could not open other users' files.

Each process gets its own user number, far beyond those that systems and containers assign, so that two processes cannot
access each other either (systemd's UIDS-GIDS.md reserves 0x70000000 and up).
"""

import ctypes
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

_FIRST = 0x70000000
_NOBODY = 65534
_PR_SET_DUMPABLE = 4


def is_root() -> bool:
    """Whether this process runs as root, and so must change its user."""
    return sys.platform == "linux" and os.geteuid() == 0


def number_for(pid: int) -> int:
    """Return the user number that a process becomes: a separate one if this system has enough user numbers, otherwise
    that of "nobody"."""
    try:
        ranges = [tuple(map(int, line.split())) for line in Path("/proc/self/uid_map").read_text().splitlines()]
    except OSError:
        return _NOBODY
    wanted = _FIRST + pid
    return wanted if any(first <= wanted < first + count for first, _, count in ranges) else _NOBODY


def prepare(folders: Sequence[Path]) -> tuple[int | None, Sequence[Path]]:
    """Change the owner of the folders to the user that this process is to become. Returns this user, or None if the
    process need not change, and paths at which this user can reach the folders."""
    if not is_root():
        return None, folders
    owner = number_for(os.getpid())
    _hand_over(folders, owner)
    return owner, [way_into(folder) for folder in folders]


def _hand_over(folders: Iterable[Path], number: int) -> None:
    for folder in folders:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, number, number, follow_symlinks=False)


def way_to(file: Path) -> str:
    """Return a path at which the user that this process becomes can read a file, although the user cannot open its
    folders.

    The path names the open descriptor, so no folder is traversed. The file's group is the group of all workers.
    """
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW)
    os.fchown(descriptor, -1, number_for(0))
    os.fchmod(descriptor, 0o640)
    return f"/proc/self/fd/{descriptor}"


def way_into(folder: Path) -> Path:
    """Return a path to a folder that works for a user who cannot traverse its parent folders."""
    return Path(f"/proc/self/fd/{os.open(folder, os.O_RDONLY | os.O_DIRECTORY)}")


def keep_libraries() -> None:
    """Keep imports working after the user changes, because that user cannot traverse the folders above sys.path."""
    ways = {entry: str(way_into(Path(entry))) for entry in sys.path if Path(entry).is_dir()}
    sys.path[:] = [ways.get(entry, entry) for entry in sys.path]
    for module in list(sys.modules.values()):
        paths = vars(module).get("__path__")
        if isinstance(paths, list):
            paths[:] = [_by_way(path, ways) for path in paths]
    sys.path_importer_cache.clear()


def _by_way(path: str, ways: dict[str, str]) -> str:
    over = [entry for entry in ways if path == entry or path.startswith(f"{entry}/")]
    entry = max(over, key=len, default="")
    return path.replace(entry, ways[entry], 1) if entry else path


def become(number: int) -> None:
    """Become this user permanently, in all threads, and drop all privileges. The process can still read its own /proc
    folder."""
    os.setgroups([number_for(0)])
    os.setresgid(number, number, number)
    os.setresuid(number, number, number)
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_DUMPABLE, 1, 0, 0, 0)
