"""Networks over a graph's nodes: gradients, the effect of edges, and the ONNX file compared with Python."""

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from graphs import COLUMNS, citations, edges_of, network, numbers_of

from engine.algorithm import load_algorithm
from engine.data.graph import BESIDE, LINKS, MEAN, MIN_WORDS, Graph, NodeEncoding, NodeInputs, nodes_of
from engine.data.table import table_of
from engine.learners.graph_network import gradients, graph_learner
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.protocols.on_graph import OnGraph
from engine.protocols.on_rows import scores_of
from engine.protocols.protocol import State
from engine.table import Column, Table
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
    """Returns the protocol, the parties and the last state."""
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, GIVEN[request.param], granted)).without_comparison()
    parties = [protocol.party(part) for part in granted]
    return protocol, parties, run_here(protocol, parties, protocol.begin(3, "0"))


@pytest.mark.parametrize("spread", [MEAN, BESIDE])
def test_gradients_of_the_network_equal_finite_differences(spread: str):
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
        probabilities = (softmax(raw[inputs.places]) * targets).sum(axis=1)
        ridge = sum((weights[f"{layer}-weights"] ** 2).sum() for layer in ("hidden", "output"))
        return -np.log(probabilities).mean() + l2 / 2 * ridge

    computed = gradients(model, inputs, graph.spread(inputs.values, spread), targets, spread, mask, l2)
    for name, values in model.items():
        for place in np.ndindex(values.shape):
            step = np.zeros_like(values)
            step[place] = 1e-6
            actual = (loss(model | {name: values + step}) - loss(model | {name: values - step})) / 2e-6
            assert computed[name][place] == pytest.approx(actual, abs=1e-7)


def test_without_dropout_training_and_scoring_compute_the_same_outputs():
    """The function that is fitted is the one that `compute` returns."""
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
        actual = learner.compute(model, NodeInputs(graph, values, read.nodes.places))
        np.testing.assert_allclose(actual, expected[read.nodes.places], rtol=1e-12)


def test_three_parties_are_about_as_accurate_as_the_union_of_all_graphs(run):
    protocol, parties, last = run
    pooled = run_here(protocol, [type(parties[0]).together(parties)], protocol.begin(1, "0"))
    right = [protocol.metrics(state, scores_of(state))["accuracy"] for state in (last, pooled)]
    assert right[0] > 0.72 and right[0] > right[1] - 0.04


def test_nodes_are_predicted_better_with_their_neighbours_than_without(granted: list[Table], run):
    protocol = run[0]
    alone = [part.take(np.arange(len(part))) for part in granted]
    for part in alone:
        part.columns[-1].values[:] = [np.array([], dtype=np.int64)] * len(part)
    last = run_here(protocol, [protocol.party(part) for part in alone], protocol.begin(3, "0"))
    assert protocol.metrics(last, scores_of(last))["accuracy"] < 0.66


def test_no_message_grows_with_nodes_or_edges(run):
    protocol, parties, _ = run
    results = []
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
        results.append(shapes)
    assert results[0] == results[1] == results[2]


def test_the_onnx_file_predicts_as_python_does(run):
    protocol, _, last = run
    session = onnxruntime.InferenceSession(protocol.result(last).model)
    rows = network(70, 9, unlabelled=0)
    (actual,) = session.run(["probabilities"], {"x": numbers_of(rows), "edge_index": edges_of(rows)})
    np.testing.assert_allclose(actual, protocol.predict(last, nodes_of(table(rows))), atol=1e-9)
    alone = {"x": numbers_of(rows)[:2], "edge_index": np.zeros((2, 0), dtype=np.int64)}
    assert session.run(None, alone)[1].shape == (2, 3)


def accuracy_of(algorithm_id: str, given: dict, rows: dict, names: np.ndarray) -> tuple[float, OnGraph, State, Table]:
    """Runs a training at one party. Returns the accuracy on unlabelled papers, the protocol, the last state and all
    papers."""
    algorithm, columns = load_algorithm(algorithm_id), [name for name in rows if name.startswith("word")]
    granted = table_of(pa.table(rows), [*columns, LINKS], "label")
    protocol = algorithm.protocol(plan_for(algorithm, given, [granted])).without_comparison()
    last = run_here(protocol, [protocol.party(granted)], protocol.begin(1, "0"))
    whole = nodes_of(table_of(pa.table(rows | {"label": names}), [*columns, LINKS], "label"))
    predicted = np.unique(names)[protocol.predict(last, whole).argmax(axis=1)]
    unknown = np.array([label is None for label in rows["label"]])
    return float((predicted == names)[unknown].mean()), protocol, last, whole


