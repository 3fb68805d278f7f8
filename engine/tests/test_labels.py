"""Multi-label targets: they are scored by label and over all labels, each label is learnt separately, and training over
parties gives the same accuracy as in one place."""

import json
from dataclasses import replace

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import (
    accuracy_score,
    f1_score,
    hamming_loss,
    log_loss,
    precision_score,
    recall_score,
    roc_auc_score,
)
from texts import several

from engine.algorithm import load_algorithm
from engine.data.party import Party, Rows
from engine.data.table import table_of
from engine.errors import PartyError
from engine.learners.convolutions import arrays_of
from engine.learners.picture_network import gradients
from engine.learners.proximal import fit as fit_near
from engine.learners.ridge import RIDGE
from engine.learners.trunk import SHAPES, features
from engine.pooled import agreed, plan_for
from engine.privacy.terms import Total, encode
from engine.protocols.averaging_labels import AveragingLabels, _losses
from engine.protocols.averaging_ridge import MIN_OF_CLASS, AveragingRidge, without_few_apart
from engine.protocols.calibrating import STEPS
from engine.protocols.loop import run_here
from engine.protocols.on_rows import stepped
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State
from engine.table import Column, Table
from engine.targets import Classes, Labels

MIN_TRIED, SHIFTS = AveragingLabels.least_tried, AveragingLabels.choices

LABELS = Labels("findings", ("cough", "fever", "rash"))
AVERAGES = {"macro": "", "micro": "multilabel_"}


def column(*lists: list[str]) -> Column:
    return Column("findings", "text", np.array([json.dumps(one) for one in lists], dtype=object))


@pytest.fixture(scope="module")
def rows() -> tuple[np.ndarray, np.ndarray]:
    """Returns outputs and targets of 200 rows with several labels, of which the second is rare."""
    rng = np.random.default_rng(0)
    targets = (rng.random((200, 3)) < [0.5, 0.1, 0.3]).astype(float)
    return rng.normal(2 * targets - 1, 1.2), targets


def test_encodes_labels_as_zeros_and_ones_and_ignores_labels_outside_the_plan():
    actual = LABELS.encode(column(["rash", "cough"], [], ["gout", "fever"]))
    np.testing.assert_array_equal(actual, [[1, 0, 1], [0, 0, 0], [0, 1, 0]])
    for wrong in ("rash", '{"rash": 1}', "[1]"):
        with pytest.raises(PartyError, match=r"data\.type-mismatch"):
            LABELS.check(Column("findings", "text", np.array([wrong], dtype=object)))


@pytest.mark.spec("screens.multilabel-data")
def test_metrics_equal_those_of_scikit_learn(rows):
    outputs, targets = rows
    parts = [LABELS.score(outputs[part], targets[part]) for part in (slice(0, 30), slice(30, 200))]
    actual = LABELS.metrics({name: parts[0][name] + parts[1][name] for name in parts[0]})
    probabilities, predicted = LABELS.predict(outputs), outputs > 0
    expected = {
        "accuracy": accuracy_score(targets, predicted),
        "multilabel_accuracy": 1 - hamming_loss(targets, predicted),
        "loss": np.mean([log_loss(truth, chance) for truth, chance in zip(targets.T, probabilities.T, strict=True)]),
    }
    for average, prefix in AVERAGES.items():
        for name, score in (("precision", precision_score), ("recall", recall_score), ("f1", f1_score)):
            expected[prefix + name] = score(targets, predicted, average=average)
    assert actual == pytest.approx(expected)
    report = LABELS.report(LABELS.score(*rows), LABELS.final(*rows), np.random.default_rng(0))
    scores = report["metrics"]
    assert {name: scores[name]["value"] for name in expected} == pytest.approx(expected)
    assert scores["auc"]["value"] == pytest.approx(
        roc_auc_score(targets, probabilities), abs=scores["auc"]["error"] + 1e-9
    )
    assert scores["brier"]["value"] == pytest.approx(((probabilities - targets) ** 2).mean())
    assert all(one["low"] < one["value"] < one["high"] for one in scores.values())
    assert report["classes"][1]["sensitivity"]["rows"] == targets[:, 1].sum()
    assert report["classes"][1]["ppv"]["value"] == pytest.approx(precision_score(targets[:, 1], predicted[:, 1]))


def test_two_identical_labels_have_intervals_as_wide_as_those_of_one_label(rows):
    outputs, targets = rows
    twice = Labels("findings", ("a", "b"))
    both = [np.repeat(one[:, :1], 2, axis=1) for one in rows]
    alone = replace(twice, classes=("a",))
    one, two = (
        target.report(target.score(*known), target.final(*known), np.random.default_rng(0))["metrics"]
        for target, known in ((alone, (outputs[:, :1], targets[:, :1])), (twice, both))
    )
    for name in ("multilabel_accuracy", "multilabel_precision", "multilabel_recall"):
        # Two identical labels count half each, so the widths agree except for the rounding of Wilson's interval.
        assert two[name]["high"] - two[name]["low"] == pytest.approx(one[name]["high"] - one[name]["low"], rel=0.02)


