"""Texts: they are hashed identically everywhere, a feature is reported only if five texts have it, and training over
parties gives the same accuracy as in one place."""

from dataclasses import replace

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from growing import shapes_of
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from test_newton import uneven
from texts import ODD_TEXTS, reviews

from engine.algorithm import load_algorithm
from engine.data.table import table_of
from engine.data.texts import (
    BUCKETS,
    FACTOR,
    MAX_LENGTH,
    MIN_TEXTS,
    MODULUS,
    SEED,
    STRETCH,
    GramEncoder,
    count_buckets,
    text_frequencies,
)
from engine.errors import PartyError, RunError
from engine.export.onnx_file import inputs_of
from engine.learners.proximal import fit as fit_near
from engine.onnx_graph.graph import Graph, file_of
from engine.pooled import fit, plan_for
from engine.privacy.terms import Total, encode
from engine.protocols.loop import run_here
from engine.protocols.protocol import State
from engine.table import Column, Table

ALGORITHM = load_algorithm("text-classes")
NAME = "\u9f98\u9f95"  # this name occurs in no review


def texts(*values: str) -> Column:
    return Column("text", "text", np.array(values, dtype=object))


def table(rows: dict) -> Table:
    return table_of(pa.table(rows), ["text"], "label")


def run(parts: list[Table], **parameters):
    plan = plan_for(ALGORITHM, parameters, parts)
    protocol = ALGORITHM.protocol(plan).without_comparison()
    state = run_here(protocol, [protocol.party(part) for part in parts], protocol.begin(len(parts), "0"))
    return protocol, state


def slow_buckets(text: str) -> dict[int, int]:
    """Returns the buckets of a text and their counts, computed letter by letter with integers of any size."""
    letters = [ord(letter) + 32 if "A" <= letter <= "Z" else ord(letter) for letter in text[:MAX_LENGTH]]
    result: dict[int, int] = {}
    for order in (1, 2, 3, 4):
        for start in range(len(letters) - order + 1):
            run = letters[start : start + order]
            if run[-1] == 0:
                continue
            hashed = order * SEED
            for letter in run:
                hashed = (hashed * FACTOR + letter * STRETCH) % MODULUS
            result[hashed % BUCKETS] = result.get(hashed % BUCKETS, 0) + 1
    return result


def test_counts_every_n_gram_within_a_text_and_none_that_spans_two_texts():
    given = np.array(["abc", *ODD_TEXTS, "de"], dtype=object)
    rows, buckets, counts = count_buckets(given)
    for place, text in enumerate(given):
        own = rows == place
        assert dict(zip(buckets[own].tolist(), counts[own].tolist(), strict=True)) == slow_buckets(text)


def test_does_not_report_features_in_fewer_than_five_texts():
    often, seldom = ["clean"] * MIN_TEXTS, ["Zimmermann"] * (MIN_TEXTS - 1)
    reported = set(np.flatnonzero(text_frequencies(texts(*often, *seldom))).tolist())
    assert reported == set(slow_buckets("clean")) | (set(slow_buckets("Zimmermann")) & set(slow_buckets("clean")))
    assert text_frequencies(texts(*often, *seldom)).max() <= MIN_TEXTS + len(seldom)


def test_the_features_of_a_text_are_tf_idf_weights_of_unit_length():
    one, two = (min(slow_buckets(letter)) for letter in "ab")
    column = GramEncoder.of("text", tuple(sorted((one, two))), (2, 6) if one < two else (6, 2), 10)
    row = column.encode(texts("aab", "")).toarray()
    weights = {one: (1 + np.log(2)) * (np.log(11 / 3) + 1), two: np.log(11 / 7) + 1}
    expected = np.array([weights[bucket] for bucket in column.buckets])
    np.testing.assert_allclose(row[0], expected / np.linalg.norm(expected))
    assert not row[1].any()


