"""`python -m engine.flower.confined_node [--memory-mb N] [--open-files N] [--read PATH]... -- <node> <argument>...`:
confines this process and then becomes Node.js, which runs models that others made.

Node.js reads system libraries and the given paths. It can write no file, open no socket and start no process.
Descriptors that were passed to it, such as the channel to its parent, stay open. If Node.js starts as root, it drops
root itself once it has loaded its libraries and before it receives a model, and becomes the user that TESSERA_USER
names. If this system cannot confine the process, Node.js is not started: the exit status is 78, and one line states the
reason.
"""

import argparse
import os
import shutil
import signal
import sys
from pathlib import Path

from engine.flower import lifeline, sandbox, user
from engine.flower.limits import MIB, Limits

NOT_CONFINED = 78  # EX_CONFIG of sysexits.h
_HOUR = 3600
# Loaders of the C library, which the kernel executes to start a program. A loader that does not exist is not allowed.
_LOADERS = ("/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1")
_KEPT_VARIABLES = ("PATH", "LANG", "LC_ALL", "TZ")


def main() -> None:
    """Confine this process, then replace it by the program that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m engine.flower.confined_node")
    parser.add_argument("--memory-mb", type=int, default=2048)
    parser.add_argument("--open-files", type=int, default=128)
    parser.add_argument("--read", type=Path, action="append", default=[])
    parser.add_argument("command", nargs="+")
    options = parser.parse_args()

    node = Path(shutil.which(options.command[0]) or options.command[0]).resolve()
    most = Limits(options.memory_mb * MIB, processor=24 * _HOUR, disk=MIB, files=options.open_files)
    environment = {name: os.environ[name] for name in _KEPT_VARIABLES if name in os.environ}
    if os.geteuid() == 0:
        environment["TESSERA_USER"] = str(user.number_for(os.getpid()))
    lifeline.end_with_parent(signal.SIGKILL)
    try:
        sandbox.confine_program(read=options.read, execute=[node, *_LOADERS], limits=most)
    except sandbox.Missing as error:
        print(f"Cannot run models here: {error}", file=sys.stderr, flush=True)
        sys.exit(NOT_CONFINED)
    os.execve(node, [str(node), *options.command[1:]], environment)


if __name__ == "__main__":
    main()
