"""What a process has imported before it becomes an app: a fork then costs milliseconds, and one that runs as another
user finds its libraries in memory, as it may not read the folders they lie in.
"""

import importlib
import pkgutil

import engine

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
    "server": {"build", "demo_data", "pooled"},
    "client": {"build", "demo_data", "pooled", "checkpoint", "events", "export", "grid", "result", "rounds", "runs"},
}


def names(role: str) -> list[str]:
    """The modules for a role, `server` or `client`: libraries, and all of the engine that an algorithm may use."""
    library = [f"engine.{found.name}" for found in pkgutil.iter_modules(engine.__path__) if not found.ispkg]
    return [*_ALWAYS[role], *(name for name in library if name.partition(".")[2] not in _LEFT_OUT[role])]


def load(role: str) -> None:
    """Import them; what cannot be is said and left to whoever needs it."""
    for name in names(role):
        try:
            importlib.import_module(name)
        except ImportError as error:
            print(f"not kept warm: {name} ({error})", flush=True)
