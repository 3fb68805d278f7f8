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
from engine.errors import PartyError, RunError
from engine.privacy.terms import Total, encode
from engine.targets import Classes, Number, target_from_json
from engine.targets.classes import softmax
from engine.targets.label import LabelNames, choose_target

RNG = np.random.default_rng(5)
CLASSES = Classes("y", ("a", "b", "c"))
PARTS = [slice(0, 5), slice(5, 30), slice(30, 97)]


def together(target, outputs, targets, parts=PARTS):
    """Scores of all parties, as they travel."""
    terms = target.score_terms(len(outputs))
    answers = [encode(terms, target.score(outputs[part], targets[part]), len(parts)) for part in parts]
    total = Total.of(terms, answers, len(parts))
    return {name: total[name] for name in terms}


def test_parties_together_are_exactly_the_pooled_scores_of_classes():
    outputs, truth = RNG.normal(size=(97, 3)), RNG.integers(0, 3, 97)
    metrics = CLASSES.metrics(together(CLASSES, outputs, np.eye(3)[truth]))

    probabilities, guess = softmax(outputs), outputs.argmax(axis=1)
    macro = {"average": "macro", "zero_division": 0}
    assert metrics == pytest.approx({
        "loss": log_loss(truth, probabilities), "accuracy": accuracy_score(truth, guess),
        "precision": precision_score(truth, guess, **macro), "recall": recall_score(truth, guess, **macro),
        "f1": f1_score(truth, guess, **macro),
    })  # fmt: skip


def test_a_class_nobody_has_or_guesses_does_not_lower_the_average():
    targets = np.eye(3)[[0, 0, 1, 1]]
    metrics = CLASSES.metrics(CLASSES.score(1e3 * targets, targets))
    assert metrics == pytest.approx({"loss": 0, "accuracy": 1, "precision": 1, "recall": 1, "f1": 1}, abs=1e-9)


def test_parties_together_are_exactly_the_pooled_scores_of_numbers():
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


def test_r2_has_no_meaning_for_a_label_that_does_not_vary():
    target = Number("y", 2.0)
    assert "r2" not in target.metrics(target.score(np.ones((3, 1)), np.zeros((3, 1))))


@pytest.mark.parametrize("outputs", [np.nan, np.inf, -np.inf, 1e300])
@pytest.mark.parametrize("target", [Number("y"), CLASSES], ids=["number", "classes"])
def test_a_model_that_ran_away_scores_within_the_declared_bounds(target, outputs):
    targets = np.eye(3)[[0, 1, 2]] if target is CLASSES else np.zeros((3, 1))
    with np.errstate(all="ignore"):
        scores = target.score(np.full((3, target.outputs), outputs), targets)
    assert encode(target.score_terms(3), scores, 3)


def test_targets_survive_the_wire():
    for target in (Classes("y", ("0", "1"), integral=True), Number("cost", 3.5, 2.0)):
        assert target_from_json(target.to_json()) == target


def label_of(labels: list):
    return table_of(pa.table({"x": np.arange(float(len(labels))), "y": labels}), ["x"], "y").label


def names(labels: list, kinds: tuple[str, ...] = ("classes",)) -> LabelNames:
    return LabelNames.of(label_of(labels), kinds)


def chosen(labels: list, kinds: tuple[str, ...] = ("classes",), agreed: tuple[str, ...] = ()):
    said = names(labels, kinds)
    assert LabelNames.from_texts(said.to_texts()) == said
    return choose_target("y", {"1001": said}, kinds, len(labels), agreed)


@pytest.mark.parametrize(
    ("labels", "kinds", "classes", "countable"),
    [
        ([7, 7, 8, 8, 9], ("number",), (), False),
        (["a", "a", "b", "b", "c"], ("number",), (), False),
        ([7, 7, 8, 8, 9], ("classes",), ("7", "8"), True),
        (["a", "a", "b", "b", "Mrs. Smith"], ("classes", "number"), ("a", "b"), True),
        ([7, 7, 8, 8, 9], ("classes", "number"), ("7", "8"), True),
        ([1.5, 1.5, 2, 2, 3], ("classes", "number"), (), False),
        (list(range(20)) * 2, ("classes", "number"), tuple(sorted(map(str, range(20)))), True),
        (list(range(21)) * 2, ("classes", "number"), (), False),
        (list(range(51)) * 2, ("classes",), (), False),
        ([f"name {number}" for number in range(51)] * 2, ("classes",), (), False),
    ],
)
def test_of_a_label_only_classes_leave_and_only_those_of_two_rows(labels, kinds, classes, countable):
    said = names(labels, kinds)
    assert (said.classes, said.countable) == (classes, countable)


