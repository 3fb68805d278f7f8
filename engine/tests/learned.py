"""Reads a model of the pool from its file as the platform does, so that a run can start from the model."""

import hashlib
import json
import re
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

LEARNED = re.compile(r"(weights|bias)\d+|learned_.+")


def start_of(file: Path) -> tuple[dict, bytes]:
    """Returns the plan's declaration of the model, and the model's numbers."""
    model = onnx.load(file)
    initializers = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    columns = sorted(int(name[1:-5]) for name in initializers if re.fullmatch(r"c\d+_mean", name))
    pairs = [(initializers[f"c{place}_mean"], initializers[f"c{place}_factor"]) for place in columns]
    if "x_mean" in initializers:
        pairs = [(initializers["x_mean"], initializers["x_factor"])]
    means, factors = (np.concatenate([np.ravel(pair[end]) for pair in pairs] or [[]]) for end in (0, 1))
    scales = [[float(mean), 1 / float(factor) if factor else 0.0] for mean, factor in zip(means, factors, strict=True)]
    of_label = (
        [initializers[f"label_{name}"].item() for name in ("mean", "deviation")]
        if "label_mean" in initializers
        else None
    )
    numbers = np.concatenate([values.ravel() for name, values in initializers.items() if LEARNED.fullmatch(name)])
    content = numbers.astype("<f8").tobytes()
    declared = {"modelId": "m1", "model": "Model X", "task": "Task Y", "file": "0" * 64}
    inputs = json.loads(model.metadata_props[0].value)["input"].get("columns", [])
    codes = [one["rest"] for one in inputs if "rest" in one]
    declared |= {"rest": [[one["other"], one["missing"]] for one in codes]} if codes else {}
    return declared | {"scales": scales, "scale": of_label, "numbers": hashlib.sha256(content).hexdigest()}, content