def test_scores_of_outputs_that_are_not_numbers_are_within_the_bounds():
    scores = LABELS.score(np.full((4, 3), np.nan), np.ones((4, 3)))
    assert (scores["right"], scores["labels"][:, 2].sum()) == (0, 0)
    assert np.isfinite(scores["loss"]) and scores["loss"] <= LABELS.score_terms(4)["loss"].bound


def test_each_label_is_fitted_as_a_separate_two_class_problem(rows):
    """With one party and no proximal term, the model of each label equals a logistic regression of this label against
    all others, and our own model with two classes."""
    rng = np.random.default_rng(1)
    inputs, targets = rng.normal(size=(200, 4)) + rows[1] @ rng.normal(size=(3, 4)), rows[1]
    parameters = {"l2": 0.02, "proximal": 0.0, "local_steps": 500}
    start = {"weights": np.zeros((4, 3)), "bias": np.zeros(3)}
    actual = fit_near(start, sparse.csr_matrix(inputs), targets, parameters, "labels", rng)
    for place in range(3):
        alone = LogisticRegression(C=1 / (0.01 * 200), tol=1e-8, max_iter=1000).fit(inputs, targets[:, place])
        np.testing.assert_allclose(actual["weights"][:, place], alone.coef_[0], atol=2e-3)
        np.testing.assert_allclose(actual["bias"][place], alone.intercept_[0], atol=2e-3)
    two = np.column_stack([1 - targets[:, 0], targets[:, 0]])
    start = {"weights": np.zeros((4, 2)), "bias": np.zeros(2)}
    classes = fit_near(start, sparse.csr_matrix(inputs), two, parameters, "classes", rng)
    weights = classes["weights"][:, 1] - classes["weights"][:, 0]
    np.testing.assert_allclose(actual["weights"][:, 0], weights, atol=2e-3)


def test_gradients_of_a_network_are_derivatives_of_the_multi_label_loss():
    rng, algorithm = np.random.default_rng(0), load_algorithm("picture-network")
    target = {"kind": "labels", "column": "found", "classes": ["a", "b"]}
    data = {"kind": "pictures", "column": "picture"}
    plan = {"data": data, "target": target, "parameters": {"side": 16}, "maxRounds": 1}
    learner = algorithm.protocol(plan).inner.learner
    model = learner.start(0, 2, {}, rng)
    model["head-weights"] = rng.normal(size=model["head-weights"].shape)
    pictures, targets = rng.normal(size=(3, 16, 16, 3)), np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0]])
    computed = gradients(model, pictures, targets, 0.0, "labels")

    def loss(changed: dict) -> float:
        actual, _ = features(arrays_of(changed["trunk"], SHAPES), pictures)
        outputs = actual @ changed["head-weights"] + changed["head-bias"]
        return float((np.logaddexp(0, outputs) - targets * outputs).sum() / 3)

    for name, place in (("head-weights", (5, 1)), ("head-bias", (0,)), ("trunk", (7,)), ("trunk", (40_000,))):
        step = np.zeros_like(model[name])
        step[place] = 1e-5
        ends = [loss({**model, name: model[name] + side * step}) for side in (1, -1)]
        assert computed[name][place] == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-4, abs=1e-7)


def findings(count: int, seed: int) -> Table:
    rng = np.random.default_rng(seed)
    targets = rng.random((count, 3)) < [0.5, 0.2, 0.3]
    inputs = rng.normal(size=(count, 3)) + targets @ np.array([[2, 0, 2], [0, 4, 0], [2, 0, -2]])
    names = [json.dumps([name for name, is_there in zip("abc", line, strict=True) if is_there]) for line in targets]
    return table_of(
        pa.table({f"x{place}": inputs[:, place] for place in range(3)} | {"y": names}), ["x0", "x1", "x2"], "y"
    )


@pytest.mark.spec("screens.multilabel-data")
def test_averaged_ridge_models_of_labels_predict_new_rows_well():
    tables = [findings(60, 1), findings(90, 2)]
    plan = {"maxRounds": 5, "parameters": {}} | agreed(tables, ("labels",))
    protocol = OnTable(plan, ("labels",), AveragingRidge(RIDGE, {}, 5, compares=False))
    end = run_here(protocol, [protocol.party(table) for table in tables], protocol.begin(2, "0"))
    assert protocol.metrics(end, protocol.scores(end, findings(300, 3)))["multilabel_accuracy"] > 0.8


