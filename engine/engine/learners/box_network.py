"""A small network that detects boxes in pictures, without anchors. Residual blocks reduce the picture to an eighth and
to a sixteenth of its size, and their outputs are combined. For each cell, the network predicts a heat for every class
and the distances to the four sides of an object (as in Zhou et al. 2019, arXiv:1904.07850, and Tian et al. 2019,
arXiv:1904.01355).

The bias of the heat starts so low that hardly any cell counts as an object. Otherwise the first steps would diverge.
"""

from collections.abc import Callable

import numpy as np

from engine.learners.augmentation import Changed, changed
from engine.learners.convolution_steps import Net, add_scaled, by_channel, kernel_of, learned
from engine.learners.convolutions import (
    arrays_of,
    block,
    convolved,
    first_weights,
    in_a_row,
    normalised,
    scaled,
    shapes_of,
)
from engine.learners.learner import Learner, Parameters
from engine.learners.mini_batches import trained
from engine.learners.onnx_inputs import OnnxColumns
from engine.privacy.terms import Arrays
from engine.targets.box_painting import cells_of, losses_of, painted
from engine.targets.found_boxes import Maps

STEM, WIDTH = 16, 48  # number of channels
BLOCKS = {"quarter": (STEM, 32), "eighth": (32, WIDTH), "sixteenth": (WIDTH, WIDTH), "head": (WIDTH, WIDTH)}
SHAPES = shapes_of(STEM, BLOCKS)
LOW_HEAT, FIRST_SIDES = -3.0, 1.0  # initial biases of heat and distances
AT_ONCE = 16  # number of pictures per batch in prediction
MIN_LEFT = 0.5  # minimum share of a box that must remain in a moved picture; boxes with less are dropped


def box_learner(side: int) -> Learner:
    """Return the learner for pictures of `side` x `side` pixels. It reads `augmentation`, `l2` and the parameters of
    `trained`."""

    def start(_features: int, outputs: int, parameters: Parameters, rng: np.random.Generator) -> Arrays:
        """Return the first model for `outputs` classes."""
        return {
            "trunk": first_weights(rng, SHAPES),
            "heat-weights": rng.normal(0, 0.01, (3, 3, WIDTH, outputs)),
            "heat-bias": np.full(outputs, LOW_HEAT),
            "sides-weights": rng.normal(0, 0.01, (3, 3, WIDTH, 4)),
            "sides-bias": np.full(4, FIRST_SIDES),
        }

    def fit(
        model: Arrays,
        inputs: np.ndarray,
        targets: np.ndarray,
        parameters: Parameters,
        label_kind: str,
        rng: np.random.Generator,
    ) -> Arrays:
        """Return the model after training passes over pixels [rows, side x side x 3] and each row's boxes (see
        `engine.targets.boxes`)."""
        l2 = np.float32(parameters["l2"])

        def gradients_of(current: Arrays, batch: np.ndarray) -> Arrays:
            new = changed(scaled(inputs[batch], side), parameters["augmentation"], rng)
            return gradients(current, new.pictures, along(targets[batch], new), l2)

        return trained(model, len(inputs), parameters, rng, gradients_of)

    def compute(model: Arrays, inputs: np.ndarray) -> Maps:
        return found_in(model, inputs, side)

    def export(model: Arrays, inputs: OnnxColumns) -> tuple[str, str, int]:
        return *add_maps(model, inputs, side), side

    return Learner(start, fit, compute, export, side=side)


def gradients(model: Arrays, pictures: np.ndarray, boxes: list[np.ndarray], l2: float | np.floating) -> Arrays:
    """Return the gradients of the mean loss of scaled pictures [N, side, side, 3] with these boxes, plus l2/2 x squared
    weights without biases."""
    heat, sides, back = maps(model, pictures)
    want = painted(boxes, heat.shape[-1], pictures.shape[1])
    _, by_heat, by_sides = losses_of(heat, sides, want)
    gradients = back(by_heat / len(boxes), by_sides / len(boxes))
    return {
        name: gradient if name.endswith("bias") else gradient + l2 * model[name] for name, gradient in gradients.items()
    }


def found_in(model: Arrays, pixels: np.ndarray, side: int) -> Maps:
    """Return the model's outputs for pixels [rows, side x side x 3], in single precision as in the model's file."""
    single = {name: values.astype(np.float32) for name, values in model.items()}
    starts = range(0, len(pixels), AT_ONCE)
    parts = [maps(single, scaled(pixels[start : start + AT_ONCE], side))[:2] for start in starts]
    cells, classes = cells_of(side), model["heat-bias"].size
    heat, sides = (np.zeros((0, cells, cells, last), dtype=np.float32) for last in (classes, 4))
    return Maps(np.concatenate([heat, *[one for one, _ in parts]]),
                np.concatenate([sides, *[other for _, other in parts]]), side)  # fmt: skip


