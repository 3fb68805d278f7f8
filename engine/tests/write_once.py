"""`PYTHONPATH=. python tests/write_once.py <script> <folder>`: runs a script that fills a folder, unless that is there.
Of several at once one writes and the others wait for it."""

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
        shutil.rmtree(draft, ignore_errors=True)  # of one that did not come to its end
        draft.mkdir()
        sys.argv[1:] = [str(draft)]
        runpy.run_path(script, run_name="__main__")
        draft.rename(folder)
