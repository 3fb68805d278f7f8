"""An algorithm: its manifest, and the protocol that it creates from a plan."""

import importlib.util
import json
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from engine.errors import PartyError
from engine.learners.learner import Parameters
from engine.protocols.local_run import LocalRun
from engine.protocols.on_data import data_kind_of
from engine.protocols.on_rows import OnRows
from engine.protocols.protocol import FederatedProtocol

# Maps a manifest's kind of label to the kind of label in a plan. All kinds that are not listed become classes.
LABEL_KINDS = {
    "regression": "number", "count": "count", "event": "event",
    "entities": "entities", "boxes": "boxes", "labels": "labels",
}  # fmt: skip
# Name of the parameter that makes every party also train alone at the end of a run, so that the models can be compared.
COMPARES = "compare_alone"
FOLDERS = Path(__file__).resolve().parent.parent / "algorithms"


@dataclass(frozen=True)
class Algorithm:
    """The contents of an algorithm.py: `manifest` is the parsed manifest.json; `compose(plan, parameters, kinds)`
    creates the protocol for one plan, with its parameters checked, from data, targets and learner."""

    manifest: dict
    compose: Callable[[dict, Parameters, tuple[str, ...]], OnRows]

    @property
    def label_kinds(self) -> tuple[str, ...]:
        """Kinds of label that the algorithm can predict: `classes`, `number`, `classes` and `number`, `count`, `event`,
        `entities`, `boxes`, `labels`, or none."""
        kinds = {LABEL_KINDS.get(kind, "classes") for kind in self.manifest["labelKinds"]}
        return tuple(sorted(kinds))

    @property
    def data_kind(self) -> str:
        """Kind of the data in a plan, a key of `KINDS` in on_data.py."""
        return data_kind_of(self.manifest["contentTypes"][0], self.label_kinds)

    def protocol(self, plan: dict) -> FederatedProtocol:
        """Return the protocol of a plan: a local run if the plan names a single party. Raises PartyError for the same
        errors as `parameters`, and ValueError if the plan has another kind of data than this algorithm."""
        protocol = self.on_rows(plan)
        return LocalRun(protocol, plan["maxRounds"]) if len(plan.get("parties", ())) == 1 else protocol

    def on_rows(self, plan: dict) -> OnRows:
        """Return the protocol of a plan for any number of parties. Raises the same errors as `protocol`."""
        if plan["data"]["kind"] != self.data_kind:
            raise ValueError("the algorithm learns from another kind of data")
        parameters = self.parameters(plan["parameters"])
        protocol = self.compose(plan, parameters, self.label_kinds)
        return protocol if parameters.get(COMPARES, True) else protocol.without_comparison()

    def parameters(self, given: dict) -> Parameters:
        """Return the given parameter values, completed with the manifest's defaults. Raises PartyError
        `parameter.invalid` (name, minimum, maximum), `parameter.no-choice` (name, choices), `parameter.withdrawn`
        (name), or `parameter.unknown` (name)."""
        for name, value in self.manifest.get("withdrawn", {}).items():
            if given.get(name) == value:
                raise PartyError("parameter.withdrawn", name=name)
        known = {parameter["name"]: parameter for parameter in self.manifest["parameters"]}
        if strangers := sorted(set(given) - set(known)):
            raise PartyError("parameter.unknown", name=strangers[0])
        return {name: _checked(parameter, given.get(name, parameter["default"])) for name, parameter in known.items()}


def load_algorithm(algorithm_id: str) -> Algorithm:
    """Load an algorithm of this installation by its id, such as `logistic-regression`."""
    return read_algorithm(FOLDERS / algorithm_id.replace("-", "_"))


def read_algorithm(folder: Path) -> Algorithm:
    """Load the algorithm that a folder's algorithm.py defines. The file may import other files of its folder by their
    names, as in its bundle, but only at module level. Raises OSError if the folder has no algorithm.py."""
    spec = importlib.util.spec_from_file_location(f"tessera_{folder.name}", folder / "algorithm.py")
    if spec is None or spec.loader is None:
        raise ImportError(f"{folder} has no algorithm.py")
    module = importlib.util.module_from_spec(spec)
    with _files_of(folder):
        spec.loader.exec_module(module)
    return module.ALGORITHM


@contextmanager
def _files_of(folder: Path) -> Generator[None]:
    """Let imports find the files of this folder by name while the block runs. Afterwards another algorithm's files can
    have the same names."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if Path(getattr(sys.modules[name], "__file__", None) or "/").is_relative_to(folder):
                del sys.modules[name]


def read_manifest(algorithm_file: str) -> dict:
    """Read the manifest.json beside an algorithm.py."""
    return json.loads(Path(algorithm_file).with_name("manifest.json").read_text(encoding="utf-8"))


def _checked(parameter: dict, value: Any) -> float | int | str | bool:
    if parameter["type"] == "choice":
        if value not in parameter["choices"]:
            raise PartyError("parameter.no-choice", name=parameter["name"], choices=", ".join(parameter["choices"]))
        return value
    if parameter["type"] == "boolean":
        if not isinstance(value, bool):
            raise PartyError("parameter.invalid", name=parameter["name"], minimum=0, maximum=1)
        return value
    number = isinstance(value, int | float) and not isinstance(value, bool)
    whole = parameter["type"] != "integer" or (number and float(value).is_integer())
    if not number or not whole or not parameter["minimum"] <= value <= parameter["maximum"]:
        raise PartyError(
            "parameter.invalid", name=parameter["name"], minimum=parameter["minimum"], maximum=parameter["maximum"]
        )
    return int(value) if parameter["type"] == "integer" else float(value)