def maps(model: Arrays, pictures: np.ndarray) -> tuple[np.ndarray, np.ndarray, Callable]:
    """Return raw heat [N, h, w, classes] and distances [N, h, w, 4] of scaled pictures, and the backward pass, which
    maps the gradients by both to the gradients by all arrays."""
    arrays, gradients = arrays_of(model["trunk"], SHAPES), {}
    stem, back_stem = normalised(arrays, "stem", pictures, 2, gradients)
    quarter, back_quarter = block(arrays, "quarter", np.maximum(stem, 0), gradients)
    fine, back_fine = block(arrays, "eighth", quarter, gradients)
    coarse, back_coarse = block(arrays, "sixteenth", fine, gradients)
    wide, back_wide = doubled(coarse, fine.shape[1])
    both, back_both = block(arrays, "head", fine + wide, gradients, stride=1)
    heat, back_heat = convolved(both, model["heat-weights"], 1)
    sides, back_sides = convolved(both, model["sides-weights"], 1)

    def back(by_heat: np.ndarray, by_sides: np.ndarray) -> Arrays:
        one, heat_weights = back_heat(by_heat)
        other, sides_weights = back_sides(by_sides)
        gradient = back_both(one + other)
        back_stem(back_quarter(back_fine(gradient + back_coarse(back_wide(gradient)))) * (stem > 0))
        return {
            "trunk": in_a_row(gradients, SHAPES),
            "heat-weights": heat_weights,
            "heat-bias": by_heat.sum(axis=(0, 1, 2)),
            "sides-weights": sides_weights,
            "sides-bias": by_sides.sum(axis=(0, 1, 2)),
        }

    return heat + model["heat-bias"], sides + model["sides-bias"], back


def add_maps(model: Arrays, inputs: OnnxColumns, side: int) -> tuple[str, str]:
    """Add nodes that compute the same as `maps`: raw heat [N, classes, h, w] and distances [N, 4, h, w]."""
    step, cells = inputs.graph.steps("boxes_of"), cells_of(side)
    pictures = add_scaled(step, inputs.columns[0], side)
    net = Net(step, model["trunk"], SHAPES)
    quarter = net.block("quarter", step("Relu", net.normalised("stem", pictures, 2)))
    fine = net.block("eighth", quarter)
    coarse = net.block("sixteenth", fine)
    # The empty input is Resize's region of interest, which is not needed. Resize scales by the factors that follow.
    wide = step("Resize", coarse, "", np.array([1, 1, 2, 2], dtype=np.float32), mode="nearest",
                coordinate_transformation_mode="asymmetric", nearest_mode="floor")  # fmt: skip
    cut = step("Slice", wide, [0, 0], [cells, cells], [2, 3])
    both = net.block("head", step("Add", fine, cut), stride=1)
    found = []
    for name in ("heat", "sides"):
        weights, bias = (learned(step.graph, f"{name}-{part}", model[f"{name}-{part}"]) for part in ("weights", "bias"))
        raw = step("Conv", both, kernel_of(step, weights), pads=[1] * 4)
        found.append(step("Add", raw, by_channel(step, bias)))
    return found[0], found[1]


def doubled(coarse: np.ndarray, cells: int) -> tuple[np.ndarray, Callable[[np.ndarray], np.ndarray]]:
    """Return each cell repeated 2 x 2 times, cropped to `cells` cells on either side, and the backward pass."""
    shape = coarse.shape

    def back(gradient: np.ndarray) -> np.ndarray:
        more = 2 * shape[1] - cells
        whole = np.pad(gradient, ((0, 0), (0, more), (0, more), (0, 0)))
        return whole.reshape(shape[0], shape[1], 2, shape[2], 2, shape[3]).sum(axis=(2, 4))

    return coarse.repeat(2, axis=1).repeat(2, axis=2)[:, :cells, :cells], back


def along(boxes: np.ndarray, new: Changed) -> list[np.ndarray]:
    """Return each picture's boxes, moved and mirrored like the picture. Boxes that are mostly outside afterwards are
    dropped."""
    side, found = new.pictures.shape[1], []
    for own, (down, right), mirrored in zip(boxes, new.moves, new.mirrored, strict=True):
        moved = own.copy()
        moved[:, [1, 3]] += right / side
        moved[:, [2, 4]] += down / side
        if mirrored:
            moved[:, [1, 3]] = 1 - moved[:, [3, 1]]
        cut = moved.copy()
        cut[:, 1:] = np.clip(moved[:, 1:], 0, 1)
        left = np.prod(cut[:, 3:] - cut[:, 1:3], axis=1) / np.prod(moved[:, 3:] - moved[:, 1:3], axis=1)
        found.append(cut[left >= MIN_LEFT])
    return found
