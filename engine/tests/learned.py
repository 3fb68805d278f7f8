"""A model of the pool as the platform reads it from its file, to be trained on from."""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

LEARNED = re.compile(r"(weights|bias)\d+|learned_.+")


def start_of(file: Path) -> tuple[dict, bytes]:
    """What a plan says of it, and its numbers."""
    model = onnx.load(file)
    held = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    columns = sorted(int(name[1:-5]) for name in held if re.fullmatch(r"c\d+_mean", name))
    pairs = [(held[f"c{place}_mean"], held[f"c{place}_factor"]) for place in columns]
    if "x_mean" in held:
        pairs = [(held["x_mean"], held["x_factor"])]
    means, factors = (np.concatenate([np.ravel(pair[end]) for pair in pairs] or [[]]) for end in (0, 1))
    scales = [[float(mean), 1 / float(factor) if factor else 0.0] for mean, factor in zip(means, factors, strict=True)]
    of_label = [held[f"label_{name}"].item() for name in ("mean", "deviation")] if "label_mean" in held else None
    numbers = np.concatenate([values.ravel() for name, values in held.items() if LEARNED.fullmatch(name)])
    content = numbers.astype("<f8").tobytes()
    named = {"modelId": "m1", "model": "Model X", "task": "Task Y", "file": "0" * 64}
    inputs = json.loads(model.metadata_props[0].value).get("inputs", [])
    codes = [one["rest"] for one in inputs if "rest" in one]
    named |= {"rest": [[one["other"], one["missing"]] for one in codes]} if codes else {}
    return named | {"scales": scales, "scale": of_label, "numbers": hashlib.sha256(content).hexdigest()}, content