def test_the_onnx_graph_hashes_texts_as_python_does():
    from engine.export.text_features import add_texts

    column = GramEncoder.of("text", tuple(range(0, BUCKETS, 2)), (3,) * (BUCKETS // 2), 40)
    encoding = type("Encoding", (), {"columns": (column,)})
    graph, given = Graph(), [*ODD_TEXTS, "很干净 clean"]
    graph.add("Identity", [add_texts(graph, "c0", column)], "features")
    from onnx import TensorProto, helper

    output = helper.make_tensor_value_info("features", TensorProto.DOUBLE, ["N", column.width])
    session = onnxruntime.InferenceSession(file_of(graph, inputs_of(encoding), [output], {}))
    codes = np.zeros((len(given), max(map(len, given))), dtype=np.int64)
    for row, text in zip(codes, given, strict=True):
        row[: len(text)] = [ord(letter) for letter in text]
    (actual,) = session.run(None, {"c0": codes})
    np.testing.assert_allclose(actual, column.encode(texts(*given)).toarray(), atol=1e-12)


def test_training_at_a_party_ends_at_a_stationary_point_of_its_loss():
    """Finite differences of the loss at the solution are 0."""
    from scipy import sparse

    rng = np.random.default_rng(0)
    inputs = sparse.csr_matrix(rng.random((40, 6)) * (rng.random((40, 6)) < 0.5))
    targets = np.eye(3)[rng.integers(0, 3, 40)]
    common = {"weights": rng.normal(size=(6, 3)), "bias": rng.normal(size=3)}
    given = {"l2": 0.01, "proximal": 0.1, "local_steps": 500}
    actual = fit_near(common, inputs, targets, given, "classes", rng)

    def loss(weights: np.ndarray, bias: np.ndarray) -> float:
        outputs = inputs @ weights + bias
        outputs = outputs - np.log(np.exp(outputs).sum(axis=1, keepdims=True))
        away = ((weights - common["weights"]) ** 2).sum() + ((bias - common["bias"]) ** 2).sum()
        return -(outputs * targets).sum() / 40 + 0.005 * (weights**2).sum() + 0.05 * away

    for name in ("weights", "bias"):
        for place in np.ndindex(actual[name].shape):
            step = np.zeros(actual[name].shape)
            step[place] = 1e-5
            ends = [loss(**{**actual, name: actual[name] + side * step}) for side in (1, -1)]
            assert abs(ends[0] - ends[1]) / 2e-5 < 1e-3


@pytest.mark.parametrize("seed", [0, 1])
def test_three_uneven_parties_are_about_as_accurate_as_one_with_all_texts(seed: int):
    rows, test = reviews(900, seed, doubt=0.25), table(reviews(900, 50 + seed, doubt=0.25))
    whole = table(rows)
    protocol, state = run([whole.take(part) for part in uneven(900, np.array([len(text) for text in rows["text"]]))])
    probabilities = protocol.predict(state, test)
    right = np.array(protocol.prepared(state).target.classes)[probabilities.argmax(axis=1)] == test.label.values
    words = TfidfVectorizer(analyzer="char", ngram_range=(1, 4), sublinear_tf=True, min_df=2)
    pooled = LogisticRegression(C=10, max_iter=300).fit(words.fit_transform(rows["text"]), rows["label"])
    beside = (pooled.predict(words.transform(test.columns[0].values)) == test.label.values).mean()
    assert beside > 0.75
    assert right.mean() > beside - 0.02


def test_a_name_in_four_texts_changes_no_data_that_leaves_the_party():
    rows = reviews(80, 5)
    marked = [text + (NAME if place < MIN_TEXTS - 1 else "") for place, text in enumerate(rows["text"])]
    known = set(np.flatnonzero(text_frequencies(texts(*rows["text"]))).tolist())
    assert not known & (set(slow_buckets(marked[0])) - set(slow_buckets(rows["text"][0])))
    answers = [answers_of(table(rows | {"text": given})) for given in (rows["text"], marked)]
    assert len(answers[0]) == 5
    for one, other in zip(*answers, strict=True):
        assert {name: values.tobytes() for name, values in one.items()} == {
            name: values.tobytes() for name, values in other.items()
        }


def test_no_update_contains_a_feature_that_only_one_text_of_the_party_has():
    """This holds even if a malicious platform claims that every feature is frequent."""
    rows, often = reviews(80, 5), reviews(80, 6)
    others = often | {"text": [text + NAME for text in often["text"]]}
    marked = rows | {"text": [text + (NAME if place == 2 else "") for place, text in enumerate(rows["text"])]}
    assert 2 in np.flatnonzero(np.isin(table(marked).columns[0].values, trained(marked)))
    plain, named = ([one["update.weights"] for one in answers_of(table(own), others)[1:3]] for own in (rows, marked))
    for one, other in zip(plain, named, strict=True):
        assert np.array_equal(one, other)

    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(rows)])).without_comparison()
    facts = {"at": "ready", "parties": 2, "seed": "0", "training": 128, "validation": 32}
    state = State(facts | {"buckets": list(range(BUCKETS)), "frequencies": [1] * BUCKETS})
    first = protocol.inner.first(state, protocol.prepared(state))
    changed = [
        protocol.compute(first, protocol.party(table(own)), protocol.next_stage(first))["update.weights"]
        for own in (rows, marked)
    ]
    np.testing.assert_array_equal(*changed)


