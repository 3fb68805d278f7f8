import numpy as np
import pyarrow as pa
import pytest
from sklearn.metrics import (
    accuracy_score,
    f1_score,
    log_loss,
    mean_absolute_error,
    precision_score,
    r2_score,
    recall_score,
    root_mean_squared_error,
)  # fmt: skip

from engine.data.table import table_of
from engine.errors import PartyError
from engine.pooled import agreed_target
from engine.privacy.terms import Total, encode
from engine.targets import Classes, Number, target_of
from engine.targets.classes import softmax

RNG = np.random.default_rng(5)
CLASSES = Classes("y", ("a", "b", "c"))
PARTS = [slice(0, 5), slice(5, 30), slice(30, 97)]


def together(target, outputs, targets, parts=PARTS):
    """Returns the sum of the scores of all parties as they are sent."""
    terms = target.score_terms(len(outputs))
    answers = [encode(terms, target.score(outputs[part], targets[part]), len(parts)) for part in parts]
    total = Total.of(terms, answers, len(parts))
    return {name: total[name] for name in terms}


def test_scores_of_classes_over_parties_equal_the_pooled_scores():
    outputs, truth = RNG.normal(size=(97, 3)), RNG.integers(0, 3, 97)
    metrics = CLASSES.metrics(together(CLASSES, outputs, np.eye(3)[truth]))

    probabilities, guess = softmax(outputs), outputs.argmax(axis=1)
    macro = {"average": "macro", "zero_division": 0}
    assert metrics == pytest.approx({
        "loss": log_loss(truth, probabilities), "accuracy": accuracy_score(truth, guess),
        "precision": precision_score(truth, guess, **macro), "recall": recall_score(truth, guess, **macro),
        "f1": f1_score(truth, guess, **macro),
    })  # fmt: skip


def test_a_class_that_is_neither_present_nor_predicted_does_not_lower_a_macro_average():
    targets = np.eye(3)[[0, 0, 1, 1]]
    metrics = CLASSES.metrics(CLASSES.score(1e3 * targets, targets))
    assert metrics == pytest.approx({"loss": 0, "accuracy": 1, "precision": 1, "recall": 1, "f1": 1}, abs=1e-9)


def test_scores_of_numbers_over_parties_equal_the_pooled_scores():
    truth = np.concatenate([RNG.normal(1e6, 1, 10), RNG.normal(1e6 + 9, 3, 87)])
    guess = truth + RNG.normal(0, 2, 97)
    target = Number("y", 1e6, 2.0)
    scaled = [((values - target.mean) / target.deviation)[:, None] for values in (guess, truth)]
    scores = together(target, *scaled)

    assert target.metrics(scores) == pytest.approx({
        "loss": root_mean_squared_error(truth, guess) ** 2 / 4, "rmse": root_mean_squared_error(truth, guess),
        "mae": mean_absolute_error(truth, guess), "r2": r2_score(truth, guess),
    })  # fmt: skip
    assert len(scores["residuals"]) == 22 and sum(scores["residuals"]) == 97


def test_r2_is_undefined_for_a_constant_label():
    target = Number("y", 2.0)
    assert "r2" not in target.metrics(target.score(np.ones((3, 1)), np.zeros((3, 1))))


@pytest.mark.parametrize("outputs", [np.nan, np.inf, -np.inf, 1e300])
@pytest.mark.parametrize("target", [Number("y"), CLASSES], ids=["number", "classes"])
def test_scores_of_outputs_that_are_not_finite_are_within_the_declared_bounds(target, outputs):
    targets = np.eye(3)[[0, 1, 2]] if target is CLASSES else np.zeros((3, 1))
    with np.errstate(all="ignore"):
        scores = target.score(np.full((3, target.outputs), outputs), targets)
    assert encode(target.score_terms(3), scores, 3)


def label_of(labels: list):
    return table_of(pa.table({"x": np.arange(float(len(labels))), "y": labels}), ["x"], "y").label


def planned(labels: list, kinds: tuple[str, ...] = ("classes",)) -> dict:
    """Returns the target that the plan of a single party with this label contains."""
    return agreed_target([label_of(labels)], kinds)


@pytest.mark.parametrize(
    ("labels", "kinds", "classes", "integral"),
    [
        (["b", "a"] * 5, ("classes",), ["a", "b"], False),
        ([10, 9, 2] * 5, ("classes",), ["2", "9", "10"], True),
        ([True, False] * 5, ("classes",), ["false", "true"], False),
        ([1.0, 0.0] * 5, ("classes", "number"), ["0", "1"], True),
        # one class has only four rows, which are too few to be in the plan
        (list("aaaaabbbbbcccc"), ("classes",), ["a", "b"], False),
    ],
)
def test_the_plan_contains_only_classes_with_enough_rows(labels, kinds, classes, integral):
    declared = {"kind": "classes", "column": "y", "classes": classes, "integral": integral}
    assert planned(labels, kinds) == declared
    codes = target_of(declared).encode(label_of([name for name in labels if name != "c"])).argmax(axis=1)
    assert codes.max() == len(classes) - 1


@pytest.mark.parametrize("labels", [list(range(21)) * 5, list(range(8)), [1.5, 2.5] * 5], ids=["many", "rare", "parts"])
def test_a_label_is_a_number_if_its_values_are_not_classes(labels):
    assert planned(labels, ("classes", "number")) == {"kind": "number", "column": "y"}
    target = target_of(planned(labels, ("number",)), (2.0, 0.5))
    assert target.encode(label_of(labels))[0, 0] == (labels[0] - 2) * 2


def test_the_error_for_a_class_outside_the_plan_counts_its_rows():
    target = Classes("y", ("0", "1"), integral=True)
    target.check(label_of([0, 1, 2, 0, 1]))
    with pytest.raises(PartyError) as caught:
        target.encode(label_of([0, 1, 2, 0, 1]))
    assert (caught.value.code, caught.value.params) == ("data.label-rare-class", {"column": "y", "rows": 1})


@pytest.mark.parametrize(
    ("target", "labels"),
    [
        (Classes("y", ("0", "1"), integral=True), list("01010")),
        (Classes("y", ("0", "1"), integral=True), [0, 1, 0.5, 0, 1]),
        (Classes("y", ("0", "1")), [0, 1, 0, 1, 0]),
        (Number("y"), list("01010")),
    ],
)
def test_the_error_for_a_label_of_another_type_than_the_plan_names_the_label(target, labels):
    with pytest.raises(PartyError) as caught:
        target.check(label_of(labels))
    assert (caught.value.code, caught.value.params) == ("data.type-mismatch", {"column": "y"})
