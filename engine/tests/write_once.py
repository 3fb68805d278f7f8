"""Runs a script that fills a folder, unless the folder exists.

Usage: `PYTHONPATH=. python tests/write_once.py <script> <folder>`. If several processes start at once, one writes and
the others wait for it.
"""

import fcntl
import runpy
import shutil
import sys
from pathlib import Path

# Import the engine before numpy, because the engine sets the number of threads to one, also for the script.
import engine  # noqa: F401

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