def trained(rows: dict) -> np.ndarray:
    return ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(rows)])).party(table(rows)).training.columns[0].values


def answers_of(rows: Table, others: dict | None = None) -> list[dict[str, np.ndarray]]:
    """Returns all answers of a party in a run with another party, as they are sent."""
    parts = [rows, table(others or reviews(80, 6))]
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {"max_iter": 2}, parts))
    parties, state, party_answers = [protocol.party(part) for part in parts], protocol.begin(2, "0"), []
    while stage := protocol.next_stage(state):
        answers = [encode(stage.terms, protocol.compute(state, party, stage), 2) for party in parties]
        party_answers.append(answers[0])
        state = protocol.update(state, Total.of(stage.terms, answers, 2))
    return party_answers


def test_no_term_grows_with_the_number_of_texts():
    few, many = (shapes_of(ALGORITHM, table(reviews(count, 1))) for count in (60, 600))
    assert few == many


def test_a_run_fails_if_no_text_feature_is_frequent_enough():
    rows = {"text": [chr(0x4E00 + at) * 3 for at in range(20)], "label": ["a", "b"] * 10}
    with pytest.raises(RunError, match="texts-unlike"):
        run([table(rows)])


def test_refuses_a_column_of_numbers_as_texts():
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(reviews(40, 1))]))
    with pytest.raises(PartyError, match="type-mismatch"):
        protocol.party(table({"text": [1.0] * 20, "label": ["good", "bad"] * 10}))


def states() -> tuple:
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(reviews(60, 1))]))
    parties, seen = [protocol.party(table(reviews(60, seed))) for seed in (1, 2)], []
    fitted = protocol.without_comparison()
    run_here(fitted, parties, fitted.begin(2, "0"), lambda before, _stage, _total, after: seen.append((before, after)))
    return protocol, seen


def test_refuses_a_state_that_no_honest_run_reaches():
    protocol, seen = states()
    for before, after in seen[:3]:
        sent = State(after.facts, after.arrays)
        protocol.check(sent)
        protocol.check_transition(State(before.facts, before.arrays), sent)
    first = seen[0][1]
    buckets, frequencies = first.facts["buckets"], first.facts["frequencies"]
    for changed in (
        {"frequencies": [*frequencies[:-1], first.facts["training"] + 1]},
        {"frequencies": [0, *frequencies[1:]]},
        {"frequencies": frequencies[:-1]},
        {"frequencies": [float(one) for one in frequencies]},
        {"buckets": [*buckets[:-1], BUCKETS]},
        {"buckets": buckets[::-1]},
        {"buckets": [buckets[0], *buckets[:-1]]},
        {"buckets": [], "frequencies": []},
    ):
        with pytest.raises((ValueError, KeyError, TypeError)):
            protocol.check(State(first.facts | changed, first.arrays))
    drawn = {name: values + 1 for name, values in first.arrays.items()}
    with pytest.raises(ValueError, match="not the plan's first model"):
        protocol.check_transition(seen[0][0], State(first.facts, drawn))
    later = seen[1][1]
    with pytest.raises(ValueError, match="settled"):
        protocol.check_transition(
            first, replace(later, facts=later.facts | {"frequencies": [one + 1 for one in frequencies]})
        )


def test_a_local_run_gives_the_same_fit_as_a_federated_run_of_one_party():
    rows = table(reviews(300, 3))
    plan = plan_for(ALGORITHM, {"max_iter": 3}, [rows])
    alone = ALGORITHM.protocol(plan | {"parties": [{"partyId": "1001", "key": ""}]})
    _, result = alone.run(alone.begin(1, "0"), alone.protocol.party(rows))
    protocol = ALGORITHM.protocol(plan).without_comparison()
    expected = protocol.result(fit(ALGORITHM, plan, [protocol.party(rows)]))
    assert result.model == expected.model
