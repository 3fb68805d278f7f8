"""Graphs: smoothing is identical in training and in the model's file, and parties get the same model as from the union
of all graphs."""

import json
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from granting import grant
from graphs import COLUMNS, edges_of, network, numbers_of
from onnx import load_from_string

from engine.algorithm import FOLDERS, load_algorithm
from engine.data.graph import FARTHEST, LINKS, NodeEncoding, nodes_of
from engine.data.party import Party
from engine.data.table import table_of
from engine.errors import PartyError
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of
from engine.protocols.protocol import Stage, State
from engine.table import Table

ALGORITHM = load_algorithm("graph-nodes")
SIZES = (40, 120, 400)


def table(rows: dict) -> Table:
    return table_of(pa.table(rows), [*COLUMNS, LINKS], "label")


@pytest.fixture(scope="module")
def granted() -> list[Table]:
    return [table(network(size, seed)) for seed, size in enumerate(SIZES)]


@pytest.fixture(scope="module")
def run(granted: list[Table]) -> tuple:
    """Returns the protocol, the parties, the state after each stage, and the shapes of each stage's terms."""
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, granted)).without_comparison()
    parties, states, shapes = [protocol.party(part) for part in granted], [protocol.begin(3, "0")], []

    def note(_before: State, stage: Stage, _total: object, after: State) -> None:
        states.append(after)
        shapes.append({name: term.shape for name, term in stage.terms.items()})

    run_here(protocol, parties, states[0], note)
    return protocol, parties, states, shapes


def test_smooths_each_node_twice_over_itself_and_its_neighbours():
    rows = {"f": [8.0, 0.0, 4.0, 1.0, 6.0], LINKS: [[1, 1], [0], [1, 2], [], [3]], "label": ["a"] * 5}
    graph = nodes_of(table_of(pa.table(rows), ["f", LINKS], "label")).nodes.graph
    # The edges are 0 - 1 - 2 and 3 - 4. A repeated edge counts once. An edge from a node to itself is ignored.
    np.testing.assert_allclose(graph.means @ rows["f"], [4.0, 4.0, 2.0, 3.5, 3.5])
    np.testing.assert_allclose(graph.smooth(np.array(rows["f"])[:, None])[:, 0], [4.0, 10 / 3, 3.0, 3.5, 3.5])


def test_refuses_a_link_to_a_node_that_does_not_exist():
    for place in (5, -1):
        rows = {"f": [1.0] * 5, LINKS: [[place], [], [], [], []], "label": ["a"] * 5}
        with pytest.raises(PartyError, match="index-wrong"):
            nodes_of(table_of(pa.table(rows), ["f", LINKS], "label"))


def test_nodes_without_a_label_influence_their_neighbours_but_are_neither_trained_on_nor_scored(
    granted: list[Table], run
):
    _, parties, _, _ = run
    for part, party in zip(granted, parties, strict=True):
        unknown = np.flatnonzero(part.label.missing)
        assert len(unknown) > 0
        assert len(party.training) + len(party.validation) == len(part) - len(unknown)
        assert not np.isin([*party.training.nodes.places, *party.validation.nodes.places], unknown).any()
        assert len(party.training.nodes.graph.columns[0].values) == len(part)


def test_three_parties_are_as_accurate_as_the_union_of_all_graphs(run):
    protocol, parties, states, _ = run
    last = run_here(protocol, [Party.together(parties)], protocol.begin(1, "0"))
    together, pooled = (protocol.metrics(one, scores_of(one)) for one in (states[-1], last))
    assert abs(together["accuracy"] - pooled["accuracy"]) < 0.03
    assert abs(together["loss"] - pooled["loss"]) < 0.05


def test_nodes_are_predicted_better_with_their_neighbours_than_without(granted: list[Table], run):
    protocol, _, states, _ = run
    assert protocol.metrics(states[-1], scores_of(states[-1]))["accuracy"] > 0.75
    alone = [part.take(np.arange(len(part))) for part in granted]
    for part in alone:
        part.columns[-1].values[:] = [np.array([], dtype=np.int64)] * len(part)
    last = run_here(protocol, [protocol.party(part) for part in alone], protocol.begin(3, "0"))
    assert protocol.metrics(last, scores_of(last))["accuracy"] < 0.65


def test_no_term_grows_with_nodes_or_edges(run):
    protocol, parties, _, shapes = run
    results = []
    run_here(
        protocol,
        parties[:1],
        protocol.begin(1, "0"),
        lambda _before, stage, *_more: results.append({name: term.shape for name, term in stage.terms.items()}),
    )
    assert results == shapes
    assert shapes[2]["update.weights"] == (len(COLUMNS), 3)


