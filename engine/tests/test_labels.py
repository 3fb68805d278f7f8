"""Several labels of a row: counted by label and over all of them, each learnt by itself, together as in one place."""

import json
from dataclasses import replace

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.linear_model import Ridge as PooledRidge
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
from engine.data.party import LEAST_VALUES, Party, Rows
from engine.data.table import Column, Table, table_of
from engine.errors import PartyError
from engine.learners.convolutions import arrays_of
from engine.learners.held_near import fit as fit_near
from engine.learners.picture_network import gradients
from engine.learners.trunk import SHAPES, features
from engine.pooled import agreed, plan_for
from engine.privacy.terms import Total, encode
from engine.protocols.averaging_labels import LEAST_SHIFTED, SHIFTS, STEPS, _losses
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State
from engine.protocols.ridge import PENALTIES, Ridge, longest, without_few_apart
from engine.targets import Classes, Labels

LABELS = Labels("findings", ("cough", "fever", "rash"))
AVERAGES = {"macro": "", "micro": "multilabel_"}


def column(*lists: list[str]) -> Column:
    return Column("findings", "text", np.array([json.dumps(one) for one in lists], dtype=object))


@pytest.fixture(scope="module")
def rows() -> tuple[np.ndarray, np.ndarray]:
    """Outputs and targets of 200 rows; the second label is rare."""
    rng = np.random.default_rng(0)
    targets = (rng.random((200, 3)) < [0.5, 0.1, 0.3]).astype(float)
    return rng.normal(2 * targets - 1, 1.2), targets


def test_labels_are_zeros_and_ones_and_those_of_nobody_are_none():
    found = LABELS.encode(column(["rash", "cough"], [], ["gout", "fever"]))
    np.testing.assert_array_equal(found, [[1, 0, 1], [0, 0, 0], [0, 1, 0]])
    for wrong in ("rash", '{"rash": 1}', "[1]"):
        with pytest.raises(PartyError, match=r"data\.type-mismatch"):
            LABELS.check(Column("findings", "text", np.array([wrong], dtype=object)))


def test_metrics_are_scikit_learns(rows):
    outputs, targets = rows
    parts = [LABELS.score(outputs[part], targets[part]) for part in (slice(0, 30), slice(30, 200))]
    found = LABELS.metrics({name: parts[0][name] + parts[1][name] for name in parts[0]})
    chances, said = LABELS.predict(outputs), outputs > 0
    expected = {
        "accuracy": accuracy_score(targets, said),
        "multilabel_accuracy": 1 - hamming_loss(targets, said),
        "loss": np.mean([log_loss(truth, chance) for truth, chance in zip(targets.T, chances.T, strict=True)]),
    }
    for average, prefix in AVERAGES.items():
        for name, score in (("precision", precision_score), ("recall", recall_score), ("f1", f1_score)):
            expected[prefix + name] = score(targets, said, average=average)
    assert found == pytest.approx(expected)
    report = LABELS.report(LABELS.score(*rows), LABELS.final(*rows), np.random.default_rng(0))
    scores = report["metrics"]
    assert {name: scores[name]["value"] for name in expected} == pytest.approx(expected)
    assert scores["auc"]["value"] == pytest.approx(roc_auc_score(targets, chances), abs=scores["auc"]["error"] + 1e-9)
    assert scores["brier"]["value"] == pytest.approx(((chances - targets) ** 2).mean())
    assert all(one["low"] < one["value"] < one["high"] for one in scores.values())
    assert report["classes"][1]["sensitivity"]["rows"] == targets[:, 1].sum()
    assert report["classes"][1]["ppv"]["value"] == pytest.approx(precision_score(targets[:, 1], said[:, 1]))


def test_labels_that_move_together_say_no_more_than_one(rows):
    outputs, targets = rows
    twice = Labels("findings", ("a", "b"))
    both = [np.repeat(one[:, :1], 2, axis=1) for one in rows]
    alone = replace(twice, classes=("a",))
    one, two = (
        target.report(target.score(*known), target.final(*known), np.random.default_rng(0))["metrics"]
        for target, known in ((alone, (outputs[:, :1], targets[:, :1])), (twice, both))
    )
    for name in ("multilabel_accuracy", "multilabel_precision", "multilabel_recall"):
        # Of twice as many that count as half: all but the rounding of Wilson's interval.
        assert two[name]["high"] - two[name]["low"] == pytest.approx(one[name]["high"] - one[name]["low"], rel=0.02)


