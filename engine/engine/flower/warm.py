"""What a process has imported before it becomes an app: a fork then costs milliseconds."""

import importlib
import pkgutil

import engine

_OF_SERVER = ("checkpoint", "driver", "events", "grid", "result", "runs")
_ALWAYS = {
    "server": [
        *("numpy", "onnx", "flwr.serverapp.strategy", "flwr.superlink.runtime"),
        *("flwr.superlink.runtime.run_serverapp", "flwr.supercore.logger", "flwr.supercore.tls"),
        "engine.flower.server_app",
    ],
    "client": [
        *("numpy", "pyarrow.parquet"),
        "pyarrow.dataset",  # which reading a Parquet file imports: 75 ms a message
        *("flwr.clientapp.client_app", "flwr.common.serde", "flwr.proto.message_pb2", "flwr.supercore.object_ref"),
        "engine.flower.client_app",
    ],
}
# What is for no app, or only for the other role's.
_LEFT_OUT = {
    "server": ("build", "demo_data", "pooled", "flower"),
    "client": ("build", "demo_data", "pooled", "flower", "export", *(f"run.{one}" for one in _OF_SERVER)),
}


def names(role: str) -> list[str]:
    """The modules for a role, `server` or `client`: libraries, and all of the engine that an algorithm may use."""
    left_out = tuple(f"engine.{name}" for name in _LEFT_OUT[role])
    library = (found.name for found in pkgutil.walk_packages(engine.__path__, "engine.") if not found.ispkg)
    return [
        *_ALWAYS[role],
        *(name for name in library if not f"{name}.".startswith(tuple(f"{out}." for out in left_out))),
    ]


def load(role: str) -> None:
    """Import them; what cannot be is said and left to whoever needs it."""
    for name in names(role):
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(f"not kept warm: {name} ({error})", flush=True)
