"""What an algorithm must say about itself. Everything else (messages, statistics, scores, export) is shared."""

import hashlib
import importlib.util
import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from engine.errors import PartyError
from engine.metrics import Sums, score_classes, score_numbers
from engine.network import Arrays, Layer, forward, softmax
from engine.preprocessing import Encoding, LabelEncoding

FOLDERS = Path(__file__).resolve().parent.parent / "algorithms"
Parameters = dict[str, float | int | str]


@dataclass(frozen=True)
class Algorithm:
    """What an algorithm.py hands over.

    `initial(features, outputs, parameters, rng)` makes the first global model; `fit(model, inputs, targets, parameters,
    label_kind, rng)` is one local pass from inputs [rows, features] and targets [rows, outputs] to new arrays of the
    same shapes; `layers(model)` describes the model for scoring and export. `manifest` is manifest.json, read.
    """

    manifest: dict
    initial: Callable[[int, int, Parameters, np.random.Generator], Arrays]
    fit: Callable[[Arrays, np.ndarray, np.ndarray, Parameters, str, np.random.Generator], Arrays]
    layers: Callable[[Arrays], list[Layer]]

    @property
    def label_kinds(self) -> tuple[str, ...]:
        """What it can predict: `classes`, `number` or both."""
        kinds = {"number" if kind == "regression" else "classes" for kind in self.manifest["labelKinds"]}
        return tuple(sorted(kinds))

    def parameters(self, given: dict) -> Parameters:
        """Given values over the manifest's defaults. Raises PartyError `parameter.invalid` (name, minimum,
        maximum), `parameter.unknown` (name)."""
        known = {said["name"]: said for said in self.manifest["parameters"]}
        if strangers := sorted(set(given) - set(known)):
            raise PartyError("parameter.unknown", name=strangers[0])
        return {name: _checked(said, given.get(name, said["default"])) for name, said in known.items()}

    def predict(self, model: Arrays, label: LabelEncoding, inputs: np.ndarray) -> np.ndarray:
        """Probabilities [rows, classes], or numbers [rows, 1] in the label's unit."""
        outputs = forward(self.layers(model), inputs)
        return softmax(outputs) if label.kind == "classes" else label.decode(outputs)

    def score(self, model: Arrays, encoding: Encoding, inputs: np.ndarray, targets: np.ndarray) -> Sums:
        """Sums (see metrics) for encoded inputs [rows, features] and targets [rows, outputs]."""
        predicted = self.predict(model, encoding.label, inputs)
        if encoding.label.kind == "classes":
            return score_classes(predicted, targets)
        return score_numbers(predicted[:, 0], encoding.label.decode(targets)[:, 0], encoding.label.deviation)


def load_algorithm(algorithm_id: str) -> Algorithm:
    """The algorithm of a folder in this checkout, by id (`logistic-regression`); a worker gets its own from the FAB."""
    source = FOLDERS / algorithm_id.replace("-", "_") / "algorithm.py"
    spec = importlib.util.spec_from_file_location(f"tessera_{source.parent.name}", source)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.ALGORITHM


def read_manifest(source: str) -> dict:
    """manifest.json beside an algorithm's algorithm.py."""
    return json.loads(Path(source).with_name("manifest.json").read_text(encoding="utf-8"))


def random_for(*parts: object) -> np.random.Generator:
    """Random numbers that depend on the run and round only: a resumed run draws what a straight one would."""
    digest = hashlib.sha256("|".join(map(str, parts)).encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))


def _checked(said: dict, value: object) -> float | int | str:
    number = isinstance(value, int | float) and not isinstance(value, bool)
    whole = said["type"] != "integer" or (number and float(value).is_integer())
    if not number or not whole or not said["minimum"] <= value <= said["maximum"]:
        raise PartyError("parameter.invalid", name=said["name"], minimum=said["minimum"], maximum=said["maximum"])
    return int(value) if said["type"] == "integer" else float(value)
