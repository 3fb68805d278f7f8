"""Runs a script that fills a folder, unless the folder exists.

Usage: `PYTHONPATH=. python tests/write_once.py <script> <folder>`. If several processes start at once, one writes and
the others wait for it.
"""

import fcntl
import runpy
import shutil
import sys
from pathlib import Path

import engine  # noqa: F401  whose one thread the script has too, if this comes before numpy

script, folder = sys.argv[1], Path(sys.argv[2])
with folder.with_suffix(".lock").open("w") as lock:
    fcntl.flock(lock, fcntl.LOCK_EX)
    if not folder.exists():
        draft = folder.with_suffix(".draft")
        shutil.rmtree(draft, ignore_errors=True)  # a remaining folder of a script that was interrupted
        draft.mkdir()
        sys.argv[1:] = [str(draft)]
        runpy.run_path(script, run_name="__main__")
        draft.rename(folder)