def test_a_model_that_ran_away_is_scored_as_none():
    scores = LABELS.score(np.full((4, 3), np.nan), np.ones((4, 3)))
    assert (scores["right"], scores["labels"][:, 2].sum()) == (0, 0)
    assert np.isfinite(scores["loss"]) and scores["loss"] <= LABELS.score_terms(4)["loss"].bound


def test_each_label_is_fitted_as_two_classes_are(rows):
    """One party, no pull: the logistic regression of each label against the rest, and that of two classes."""
    rng = np.random.default_rng(1)
    inputs, targets = rng.normal(size=(200, 4)) + rows[1] @ rng.normal(size=(3, 4)), rows[1]
    parameters = {"l2": 0.02, "proximal": 0.0, "local_steps": 500}
    start = {"weights": np.zeros((4, 3)), "bias": np.zeros(3)}
    found = fit_near(start, sparse.csr_matrix(inputs), targets, parameters, "labels", rng)
    for place in range(3):
        alone = LogisticRegression(C=1 / (0.01 * 200), tol=1e-8, max_iter=1000).fit(inputs, targets[:, place])
        np.testing.assert_allclose(found["weights"][:, place], alone.coef_[0], atol=2e-3)
        np.testing.assert_allclose(found["bias"][place], alone.intercept_[0], atol=2e-3)
    two = np.column_stack([1 - targets[:, 0], targets[:, 0]])
    start = {"weights": np.zeros((4, 2)), "bias": np.zeros(2)}
    classes = fit_near(start, sparse.csr_matrix(inputs), two, parameters, "classes", rng)
    weights = classes["weights"][:, 1] - classes["weights"][:, 0]
    np.testing.assert_allclose(found["weights"][:, 0], weights, atol=2e-3)


def test_a_nets_slopes_are_those_of_the_labels_loss():
    rng, algorithm = np.random.default_rng(0), load_algorithm("picture-network")
    target = {"kind": "labels", "column": "found", "classes": ["a", "b"]}
    data = {"kind": "pictures", "column": "picture"}
    plan = {"data": data, "target": target, "parameters": {"side": 16}, "maxRounds": 1}
    learner = algorithm.protocol(plan).inner.learner
    model = learner.start(0, 2, {}, rng)
    model["head-weights"] = rng.normal(size=model["head-weights"].shape)
    pictures, targets = rng.normal(size=(3, 16, 16, 3)), np.array([[1.0, 1.0], [0.0, 0.0], [1.0, 0.0]])
    slopes = gradients(model, pictures, targets, 0.0, "labels")

    def loss(changed: dict) -> float:
        found, _ = features(arrays_of(changed["trunk"], SHAPES), pictures)
        outputs = found @ changed["head-weights"] + changed["head-bias"]
        return float((np.logaddexp(0, outputs) - targets * outputs).sum() / 3)

    for name, place in (("head-weights", (5, 1)), ("head-bias", (0,)), ("trunk", (7,)), ("trunk", (40_000,))):
        step = np.zeros_like(model[name])
        step[place] = 1e-5
        ends = [loss({**model, name: model[name] + side * step}) for side in (1, -1)]
        assert slopes[name][place] == pytest.approx((ends[0] - ends[1]) / 2e-5, rel=1e-4, abs=1e-7)


def findings(count: int, seed: int) -> Table:
    rng = np.random.default_rng(seed)
    targets = rng.random((count, 3)) < [0.5, 0.2, 0.3]
    inputs = rng.normal(size=(count, 3)) + targets @ np.array([[2, 0, 2], [0, 4, 0], [2, 0, -2]])
    names = [json.dumps([name for name, is_there in zip("abc", line, strict=True) if is_there]) for line in targets]
    return table_of(
        pa.table({f"x{place}": inputs[:, place] for place in range(3)} | {"y": names}), ["x0", "x1", "x2"], "y"
    )


