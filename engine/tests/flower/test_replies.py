"""Checks of replies before they leave a party: of their records, arrays and bytes."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from flwr.app import Array, ArrayRecord, ConfigRecord, MetricRecord, RecordDict

from engine.algorithm import load_algorithm
from engine.data.table import table_of
from engine.flower.guard import reason, scrub
from engine.flower.records import message_of
from engine.flower.replies import Expected, NotDeclared, NotRequested, check_reply, expect
from engine.privacy.terms import Term, Total, encode
from engine.protocols.protocol import Stage, State

TERMS = {"weights": Term((4, 2), 100.0), "rows": Term((), 40, whole=True), "wide": Term((1,), 2.0**90, True, True)}
COLUMNS = [{"name": "age", "kind": "number"}, {"name": "ward", "kind": "categories", "categories": ["east", "west"]}]
PLAN = {
    "algorithm": "mlp", "parameters": {}, "maxRounds": 3, "data": {"kind": "table", "columns": COLUMNS},
    "target": {"kind": "classes", "column": "sick", "classes": ["no", "yes"], "integral": False},
}  # fmt: skip
EXPECTED = Expected(TERMS, 2)


def arrays(**entries: np.ndarray) -> ArrayRecord:
    return ArrayRecord({name: Array(np.asarray(values)) for name, values in entries.items()})


def honest() -> dict[str, np.ndarray]:
    values = {"weights": np.ones((4, 2)), "rows": 9.0, "wide": np.array([-(2**80)], dtype=object)}
    return encode(TERMS, values, 2)


def field_of(reply: dict) -> str:
    with pytest.raises(NotDeclared) as refused:
        check_reply(EXPECTED, RecordDict(reply))
    return refused.value.field


def test_accepts_a_reply_with_declared_terms():
    check_reply(EXPECTED, RecordDict({"terms": arrays(**honest())}))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"more": np.zeros(2, np.int64)}, "terms"),
        ({"weights": np.zeros((3, 2), np.int64)}, "terms.weights"),
        ({"weights": np.zeros(8, np.int64)}, "terms.weights"),
        ({"weights": np.zeros((4, 2))}, "terms.weights"),
        ({"weights": np.full((4, 2), 2**62)}, "terms.weights"),
        ({"weights": np.full((4, 2), -(2**62))}, "terms.weights"),
        ({"rows": np.array(41)}, "terms.rows"),
        ({"rows": np.array(-1)}, "terms.rows"),
        ({"rows": np.array([1])}, "terms.rows"),
        ({"wide": np.full((1, 2), 2**60)}, "terms.wide"),
    ],
)
def test_refuses_a_reply_with_undeclared_terms(change: dict, field: str):
    assert field_of({"terms": arrays(**honest() | change)}) == field


def test_refuses_a_reply_that_lacks_a_term():
    assert (
        field_of({"terms": arrays(**{name: one for name, one in honest().items() if name != "rows"})}) == "terms.rows"
    )
    assert field_of({}).startswith("terms.")


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({"reported": MetricRecord({"seconds": 63.5})}, "reported"),
        ({"63.5 years": MetricRecord({"loss": 1.0})}, "record"),
        ({"rows": ConfigRecord({"all": ["a"]})}, "rows"),
        ({"texts": ConfigRecord({"classes": ["a"]})}, "texts"),
    ],
)
def test_refuses_a_reply_with_any_additional_record(record: dict, field: str):
    assert field_of({"terms": arrays(**honest()), **record}) == field


def test_refuses_an_array_whose_bytes_contain_more_than_its_numbers():
    def zeros() -> Array:
        return Array(np.zeros((4, 2), np.int64))

    longer, commented, transposed = zeros(), zeros(), zeros()
    longer.data += b"row 7: 63.5"
    commented.data = commented.data.replace(b" " * 24, b"#row 7 is 63.5 years old", 1)
    assert not commented.numpy().any()  # numpy's own reader ignores the comment
    transposed.data = transposed.data.replace(b"False", b"True ")
    pickled = Array(dtype="int64", shape=(4, 2), stype="numpy.ndarray", data=b"\x80\x04pickle")
    for array in (longer, commented, transposed, pickled):
        reply = arrays(**honest())
        reply["weights"] = array
        assert field_of({"terms": reply}) == "terms.weights"


def message(state: State, stage: Stage, **config: object) -> RecordDict:
    content = message_of(state, stage.round)
    content["config"].update(config)
    return content


def test_accepts_only_messages_that_the_plan_allows():
    algorithm = load_algorithm("mlp")
    protocol = algorithm.protocol(PLAN)
    state = protocol.begin(2, "seed")
    stage = protocol.next_stage(state)
    assert set(expect(algorithm, PLAN, "query", message(state, stage)).terms) == set(stage.terms)

    for kind, content in (
        ("train", message(state, stage)),
        ("query", message(state, stage, round=1)),
        ("query", message(state.with_facts(at="elsewhere"), stage)),
        ("query", message(state.with_facts(parties=0), stage)),
        ("query", RecordDict({"config": ConfigRecord({"round": 0})})),
    ):
        with pytest.raises(NotRequested):
            expect(algorithm, PLAN, kind, content)


@pytest.mark.parametrize(
    "change",
    [
        lambda state: replace(state, arrays={name: values[:1] for name, values in state.arrays.items()}),
        lambda state: replace(state, arrays={**state.arrays, "more": np.zeros(3)}),
        lambda state: replace(state, arrays={name: values * np.nan for name, values in state.arrays.items()}),
        lambda state: state.with_facts(round=99),
        lambda state: state.with_facts(scales=[]),
        lambda state: state.with_facts(scales=[[50.0, 9.0]] * 2),
        lambda state: state.with_facts(scales=[[50.0, -9.0]]),
        lambda state: state.with_facts(scale=[0.0, 1.0]),
        lambda state: State({name: fact for name, fact in state.facts.items() if name != "scales"}, state.arrays),
    ],
)
@pytest.mark.parametrize("algorithm_id", ["mlp", "logistic-regression"])
def test_refuses_a_state_that_no_honest_run_reaches(algorithm_id: str, change: Callable):
    algorithm = load_algorithm(algorithm_id)
    plan = {**PLAN, "algorithm": algorithm_id}
    protocol = algorithm.protocol(plan)
    rng = np.random.default_rng(0)
    rows = {
        "age": rng.normal(50, 9, 60),
        "ward": rng.choice(["east", "west"], 60),
        "sick": rng.choice(["no", "yes"], 60),
    }
    parties = [protocol.party(table_of(pa.table(rows), ["age", "ward"], "sick"))] * 2
    state = protocol.begin(2, "seed")
    while (stage := protocol.next_stage(state)).name != "train":
        answers = [protocol.compute(state, party, stage) for party in parties]
        total = Total.of(stage.terms, [encode(stage.terms, answer, 2) for answer in answers], 2)
        state = protocol.update(state, total)
    assert expect(algorithm, plan, "train", message(state, stage))

    with pytest.raises(NotRequested):
        expect(algorithm, plan, "train", message(change(state), stage))


@pytest.mark.parametrize(
    ("error", "scrubbed"),
    [
        (("data.not-numeric", {"column": "chol", "rows": 2}), ("data.not-numeric", {"column": "chol", "rows": 2})),
        (("data.not-numeric", {"column": "63.5 years", "rows": 2.5}), ("data.not-numeric", {})),
        (("data.not-numeric", {"rows": True, "column": ["chol"]}), ("data.not-numeric", {})),
        (("data.not-numeric", {"rows": 10**300, "age": 63, "least": 5}), ("data.not-numeric", {})),
        (("data.not-numeric", {"rows": -(2**53)}), ("data.not-numeric", {})),
        (("data.not-numeric", "63.5 years"), ("data.not-numeric", {})),
        (("data.sixty-three-and-a-half", {"column": "chol"}), ("internal", {})),
        (("grant.expired", {}), ("internal", {})),
        (("internal", {"rows": 63}), ("internal", {})),
        ((["data.not-numeric"], {}), ("internal", {})),
    ],
)
def test_an_apps_error_may_contain_only_known_codes_numbers_and_names(error: tuple, scrubbed: tuple):
    assert scrub(*error, {"chol", "age"}) == scrubbed


def test_formats_an_error_as_one_line():
    assert reason("data.not-numeric", {"column": "胆固醇"}) == 'data.not-numeric|{"column":"胆固醇"}'