def test_clips_an_outlier_to_the_bound_of_summed_terms():
    rows = network(60, 1)
    rows["beds"][7] = 1e30
    read = nodes_of(table(rows))
    columns = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(rows)])).columns
    encoding = NodeEncoding(columns.encoding([(0.0, 1e-3), (5.0, 1.0), (1e6, 1e4)]).columns)
    assert np.abs(encoding.encode(read)).max() <= FARTHEST


def test_the_onnx_file_predicts_as_python_does(run):
    protocol, _, states, _ = run
    file = protocol.result(states[-1]).model
    (meta,) = [one.value for one in load_from_string(file).metadata_props if one.key == "tessera"]
    described = json.loads(meta)["input"]
    assert described["kind"] == "graph"
    assert [one["column"] for one in described["columns"]] == list(COLUMNS)

    session = onnxruntime.InferenceSession(file)
    rng = np.random.default_rng(5)
    for nodes in (1, 70):
        rows = network(nodes, 9, unlabelled=0)
        x, ends = numbers_of(rows), [tuple(edge) for edge in edges_of(rows).T]
        # Edges in both directions, repeated edges and self-loops must not change the result.
        ends += [(there, here) for here, there in ends[::2]] + ends[:5] + [(0, 0)]
        edges = np.array(ends, dtype=np.int64)[rng.permutation(len(ends))].T
        label, actual = session.run(["label", "probabilities"], {"x": x, "edge_index": edges})
        if nodes > 5:
            expected = protocol.predict(states[-1], nodes_of(table(rows)))
            np.testing.assert_allclose(actual, expected, atol=1e-9)
            assert label.tolist() == [protocol.target.classes[place] for place in expected.argmax(axis=1)]
    assert session.run(None, {"x": x[:2], "edge_index": np.zeros((2, 0), dtype=np.int64)})[1].shape == (2, 3)


def test_parties_accept_only_the_states_of_an_honest_run(run):
    protocol, _, states, _ = run
    sent = [State(state.facts, state.arrays) for state in states[:-1]]
    protocol.check_start(sent[0], 3, "0")
    for before, after in pairwise(sent):
        protocol.check(after)
        protocol.check_transition(before, after)
    with pytest.raises(ValueError, match="stage was left out"):
        protocol.check_transition(sent[0], sent[2])


def test_a_local_run_gives_the_same_fit_as_a_federated_run_of_one_party(run):
    protocol, parties, _, _ = run
    alone = ALGORITHM.protocol(protocol.plan | {"parties": [{"partyId": "1001", "key": ""}]})
    _, result = alone.run(alone.begin(1, "0"), parties[1])
    assert result.model == protocol.result(run_here(protocol, parties[1:2], protocol.begin(1, "0"))).model


@pytest.mark.parametrize("name", ["graph_nodes", "graph_network"])
def test_the_catalogue_states_that_edges_between_parties_are_lost(name: str):
    remark = json.loads((FOLDERS / name / "catalogue.json").read_text())["remark"]
    assert "crosses parties, those edges do not count" in remark["en"]
    assert "\u8de8\u8d8a\u673a\u6784\uff0c\u8fd9\u4e9b\u8fb9\u4e0d\u53c2\u4e0e\u8ba1\u7b97" in remark["cn"]


def test_reads_a_granted_graph_and_refuses_a_table(tmp_path: Path, run):
    protocol = run[0]
    party = protocol.open(str(grant(tmp_path / "graph", pa.table(network(50, 3)))))
    assert len(party.training.nodes.graph.columns) == len(COLUMNS)
    rows = network(50, 3, unlabelled=0)
    with pytest.raises(PartyError, match="index-wrong"):
        protocol.open(str(grant(tmp_path / "table", pa.table(rows | {LINKS: rows["label"]}))))
    few = {name: values[:30] for name, values in network(50, 3, unlabelled=1.0).items()}
    few[LINKS], few["label"] = [[]] * 30, ["clinic"] * 3 + [None] * 27
    with pytest.raises(PartyError, match="too-few-rows"):
        protocol.open(str(grant(tmp_path / "few", pa.table(few))))
    with pytest.raises(ValueError, match="numbers only"):
        plan = protocol.plan | {
            "data": {"kind": "graph", "columns": [{"name": "w", "kind": "categories", "categories": []}]}
        }
        ALGORITHM.protocol(plan)