def test_every_penaltys_fit_of_labels_is_scikit_learns():
    tables = [findings(60, 1), findings(90, 2)]
    plan = {"maxRounds": 1, "parameters": {}} | agreed(tables, ("labels",))
    protocol = OnTable(plan, ("labels",), Ridge(10.0, compares=False))
    seen = []
    parties = [protocol.party(table) for table in tables]
    end = run_here(protocol, parties, protocol.begin(2, "0"), lambda *one: seen.append(one))
    before, _, total, after = next(one for one in seen if one[0].facts.get("step") == "sums")
    assert sorted(total.terms) == ["by-class", "classes", "features", "products"]
    prepared = protocol.prepared(before)
    known = [party.encoded(prepared.encoding, prepared.target)[0] for party in parties]
    inputs, targets = (np.concatenate([getattr(one, name) for one in known]) for name in ("inputs", "targets"))
    variance = inputs.var(axis=0).mean()
    for place, penalty in enumerate(PENALTIES):
        fit = PooledRidge(penalty * variance * len(inputs)).fit(inputs, 2 * targets - 1)
        np.testing.assert_allclose(after.arrays["weights"][place], fit.coef_.T, atol=1e-6)
        np.testing.assert_allclose(after.arrays["bias"][place], fit.intercept_, atol=1e-6)
        assert np.linalg.norm(after.arrays["weights"][place]) * 10 <= longest(penalty, prepared.target)
    whole = run_here(protocol, [Party.together(parties)], protocol.begin(1, "0"))
    np.testing.assert_allclose(end.arrays["weights"], whole.arrays["weights"], atol=1e-9)
    assert protocol.metrics(end, protocol.scores(end, findings(300, 3)))["multilabel_accuracy"] > 0.8


def test_no_two_sums_of_features_differ_by_one_or_two_rows():
    rng = np.random.default_rng(0)
    often = (rng.random(30) < 0.5).astype(float)
    rare, most, near = np.zeros(30), np.ones(30), often.copy()
    rare[:2], most[4], near[[3, 8]] = 1, 0, 1 - often[[3, 8]]
    targets = np.column_stack([often, rare, most, near, 1 - near])
    given = Rows(np.zeros((30, 2)), targets)
    told = without_few_apart(given).targets
    np.testing.assert_array_equal(told, np.column_stack([often, rare * 0, most * 0 + 1, often, 1 - often]))
    enough = np.zeros(30)
    enough[:LEAST_VALUES] = 1
    np.testing.assert_array_equal(without_few_apart(Rows(given.inputs, enough[:, None])).targets[:, 0], enough)


def test_three_uneven_parties_tell_labels_of_texts_as_one_with_everything_and_so_does_the_file():
    algorithm = load_algorithm("text-classes")
    tables = [
        table_of(pa.table(several(count, seed)), ["text"], "label") for count, seed in ((50, 1), (90, 2), (160, 3))
    ]
    test = table_of(pa.table(several(150, 9)), ["text"], "label")
    plan = plan_for(algorithm, {"max_iter": 3}, tables)
    assert plan["target"] == {"kind": "labels", "column": "label", "classes": ["place", "room", "staff"]}
    protocol = algorithm.protocol(plan).without_comparison()
    parties = [protocol.party(table) for table in tables]
    found = {}
    for name, those in (("apart", parties), ("together", [Party.together(parties)])):
        state = run_here(protocol, those, protocol.begin(len(those), "0"))
        found[name] = protocol.metrics(state, protocol.scores(state, test))["multilabel_f1"]
        if name == "apart":
            session = onnxruntime.InferenceSession(protocol.result(state).model)
            chances = protocol.predict(state, test)
    assert found["apart"] > 0.75 and abs(found["apart"] - found["together"]) < 0.05
    codes = np.zeros((len(test), 200), dtype=np.int64)
    for row, text in zip(codes, test.columns[0].values, strict=True):
        row[: len(text)] = [ord(letter) for letter in text]
    assert [output.name for output in session.get_outputs()] == ["probabilities"]
    np.testing.assert_allclose(session.run(None, {"c0": codes})[0], chances, atol=1e-9)


def stages_of_texts(*sizes: int) -> tuple:
    """A protocol of texts with several labels, its parties, and each message of a run: what was sent, the total of the
    answers, and the next state."""
    algorithm, seen = load_algorithm("text-classes"), []
    tables = [table_of(pa.table(several(size, seed)), ["text"], "label") for seed, size in enumerate(sizes)]
    protocol = algorithm.protocol(plan_for(algorithm, {"max_iter": 2}, tables)).without_comparison()
    parties = [protocol.party(table) for table in tables]
    begun = protocol.begin(len(parties), "0")
    run_here(protocol, parties, begun, lambda before, _, total, after: seen.append((before, total, after)))
    return protocol, parties, seen


def at(seen: list, step: str) -> tuple:
    return next(one for one in seen if one[0].facts.get("step") == step)


