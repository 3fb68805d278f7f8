"""Texts: hashed alike everywhere, told only where five have something, trained together as in one place."""

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
from engine.data.table import Column, Table, table_of
from engine.data.texts import (
    BUCKETS,
    FACTOR,
    LEAST_TEXTS,
    LONGEST,
    MODULUS,
    SEED,
    STRETCH,
    GramEncoder,
    count_buckets,
    text_frequencies,
)
from engine.errors import PartyError, RunError
from engine.export.graph import Graph
from engine.export.onnx_file import file_of, inputs_of
from engine.learners.held_near import fit as fit_near
from engine.pooled import fit, plan_for
from engine.privacy.terms import Total, encode
from engine.protocols.loop import run_here
from engine.protocols.protocol import State

ALGORITHM = load_algorithm("text-classes")
NAME = "\u9f98\u9f95"  # of no review


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
    """Letter by letter, with numbers of any size."""
    letters = [ord(letter) + 32 if "A" <= letter <= "Z" else ord(letter) for letter in text[:LONGEST]]
    found: dict[int, int] = {}
    for order in (1, 2, 3, 4):
        for start in range(len(letters) - order + 1):
            run = letters[start : start + order]
            if run[-1] == 0:
                continue
            hashed = order * SEED
            for letter in run:
                hashed = (hashed * FACTOR + letter * STRETCH) % MODULUS
            found[hashed % BUCKETS] = found.get(hashed % BUCKETS, 0) + 1
    return found


def test_every_run_of_a_text_is_counted_and_none_across_two():
    given = np.array(["abc", *ODD_TEXTS, "de"], dtype=object)
    rows, buckets, counts = count_buckets(given)
    for place, text in enumerate(given):
        own = rows == place
        assert dict(zip(buckets[own].tolist(), counts[own].tolist(), strict=True)) == slow_buckets(text)


def test_what_fewer_than_five_texts_have_is_not_told():
    often, seldom = ["clean"] * LEAST_TEXTS, ["Zimmermann"] * (LEAST_TEXTS - 1)
    told = set(np.flatnonzero(text_frequencies(texts(*often, *seldom))).tolist())
    assert told == set(slow_buckets("clean")) | (set(slow_buckets("Zimmermann")) & set(slow_buckets("clean")))
    assert text_frequencies(texts(*often, *seldom)).max() <= LEAST_TEXTS + len(seldom)


def test_a_texts_features_are_tf_idf_of_length_one():
    one, two = (min(slow_buckets(letter)) for letter in "ab")
    column = GramEncoder.of("text", tuple(sorted((one, two))), (2, 6) if one < two else (6, 2), 10)
    row = column.encode(texts("aab", "")).toarray()
    weights = {one: (1 + np.log(2)) * (np.log(11 / 3) + 1), two: np.log(11 / 7) + 1}
    expected = np.array([weights[bucket] for bucket in column.buckets])
    np.testing.assert_allclose(row[0], expected / np.linalg.norm(expected))
    assert not row[1].any()


def test_the_graph_hashes_as_python_does():
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
    (found,) = session.run(None, {"c0": codes})
    np.testing.assert_allclose(found, column.encode(texts(*given)).toarray(), atol=1e-12)


def test_slopes_are_those_of_the_loss():
    """One step of a party's own problem against numbers: it ends where the slope of its loss is none."""
    from scipy import sparse

    rng = np.random.default_rng(0)
    inputs = sparse.csr_matrix(rng.random((40, 6)) * (rng.random((40, 6)) < 0.5))
    targets = np.eye(3)[rng.integers(0, 3, 40)]
    common = {"weights": rng.normal(size=(6, 3)), "bias": rng.normal(size=3)}
    given = {"l2": 0.01, "proximal": 0.1, "local_steps": 500}
    found = fit_near(common, inputs, targets, given, "classes", rng)

    def loss(weights: np.ndarray, bias: np.ndarray) -> float:
        outputs = inputs @ weights + bias
        outputs = outputs - np.log(np.exp(outputs).sum(axis=1, keepdims=True))
        away = ((weights - common["weights"]) ** 2).sum() + ((bias - common["bias"]) ** 2).sum()
        return -(outputs * targets).sum() / 40 + 0.005 * (weights**2).sum() + 0.05 * away

    for name in ("weights", "bias"):
        for place in np.ndindex(found[name].shape):
            step = np.zeros(found[name].shape)
            step[place] = 1e-5
            ends = [loss(**{**found, name: found[name] + side * step}) for side in (1, -1)]
            assert abs(ends[0] - ends[1]) / 2e-5 < 1e-3


@pytest.mark.parametrize("seed", [0, 1])
def test_three_uneven_parties_do_about_as_well_as_one_with_everything(seed: int):
    rows, test = reviews(900, seed, doubt=0.25), table(reviews(900, 50 + seed, doubt=0.25))
    whole = table(rows)
    protocol, state = run([whole.take(part) for part in uneven(900, np.array([len(text) for text in rows["text"]]))])
    chances = protocol.predict(state, test)
    right = np.array(protocol.prepared(state).target.classes)[chances.argmax(axis=1)] == test.label.values
    words = TfidfVectorizer(analyzer="char", ngram_range=(1, 4), sublinear_tf=True, min_df=2)
    pooled = LogisticRegression(C=10, max_iter=300).fit(words.fit_transform(rows["text"]), rows["label"])
    beside = (pooled.predict(words.transform(test.columns[0].values)) == test.label.values).mean()
    assert beside > 0.75
    assert right.mean() > beside - 0.02