def test_no_two_labels_of_a_party_differ_in_only_one_or_two_rows():
    rng = np.random.default_rng(0)
    often = (rng.random(30) < 0.5).astype(float)
    rare, most, near = np.zeros(30), np.ones(30), often.copy()
    rare[:2], most[4], near[[3, 8]] = 1, 0, 1 - often[[3, 8]]
    targets = np.column_stack([often, rare, most, near, 1 - near])
    given = Rows(np.zeros((30, 2)), targets)
    targets_sent = without_few_apart(given).targets
    np.testing.assert_array_equal(targets_sent, np.column_stack([often, rare * 0, most * 0 + 1, often, 1 - often]))
    enough = np.zeros(30)
    enough[:MIN_OF_CLASS] = 1
    np.testing.assert_array_equal(without_few_apart(Rows(given.inputs, enough[:, None])).targets[:, 0], enough)


@pytest.mark.spec("screens.multilabel-data")
def test_three_uneven_parties_predict_text_labels_as_well_as_one_party_with_all_rows():
    algorithm = load_algorithm("text-classes")
    tables = [
        table_of(pa.table(several(count, seed)), ["text"], "label") for count, seed in ((50, 1), (90, 2), (160, 3))
    ]
    test = table_of(pa.table(several(150, 9)), ["text"], "label")
    plan = plan_for(algorithm, {"max_iter": 3}, tables)
    assert plan["target"] == {"kind": "labels", "column": "label", "classes": ["place", "room", "staff"]}
    protocol = algorithm.protocol(plan).without_comparison()
    parties = [protocol.party(table) for table in tables]
    results = {}
    for name, those in (("apart", parties), ("together", [Party.together(parties)])):
        state = run_here(protocol, those, protocol.begin(len(those), "0"))
        results[name] = protocol.metrics(state, protocol.scores(state, test))["multilabel_f1"]
        if name == "apart":
            session = onnxruntime.InferenceSession(protocol.result(state).model)
            probabilities = protocol.predict(state, test)
    assert results["apart"] > 0.75 and abs(results["apart"] - results["together"]) < 0.05
    codes = np.zeros((len(test), 200), dtype=np.int64)
    for row, text in zip(codes, test.columns[0].values, strict=True):
        row[: len(text)] = [ord(letter) for letter in text]
    assert [output.name for output in session.get_outputs()] == ["probabilities"]
    np.testing.assert_allclose(session.run(None, {"c0": codes})[0], probabilities, atol=1e-9)


def stages_of_texts(*sizes: int) -> tuple:
    """Runs a protocol on texts with several labels. Returns the protocol, its parties, and each message of the run.

    A message is the state that was sent, the total of the answers, and the next state.
    """
    algorithm, seen = load_algorithm("text-classes"), []
    tables = [table_of(pa.table(several(size, seed)), ["text"], "label") for seed, size in enumerate(sizes)]
    protocol = algorithm.protocol(plan_for(algorithm, {"max_iter": 2}, tables)).without_comparison()
    parties = [protocol.party(table) for table in tables]
    start = protocol.begin(len(parties), "0")
    run_here(protocol, parties, start, lambda before, _, total, after: seen.append((before, total, after)))
    return protocol, parties, seen


def at(seen: list, step: str) -> tuple:
    return next(one for one in seen if one[0].facts.get("step") == step)


@pytest.mark.parametrize("too_low", [0.0, 1.0])
@pytest.mark.spec("screens.multilabel-data")
def test_calibration_matches_the_predicted_frequency_of_each_label_to_its_observed_frequency(too_low: float):
    """The comparison allows for shifts that are shrunk towards 0."""
    protocol, parties, seen = stages_of_texts(5 * MIN_TRIED, 200)
    before = at(seen, "shifts")[0]
    before = replace(before, arrays=before.arrays | {"bias": before.arrays["bias"] - too_low})
    prepared, stage = protocol.prepared(before), protocol.next_stage(before)
    answers = [encode(stage.terms, protocol.compute(before, party, stage), 2) for party in parties]
    after = protocol.update(before, Total.of(stage.terms, answers, 2))
    moved = after.arrays["bias"] - before.arrays["bias"]
    np.testing.assert_allclose(moved, [SHIFTS[place] for place in after.facts["shifts"]])

    rows = [party.encoded(prepared.encoding, prepared.target)[1] for party in parties]
    targets = np.concatenate([one.targets for one in rows])
    outputs = np.concatenate([protocol.inner.learner.compute(before.arrays, one.inputs) for one in rows])
    for place, label in enumerate(targets.T):
        probabilities = [LABELS.predict(outputs[:, place] + shift) for shift in SHIFTS]
        costs = [log_loss(label, some, normalize=False) + shift**2 / 2
                 for some, shift in zip(probabilities, SHIFTS, strict=True)]  # fmt: skip
        assert costs[after.facts["shifts"][place]] <= min(costs) + 2 / STEPS, (
            "each party's losses are reported in steps"
        )
    if too_low:
        predicted, there = (LABELS.predict(outputs + by).sum(axis=0) for by in (0, moved)), targets.sum(axis=0)
        off = [np.abs(one - there) for one in predicted]
        assert (off[1] < off[0] / 2).all()


