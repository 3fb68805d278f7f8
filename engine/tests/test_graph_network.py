"""Networks over a graph's nodes: gradients, what edges bring, and the file beside Python."""

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from graphs import COLUMNS, edges_of, network, numbers_of

from engine.algorithm import load_algorithm
from engine.data.graph import BESIDE, LINKS, MEAN, Graph, NodeInputs, nodes_of
from engine.data.table import Column, Table, table_of
from engine.learners.graph_network import gradients, graph_learner
from engine.learners.network import forward
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of
from engine.targets.classes import softmax

ALGORITHM = load_algorithm("graph-network")
SIZES = (40, 120, 400)
GIVEN = {"GCN": {"layers": "GCN"}, "GraphSAGE": {"layers": "GraphSAGE", "aggregation": "FedProx"}}


def table(rows: dict) -> Table:
    return table_of(pa.table(rows), [*COLUMNS, LINKS], "label")


@pytest.fixture(scope="module")
def granted() -> list[Table]:
    return [table(network(size, seed)) for seed, size in enumerate(SIZES)]


@pytest.fixture(scope="module", params=GIVEN)
def run(request, granted: list[Table]) -> tuple:
    """Protocol, parties and the last state."""
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, GIVEN[request.param], granted)).without_comparison()
    parties = [protocol.party(part) for part in granted]
    return protocol, parties, run_here(protocol, parties, protocol.begin(3, "0"))


@pytest.mark.parametrize("spread", [MEAN, BESIDE])
def test_gradients_are_those_that_small_steps_find(spread: str):
    rng = np.random.default_rng(3)
    links = Column(LINKS, "links", np.array([[1, 2], [3], [], [4], [0], []], dtype=object))
    graph = Graph.of([Column("a", "number", np.zeros(6))], links)
    inputs = NodeInputs(graph, rng.normal(0, 1, (6, 4)), np.array([0, 2, 3, 5]))
    targets, mask, l2 = np.eye(3)[[0, 2, 1, 1]], rng.choice([0.0, 2.0], (6, 5)), 0.1
    learner = graph_learner(spread)
    model = learner.start(4, 3, {"hidden_units": 5}, rng)
    model |= {name: rng.normal(0, 0.1, model[name].shape) for name in ("hidden-bias", "output-bias")}

    def loss(weights: dict) -> float:
        hidden = np.maximum(graph.spread(inputs.values, spread) @ weights["hidden-weights"] + weights["hidden-bias"], 0)
        raw = graph.spread(hidden * mask, spread) @ weights["output-weights"] + weights["output-bias"]
        chances = (softmax(raw[inputs.places]) * targets).sum(axis=1)
        ridge = sum((weights[f"{layer}-weights"] ** 2).sum() for layer in ("hidden", "output"))
        return -np.log(chances).mean() + l2 / 2 * ridge

    slopes = gradients(model, inputs, graph.spread(inputs.values, spread), targets, spread, mask, l2)
    for name, values in model.items():
        for place in np.ndindex(values.shape):
            step = np.zeros_like(values)
            step[place] = 1e-6
            found = (loss(model | {name: values + step}) - loss(model | {name: values - step})) / 2e-6
            assert slopes[name][place] == pytest.approx(found, abs=1e-7)


def test_without_dropout_the_loss_is_what_scoring_sees():
    """What is fitted is what `forward` computes."""
    read = nodes_of(table(network(60, 1)))
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {"max_iter": 1}, [table(network(60, 1))]))
    encoding = protocol.columns.encoding([(0.0, 1e-3), (5.0, 1.0), (1e6, 1e4)])
    graph = read.nodes.graph
    values = np.clip(np.nan_to_num(encoding.encode(Table(graph.columns, None))), -10, 10)
    for spread in (MEAN, BESIDE):
        learner = graph_learner(spread)
        model = learner.start(3, 3, {"hidden_units": 4}, np.random.default_rng(0))
        raw = graph.spread(values, spread) @ model["hidden-weights"] + model["hidden-bias"]
        expected = graph.spread(np.maximum(raw, 0), spread) @ model["output-weights"] + model["output-bias"]
        found = forward(learner.layers(model), NodeInputs(graph, values, read.nodes.places))
        np.testing.assert_allclose(found, expected[read.nodes.places], rtol=1e-12)


def test_three_parties_tell_nodes_about_as_well_as_all_graphs_side_by_side(run):
    protocol, parties, last = run
    pooled = run_here(protocol, [type(parties[0]).together(parties)], protocol.begin(1, "0"))
    right = [protocol.metrics(state, scores_of(state))["accuracy"] for state in (last, pooled)]
    assert right[0] > 0.72 and right[0] > right[1] - 0.04


def test_neighbours_tell_what_a_node_itself_does_not(granted: list[Table], run):
    protocol = run[0]
    alone = [part.take(np.arange(len(part))) for part in granted]
    for part in alone:
        part.columns[-1].values[:] = [np.array([], dtype=np.int64)] * len(part)
    last = run_here(protocol, [protocol.party(part) for part in alone], protocol.begin(3, "0"))
    assert protocol.metrics(last, scores_of(last))["accuracy"] < 0.66


def test_no_update_grows_with_nodes_or_edges(run):
    protocol, parties, _ = run
    found = []
    for party in parties:
        shapes = {}
        run_here(
            protocol,
            [party],
            protocol.begin(1, "0"),
            lambda _before, stage, *_more, shapes=shapes: shapes.update(
                {f"{stage.name}.{name}": term.shape for name, term in stage.terms.items()}
            ),
        )
        found.append(shapes)
    assert found[0] == found[1] == found[2]


def test_the_file_answers_as_python_does(run):
    protocol, _, last = run
    session = onnxruntime.InferenceSession(protocol.result(last).model)
    rows = network(70, 9, unlabelled=0)
    (found,) = session.run(["probabilities"], {"x": numbers_of(rows), "edge_index": edges_of(rows)})
    np.testing.assert_allclose(found, protocol.predict(last, nodes_of(table(rows))), atol=1e-9)
    alone = {"x": numbers_of(rows)[:2], "edge_index": np.zeros((2, 0), dtype=np.int64)}
    assert session.run(None, alone)[1].shape == (2, 3)