def test_a_name_that_four_texts_have_changes_nothing_that_leaves():
    rows = reviews(80, 5)
    marked = [text + (NAME if place < LEAST_TEXTS - 1 else "") for place, text in enumerate(rows["text"])]
    known = set(np.flatnonzero(text_frequencies(texts(*rows["text"]))).tolist())
    assert not known & (set(slow_buckets(marked[0])) - set(slow_buckets(rows["text"][0])))
    left = [said_by(table(rows | {"text": given})) for given in (rows["text"], marked)]
    assert len(left[0]) == 5
    for one, other in zip(*left, strict=True):
        assert {name: values.tobytes() for name, values in one.items()} == {
            name: values.tobytes() for name, values in other.items()
        }


def test_what_one_text_has_is_in_no_update_where_others_have_it_or_are_said_to():
    """Not in that of a party whom a platform tells that everything is common, either."""
    rows, often = reviews(80, 5), reviews(80, 6)
    others = often | {"text": [text + NAME for text in often["text"]]}
    marked = rows | {"text": [text + (NAME if place == 2 else "") for place, text in enumerate(rows["text"])]}
    assert 2 in np.flatnonzero(np.isin(table(marked).columns[0].values, trained(marked)))
    plain, named = ([one["update.weights"] for one in said_by(table(own), others)[1:3]] for own in (rows, marked))
    for one, other in zip(plain, named, strict=True):
        assert np.array_equal(one, other)

    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(rows)])).without_comparison()
    facts = {"at": "ready", "parties": 2, "seed": "0", "training": 128, "validation": 32}
    told = State(facts | {"buckets": list(range(BUCKETS)), "frequencies": [1] * BUCKETS})
    first = protocol.inner.first(told, protocol.prepared(told))
    changed = [
        protocol.answer(first, protocol.party(table(own)), protocol.ask(first))["update.weights"]
        for own in (rows, marked)
    ]
    np.testing.assert_array_equal(*changed)


def trained(rows: dict) -> np.ndarray:
    return ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(rows)])).party(table(rows)).training.columns[0].values


def said_by(rows: Table, others: dict | None = None) -> list[dict[str, np.ndarray]]:
    """All that a party answers in a run with another, as it travels."""
    parts = [rows, table(others or reviews(80, 6))]
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {"max_iter": 2}, parts))
    parties, state, said = [protocol.party(part) for part in parts], protocol.begin(2, "0"), []
    while stage := protocol.ask(state):
        answers = [encode(stage.terms, protocol.answer(state, party, stage), 2) for party in parties]
        said.append(answers[0])
        state = protocol.advance(state, Total.of(stage.terms, answers, 2))
    return said


def test_no_term_grows_with_the_texts():
    few, many = (shapes_of(ALGORITHM, table(reviews(count, 1))) for count in (60, 600))
    assert few == many


def test_texts_that_have_nothing_in_common_end_the_run_in_words():
    rows = {"text": [chr(0x4E00 + at) * 3 for at in range(20)], "label": ["a", "b"] * 10}
    with pytest.raises(RunError, match="texts-unlike"):
        run([table(rows)])


def test_a_column_of_numbers_is_no_text():
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(reviews(40, 1))]))
    with pytest.raises(PartyError, match="type-mismatch"):
        protocol.party(table({"text": [1.0] * 20, "label": ["good", "bad"] * 10}))


def states() -> tuple:
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(reviews(60, 1))]))
    parties, seen = [protocol.party(table(reviews(60, seed))) for seed in (1, 2)], []
    fitted = protocol.without_comparison()
    run_here(fitted, parties, fitted.begin(2, "0"), lambda before, _stage, _total, after: seen.append((before, after)))
    return protocol, seen


def test_a_state_that_no_honest_run_reaches_is_not_answered():
    protocol, seen = states()
    for before, after in seen[:3]:
        sent = State(after.facts, after.arrays)
        protocol.check(sent)
        protocol.follows(State(before.facts, before.arrays), sent)
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
    with pytest.raises(ValueError, match="not the first model"):
        protocol.follows(seen[0][0], State(first.facts, drawn))
    later = seen[1][1]
    with pytest.raises(ValueError, match="settled"):
        protocol.follows(first, replace(later, facts=later.facts | {"frequencies": [one + 1 for one in frequencies]}))


def test_a_job_by_itself_is_the_same_fit():
    rows = table(reviews(300, 3))
    plan = plan_for(ALGORITHM, {"max_iter": 3}, [rows])
    alone = ALGORITHM.protocol(plan | {"parties": [{"partyId": "1001", "key": ""}]})
    _, kept = alone.run(alone.begin(1, "0"), alone.protocol.party(rows))
    protocol = ALGORITHM.protocol(plan).without_comparison()
    here = protocol.result(fit(ALGORITHM, plan, [protocol.party(rows)]))
    assert kept.model == here.model