def test_reported_scores_are_those_of_the_model_with_shifted_labels():
    protocol, parties, seen = stages_of_texts(60, 200)
    before, total, after = at(seen, "best")
    prepared = protocol.prepared(before)
    expected = sum(
        stepped(prepared.target.score(*protocol.inner.held_out(before, prepared, party))["loss"]) for party in parties
    )
    assert after.kept["scores/loss"] == pytest.approx(expected)
    (reported,) = protocol.scored(before, protocol.next_stage(before), total, after)
    assert (reported.round, reported.metrics["loss"]) == (
        after.facts["best"],
        pytest.approx(expected / prepared.validation),
    )
    np.testing.assert_array_equal(protocol.inner.best(after)["bias"], before.arrays["bias"])


def test_a_party_with_few_validation_rows_does_not_report_losses_of_label_shifts():
    protocol, parties, seen = stages_of_texts(5 * MIN_TRIED - 10, 5 * MIN_TRIED, 200)
    before = at(seen, "shifts")[0]
    reports = [protocol.compute(before, party, protocol.next_stage(before))["tried"] for party in parties]
    assert len(parties[0].validation) < len(parties[1].validation) == MIN_TRIED
    assert not reports[0].any() and reports[1].all()


def test_losses_at_many_label_shifts_do_not_reveal_the_exact_output_of_a_row():
    """Exact losses at 41 shifts would reveal the log odds of each of five rows to four decimals."""
    protocol, parties, seen = stages_of_texts(60, 200)
    before = at(seen, "shifts")[0]
    stage = protocol.next_stage(before)
    losses_sent = protocol.compute(before, parties[1], stage)["tried"]
    assert stage.terms["tried"].whole and np.array_equal(losses_sent, np.rint(losses_sent))
    rows = parties[1].encoded_part("validation", protocol.prepared(before).encoding, protocol.prepared(before).target)
    outputs = protocol.inner.learner.compute(before.arrays, rows.inputs)
    other = outputs + 0.001 * np.random.default_rng(0).choice([-1, 1], outputs.shape)
    losses = [np.stack([_losses(some + shift, rows.targets) for shift in SHIFTS]) * STEPS for some in (outputs, other)]
    assert np.array_equal(np.rint(losses[0]), losses_sent) and not np.allclose(losses[0], losses[1])
    assert (np.rint(losses[1]) == losses_sent).mean() > 0.9, "other outputs have the same report"


@pytest.mark.spec("screens.multilabel-data")
def test_accepts_only_the_best_model_with_shifted_labels_as_the_last_state():
    protocol, _, seen = stages_of_texts(60, 200)
    (train, *_), (shifts, _, best) = at(seen, "train"), at(seen, "shifts")
    for state in (shifts, best):
        protocol.check(State(state.facts, state.arrays))
    protocol.check_transition(shifts, best)
    places = best.facts["shifts"]
    for before, state in (
        (train, best),
        (shifts, best.with_facts(shifts=[*places[:-1], (places[-1] + 1) % len(SHIFTS)])),
        (shifts, best.with_facts(shifts=[*places[:-1], float(places[-1])])),
        (shifts, best.with_facts(shifts=places[:-1])),
        (shifts, best.with_facts(shifts=[len(SHIFTS)] * len(places))),
        (shifts, best.with_facts(best=best.facts["best"] - 1)),
        (shifts, replace(best, arrays=best.arrays | {"weights": best.arrays["weights"] * 2})),
        (shifts, shifts),
    ):
        with pytest.raises((ValueError, KeyError)):
            protocol.check_transition(before, state)


def test_a_label_column_of_lists_has_labels_and_any_other_has_classes():
    for values, kind in ((['["a"]', "[]"] * 5, "labels"), (["a", "b"] * 5, "classes")):
        table = table_of(pa.table({"text": ["x"] * 10, "label": values}), ["text"], "label")
        assert agreed([table], ("classes", "labels"), "texts")["target"]["kind"] == kind
    with pytest.raises(PartyError):
        Labels("label", ("a",)).check(table.label)
    assert Classes("label", ("a", "b")).check(table.label) is None
