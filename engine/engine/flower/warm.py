"""Imports the libraries and modules that apps use before the runner forks its zygote. A fork then takes milliseconds,
and all processes share the memory of the imported modules."""

import gc
import importlib
import pkgutil
import sys

import engine

_OF_SERVER = ("checkpoint", "driver", "events", "grid", "result", "runs")
_ALWAYS = {
    "server": [
        *("numpy", "onnx", "flwr.serverapp.strategy", "flwr.superlink.runtime"),
        *("flwr.superlink.runtime.run_serverapp", "flwr.supercore.logger", "flwr.supercore.tls"),
        *("engine.flower.server_app", "engine.flower.transport"),
    ],
    "client": [
        *("numpy", "numpy.ma", "pyarrow.parquet"),  # numpy imports numpy.ma only when it is first used
        # Needed to read a Parquet file. If each process imported it later, every message would take 75 ms longer.
        "pyarrow.dataset",
        *("flwr.clientapp.client_app", "flwr.common.serde", "flwr.proto.message_pb2", "flwr.supercore.object_ref"),
        *("engine.flower.client_app", "engine.flower.worker"),
    ],
}
# modules that are never imported here, because no app uses them, or only apps of the other role
_LEFT_OUT = {
    "server": ("build", "demo_data", "pooled", "flower"),
    "client": ("build", "demo_data", "pooled", "flower", "export", *(f"run.{one}" for one in _OF_SERVER)),
}


def names(role: str) -> list[str]:
    """Return the modules for a role, `server` or `client`: libraries, and all engine modules that an algorithm may
    use."""
    left_out = tuple(f"engine.{name}" for name in _LEFT_OUT[role])
    library = (found.name for found in pkgutil.walk_packages(engine.__path__, "engine.") if not found.ispkg)
    return [
        *_ALWAYS[role],
        *(name for name in library if not f"{name}.".startswith(tuple(f"{out}." for out in left_out))),
    ]


class _NoPandas:
    """Blocks the import of pandas. PyArrow imports pandas if it is installed, as for our tests, which takes 25 MB and a
    second although no app uses it."""

    def find_spec(self, name: str, *_: object) -> None:
        if name == "pandas":
            raise ModuleNotFoundError("no app uses pandas", name=name)


def load(role: str) -> None:
    """Import the modules. A module that cannot be imported is logged, and a process that needs it imports it later."""
    sys.meta_path.insert(0, _NoPandas())
    for name in names(role):
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(f"not preloaded: {name} ({error})", flush=True)
    # Freeze the imported objects. Otherwise the garbage collector writes to each object that it visits, and every fork
    # gets its own copy of the memory.
    gc.collect()
    gc.freeze()