@pytest.fixture(scope="module")
def papers() -> tuple[dict, np.ndarray, float]:
    """Returns papers, their kinds, and the accuracy of smoothing on them."""
    rows, names = citations(600, 1000, 3)
    return rows, names, accuracy_of("graph-nodes", {}, rows, names)[0]


@pytest.mark.parametrize("layers", ["GCN", "GraphSAGE"])
def test_a_network_classifies_papers_by_their_words_as_well_as_smoothing_does(papers, layers: str):
    rows, names, smoothed = papers
    right, protocol, last, whole = accuracy_of("graph-network", {"layers": layers}, rows, names)
    assert right > smoothed - 0.02
    # The ONNX file divides words by their number as training does, also for nodes without words and with a missing
    # value.
    session = onnxruntime.InferenceSession(protocol.result(last).model)
    columns = whole.nodes.graph.columns
    for column in columns:
        column.values[:3] = [0, 0, np.nan]
    numbers = np.column_stack([column.values for column in columns])
    (actual,) = session.run(["probabilities"], {"x": numbers, "edge_index": edges_of(rows)})
    np.testing.assert_allclose(actual, protocol.predict(last, whole), atol=1e-9)


def test_the_onnx_file_is_deterministic_with_several_threads(papers):
    """Some operators of ONNX Runtime add in several threads without a lock."""
    rows, names, _ = papers
    _, protocol, last, whole = accuracy_of("graph-network", {"max_iter": 1, "patience": 1}, rows, names)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 4
    session = onnxruntime.InferenceSession(protocol.result(last).model, options)
    inputs = {"x": np.column_stack([one.values for one in whole.nodes.graph.columns]), "edge_index": edges_of(rows)}
    answers = {session.run(["probabilities"], inputs)[0].tobytes() for _ in range(20)}
    assert len(answers) == 1


def test_a_network_is_less_accurate_if_words_are_encoded_in_deviations(papers, monkeypatch):
    """An earlier version used this encoding, in which a rare word outweighed all others."""
    rows, names, smoothed = papers
    monkeypatch.setattr(NodeEncoding, "words", np.zeros(1000, dtype=bool))
    assert accuracy_of("graph-network", {}, rows, names)[0] < smoothed - 0.02


def test_encodes_words_as_shares_of_all_words_of_a_node_and_leaves_other_columns_unchanged():
    rng = np.random.default_rng(1)
    values = (rng.random((400, MIN_WORDS)) < 0.05).astype(float)
    values[0], values[1, 0] = 0, np.nan
    rows = {f"w{place}": values[:, place] for place in range(MIN_WORDS)}
    rows |= {"age": rng.normal(50, 10, 400), "smokes": (rng.random(400) < 0.5) * 1.0}
    granted = table_of(pa.table(rows | {LINKS: [[]] * 400, "label": ["a", "b"] * 200}), [*rows, LINKS], "label")
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [granted]))
    means = [float(np.nanmean(rows[name])) for name in rows]
    scales = list(zip(means, [float(np.nanstd(rows[name])) for name in rows], strict=True))
    encoding = NodeEncoding(protocol.columns.encoding(scales).columns, spreads=True)
    assert encoding.words.tolist() == [True] * MIN_WORDS + [False, False]
    actual = encoding.encode(nodes_of(granted)).values
    filled = np.where(np.isnan(values), means[:MIN_WORDS], values)
    np.testing.assert_allclose(actual[:, :MIN_WORDS], filled / np.maximum(filled.sum(axis=1), 1)[:, None])
    np.testing.assert_allclose(actual[:, -2], (rows["age"] - means[-2]) / scales[-2][1])
    # Words are not encoded as shares if the model does not spread values, or if there are too few such columns.
    assert (
        not NodeEncoding(encoding.columns).words.any()
        and not NodeEncoding(encoding.columns[1:], spreads=True).words.any()
    )