def test_a_class_of_a_single_row_is_covered_by_another_party_or_named_as_the_reason():
    rows, covering, other = [0, 0, 1, 1, 2], [0, 0, 2, 2, 1], [0, 0, 0, 1, 1]
    covered = choose_target("y", {"1": names(rows), "2": names(covering)}, ("classes",), 10)
    assert covered.encode(label_of(rows)).argmax(axis=1).tolist() == [0, 0, 1, 1, 2]

    uncovered = choose_target("y", {"1": names(rows), "2": names(other)}, ("classes",), 10)
    assert uncovered.classes == ("0", "1")
    with pytest.raises(PartyError) as caught:
        uncovered.encode(label_of(rows))
    assert (caught.value.code, caught.value.params) == ("data.label-rare-class", {"column": "y", "rows": 1})


@pytest.mark.parametrize(
    ("labels", "kinds", "kind", "classes"),
    [
        (["b", "a"] * 5, ("classes",), "classes", ("a", "b")),
        ([10, 9, 2] * 5, ("classes",), "classes", ("2", "9", "10")),
        ([True, False] * 5, ("classes",), "classes", ("false", "true")),
        ([1.0, 0.0] * 5, ("classes", "number"), "classes", ("0", "1")),
        (list(range(30)), ("classes", "number"), "number", ()),
        (list(range(8)), ("classes", "number"), "number", ()),
        ([1.5, 2.5] * 5, ("classes", "number"), "number", ()),
        ([1, 0] * 5, ("number",), "number", ()),
    ],
)
def test_what_a_label_is(labels, kinds, kind, classes):
    target = chosen(labels, kinds)
    assert (target.kind, getattr(target, "classes", ())) == (kind, classes)


@pytest.mark.parametrize(
    ("labels", "kinds", "agreed", "classes"),
    [
        (list("ababab"), ("classes",), ("b", "c", "a"), ("b", "c", "a")),  # nobody has rows of c
        ([1, 0] * 5, ("classes",), ("1", "0"), ("1", "0")),
        ([1, 0] * 5, ("classes", "number"), ("1.0", "0.0", "2.0"), ("1", "0", "2")),
        (list("aabbc"), ("classes",), ("c", "b", "a"), ("c", "b", "a")),  # a single row's class counts once agreed
    ],
)
def test_agreed_classes_keep_the_order_of_their_codes(labels, kinds, agreed, classes):
    target = chosen(labels, kinds, agreed)
    assert target.classes == classes
    codes = target.encode(label_of(labels)).argmax(axis=1)
    assert [classes[code] for code in codes] == [str(value) for value in labels]


def test_an_amount_has_no_classes_even_where_some_are_agreed():
    assert chosen(list(range(6)), ("number",), ("1", "0")).kind == "number"


@pytest.mark.parametrize(
    ("labels", "kinds", "agreed", "code"),
    [
        (["a"] * 6, ("classes",), (), "data.label-one-class"),
        ([1] * 6, ("classes", "number"), (), "data.label-one-class"),
        (["a", "a", "b", "c", "d"], ("classes",), (), "data.label-one-class"),
        ([1.5, 2.5, 3.5] * 2, ("classes",), (), "data.label-too-many-classes"),
        ([f"name {number}" for number in range(60)], ("classes",), (), "data.label-too-many-classes"),
        (["a", "b"] * 3, ("number",), (), "data.not-numeric"),
        ([1, 0] * 5, ("classes",), ("0", "1", "unclear"), "data.type-mismatch"),
        (list("aabbcc"), ("classes",), ("a", "b"), "data.class-unknown"),
    ],
)
def test_labels_that_cannot_be_learnt(labels, kinds, agreed, code):
    with pytest.raises(RunError) as caught:
        chosen(labels, kinds, agreed)
    assert caught.value.code == code


def test_a_label_of_numbers_here_and_text_there_is_named():
    with pytest.raises(RunError) as caught:
        choose_target("y", {"1": names([1, 0] * 3), "2": names(["1", "0"] * 3)}, ("classes",), 12)
    assert (caught.value.code, caught.value.params) == ("data.type-mismatch", {"column": "y"})