@pytest.mark.parametrize("too_low", [0.0, 1.0])
def test_each_label_is_said_about_as_often_as_it_applies(too_low: float):
    """By the rows held aside, and drawn to no shift."""
    protocol, parties, seen = stages_of_texts(5 * LEAST_SHIFTED, 200)
    before = at(seen, "shifts")[0]
    before = replace(before, arrays=before.arrays | {"bias": before.arrays["bias"] - too_low})
    prepared, stage = protocol.prepared(before), protocol.ask(before)
    answers = [encode(stage.terms, protocol.answer(before, party, stage), 2) for party in parties]
    after = protocol.advance(before, Total.of(stage.terms, answers, 2))
    moved = after.arrays["bias"] - before.arrays["bias"]
    np.testing.assert_allclose(moved, [SHIFTS[place] for place in after.facts["shifts"]])

    rows = [party.encoded(prepared.encoding, prepared.target)[1] for party in parties]
    targets = np.concatenate([one.targets for one in rows])
    outputs = np.concatenate([protocol.inner.computed(before.arrays, one.inputs) for one in rows])
    for place, label in enumerate(targets.T):
        chances = [LABELS.predict(outputs[:, place] + shift) for shift in SHIFTS]
        costs = [log_loss(label, some, normalize=False) + shift**2 / 2
                 for some, shift in zip(chances, SHIFTS, strict=True)]  # fmt: skip
        assert costs[after.facts["shifts"][place]] <= min(costs) + 2 / STEPS, "each party's losses are told in steps"
    if too_low:
        said, there = (LABELS.predict(outputs + by).sum(axis=0) for by in (0, moved)), targets.sum(axis=0)
        off = [np.abs(one - there) for one in said]
        assert (off[1] < off[0] / 2).all()


def test_the_scores_that_are_told_are_those_of_the_shifted_model():
    protocol, parties, seen = stages_of_texts(60, 200)
    before, total, after = at(seen, "best")
    prepared = protocol.prepared(before)
    expected = sum(
        prepared.target.score(*protocol.inner.held_out(before, prepared, party))["loss"] for party in parties
    )
    assert after.kept["scores/loss"] == pytest.approx(expected)
    (told,) = protocol.scored(before, protocol.ask(before), total, after)
    assert (told.round, told.metrics["loss"]) == (after.facts["best"], pytest.approx(expected / prepared.validation))
    np.testing.assert_array_equal(protocol.inner.best(after)["bias"], before.arrays["bias"])


def test_a_party_with_few_rows_held_aside_says_nothing_of_many_shifts():
    protocol, parties, seen = stages_of_texts(5 * LEAST_SHIFTED - 10, 5 * LEAST_SHIFTED, 200)
    before = at(seen, "shifts")[0]
    told = [protocol.answer(before, party, protocol.ask(before))["tried"] for party in parties]
    assert len(parties[0].validation) < len(parties[1].validation) == LEAST_SHIFTED
    assert not told[0].any() and told[1].all()


def test_no_rows_exact_output_is_told_by_many_shifts():
    """Of exact losses at 41 shifts the log odds of each of five rows were found again, to four decimals."""
    protocol, parties, seen = stages_of_texts(60, 200)
    before = at(seen, "shifts")[0]
    stage = protocol.ask(before)
    told = protocol.answer(before, parties[1], stage)["tried"]
    assert stage.terms["tried"].whole and np.array_equal(told, np.rint(told))
    rows = parties[1].encoded_part("validation", protocol.prepared(before).encoding, protocol.prepared(before).target)
    outputs = protocol.inner.computed(before.arrays, rows.inputs)
    other = outputs + 0.001 * np.random.default_rng(0).choice([-1, 1], outputs.shape)
    losses = [np.stack([_losses(some + shift, rows.targets) for shift in SHIFTS]) * STEPS for some in (outputs, other)]
    assert np.array_equal(np.rint(losses[0]), told) and not np.allclose(losses[0], losses[1])
    assert (np.rint(losses[1]) == told).mean() > 0.9, "other outputs, told alike"


def test_no_other_model_follows_than_the_best_one_shifted():
    protocol, _, seen = stages_of_texts(60, 200)
    (train, *_), (shifts, _, best) = at(seen, "train"), at(seen, "shifts")
    for state in (shifts, best):
        protocol.check(State(state.facts, state.arrays))
    protocol.follows(shifts, best)
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
            protocol.follows(before, state)


def test_a_column_of_lists_is_of_labels_and_any_other_of_classes():
    for values, kind in ((['["a"]', "[]"] * 5, "labels"), (["a", "b"] * 5, "classes")):
        table = table_of(pa.table({"text": ["x"] * 10, "label": values}), ["text"], "label")
        assert agreed([table], ("classes", "labels"), "texts")["target"]["kind"] == kind
    with pytest.raises(PartyError):
        Labels("label", ("a",)).check(table.label)
    assert Classes("label", ("a", "b")).check(table.label) is None
