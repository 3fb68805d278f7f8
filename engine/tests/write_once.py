"""`PYTHONPATH=. python tests/write_once.py <script> <folder>`: runs a script that fills a folder, unless that is there.
Of several at once one writes and the others wait for it."""

import fcntl
import runpy
import shutil
import sys
from pathlib import Path

from engine.flower.pace import set_environment

# As a party's worker has it: one thread, which on few cores takes less than half of what several do.
set_environment()

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
