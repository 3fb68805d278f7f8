"""Trees: they are identical to those of the parties' mixed rows in one place, on real data and on data computed by
hand. Also tests what a run sends."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from fakes import SEED, World, over_the_wire, patients
from sklearn.datasets import load_breast_cancer, load_diabetes, load_digits, load_wine
from sklearn.ensemble import (
    HistGradientBoostingClassifier,
    HistGradientBoostingRegressor,
    RandomForestClassifier,
    RandomForestRegressor,
)
from sklearn.metrics import roc_auc_score
from test_driver import kinds, parties_of, three_hospitals
from test_privacy import cells, found, messages_of, structure

from engine.algorithm import Algorithm, load_algorithm
from engine.data.bins import choose_cuts, count_bins, finer_grid, first_grid
from engine.data.encoding import Encoding, NumberEncoder
from engine.data.party import Party
from engine.data.table import table_of
from engine.flower.records import message_of, read_state
from engine.flower.replies import NotRequested, check_reply, expect
from engine.learners.trees import LEAF, Cells, Growth, Sides, Trees
from engine.pooled import fit, plan_for, score_on
from engine.privacy.terms import Total, encode
from engine.protocols.histograms import Histograms
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnTable
from engine.protocols.protocol import State
from engine.run import checkpoint
from engine.run.driver import run_federation
from engine.table import Table

TREES, FOREST = load_algorithm("boosted-trees"), load_algorithm("random-forest")
SHARES = (0.12, 0.22, 0.66)  # each class has at least ten training rows at each party


def real(name: str) -> Table:
    """Returns rows of data sets that come with scikit-learn. The label is a text or a number."""
    data = {
        "tumours": load_breast_cancer,
        "digits": load_digits,
        "wine": load_wine,
        "diabetes": lambda: load_diabetes(scaled=False),
    }[name]()
    label = (
        data.target if name == "diabetes" else [f"k{kind % 2 if name == 'digits' else kind}" for kind in data.target]
    )
    columns = {f"x{place}": values for place, values in enumerate(data.data.T)}
    return table_of(pa.table({**columns, "y": label}), list(columns), "y")


def uneven(table: Table, seed: int) -> tuple[list[Party], Table]:
    """Returns three parties with 12, 22 and 66 % of the rows, which differ in the first column, and a fifth of all rows
    as a test set."""
    rng = np.random.default_rng(seed)
    unseen, rows = np.split(rng.permutation(len(table)), [len(table) // 5])
    skew = np.argsort(np.argsort(table.columns[0].values[rows])) / len(rows) + rng.normal(0, 0.3, len(rows))
    parts = np.split(rows[np.argsort(skew)], (np.cumsum(SHARES) * len(rows)).astype(int)[:-1])
    return [Party.of(table.take(part)) for part in parts], table.take(unseen)


def plan_of(table: Table, algorithm: Algorithm = TREES, **parameters: float) -> dict:
    return plan_for(algorithm, parameters, [table])


def fitted(parties: list[Party], plan: dict, algorithm: Algorithm = TREES) -> tuple[OnTable, State]:
    """Runs a plan without training at single parties, which would take as long again."""
    protocol = algorithm.protocol(plan)
    protocol.inner = replace(protocol.inner, compares=False)
    return protocol, run_here(protocol, parties, protocol.begin(len(parties), "0"))


def mixed_together(parties: list[Party]) -> Party:
    """Returns all rows in one place, with each party's training rows mixed as that party mixes them."""
    return Party.together([party.mixed for party in parties])


def same_arrays(one: State, other: State) -> bool:
    return set(one.arrays) == set(other.arrays) and all(
        np.array_equal(values, other.arrays[name]) for name, values in one.arrays.items()
    )


@pytest.mark.parametrize("name", ["tumours", "digits", "wine", "diabetes"])
@pytest.mark.parametrize("algorithm", [TREES, FOREST], ids=["boosted", "forest"])
@pytest.mark.spec("screens.model-interpretation")
def test_a_federation_grows_the_same_trees_as_a_fit_of_all_mixed_rows_in_one_place(name, algorithm, monkeypatch):
    table = real(name)
    plan, (parties, _) = plan_of(table, algorithm), uneven(table, 3)
    whole = mixed_together(parties)
    protocol, together = fitted(parties, plan, algorithm)
    assert same_arrays(together, fitted([whole], plan, algorithm)[1])
    assert not same_arrays(together, fitted([Party.together(parties)], plan, algorithm)[1])

    order = np.random.default_rng(4).permutation(len(whole.training))
    other = [Party(whole.training.take(rows), whole.validation) for rows in np.array_split(order, 7)]
    monkeypatch.setattr(Histograms, "mixes", False)
    assert same_arrays(together, fitted(other, plan, algorithm)[1])
    trees = protocol.inner.trees(together, protocol.prepared(together), 1)
    assert len(trees) == {"wine": 39 if algorithm is FOREST else 6}.get(name, 40 if algorithm is FOREST else 8)


def ahead_of_scikit_learn(algorithm: Algorithm, name: str, seeds: Iterable[int], *, mixes: bool) -> float:
    """Returns by how much the mean test score exceeds that of scikit-learn's trees on all rows. The score is AUC, or R²
    for a number.

    It is the mean over several splits, because one split has fewer than a hundred test rows, on which either model may
    be ahead by 0.05.
    """
    table, ahead, is_number = real(name), [], name == "diabetes"
    boosted = HistGradientBoostingRegressor if is_number else HistGradientBoostingClassifier
    forest = RandomForestRegressor if is_number else RandomForestClassifier
    for seed in seeds:
        parties, unseen = uneven(table, seed)
        pooled = Party.together(parties)
        protocol, state = fitted(parties if mixes else [pooled], plan_of(table, algorithm), algorithm)
        reference = boosted() if algorithm is TREES else forest(200, random_state=0)
        reference.fit(pooled.training.numbers(), pooled.training.label.values)
        if is_number:
            own = score_on(algorithm, plan_of(table, algorithm), state, unseen)["r2"]
            ahead.append(own - reference.score(unseen.numbers(), unseen.label.values))
            continue
        many = {"multi_class": "ovr"} if name == "wine" else {}
        guesses = [protocol.predict(state, unseen), reference.predict_proba(unseen.numbers())]
        scores = [roc_auc_score(unseen.label.values, guess if many else guess[:, 1], **many) for guess in guesses]
        ahead.append(scores[0] - scores[1])
    return np.mean(ahead)


@pytest.mark.parametrize("name", ["tumours", "digits", "wine", "diabetes"])
@pytest.mark.parametrize("algorithm", [TREES, FOREST], ids=["boosted", "forest"])
def test_trees_of_unmixed_rows_are_as_accurate_as_those_of_scikit_learn(name, algorithm):
    assert ahead_of_scikit_learn(algorithm, name, range(3, 7), mixes=False) >= -0.01


@pytest.mark.parametrize("name", ["tumours", "digits", "wine", "diabetes"])
@pytest.mark.parametrize("algorithm", [TREES, FOREST], ids=["boosted", "forest"])
def test_trees_of_mixed_rows_are_nearly_as_accurate_as_those_of_scikit_learn(name, algorithm):
    assert ahead_of_scikit_learn(algorithm, name, range(3, 7), mixes=True) >= -0.015


def test_a_forest_sends_few_messages(tmp_path):
    """The messages are the preparation, the levels, and two scorings."""
    world = World(tmp_path, "random-forest", {"1001": patients(60, 1), "1002": patients(90, 2)}, "outcome", depth=6)
    run_federation(world.grid, world.run(), world.algorithm)
    assert len([party for party, *_ in world.grid.sent if party == "1001"]) == 4 + 6 + 2 <= 30
    assert kinds(world) == ["started", "statistics", "round", "scored", "finished"]


def test_boosted_trees_send_at_most_thirty_messages(tmp_path):
    world = World(tmp_path, "boosted-trees", {"1001": patients(60, 1), "1002": patients(90, 2)}, "outcome")
    run_federation(world.grid, world.run(), world.algorithm)
    assert len([party for party, *_ in world.grid.sent if party == "1001"]) <= 30


def test_a_partys_scores_are_better_with_the_federation_than_alone():
    table = real("digits")
    parties, unseen = uneven(table, 0)
    together = fit(TREES, plan_of(table), parties)
    target = TREES.protocol(plan_of(table)).prepared(together).target
    alone = fit(TREES, plan_of(table), parties[:1], target=target)
    assert (
        score_on(TREES, plan_of(table), together, unseen)["accuracy"]
        >= 0.05 + (score_on(TREES, plan_of(table), alone, unseen)["accuracy"])
    )


@pytest.mark.parametrize("least", [5, 40])
def test_no_leaf_has_fewer_rows_than_the_configured_minimum(least):
    table = real("tumours")
    parties, _ = uneven(table, 1)
    protocol, state = fitted(parties, plan_of(table, min_rows=least))
    prepared, training = protocol.prepared(state), mixed_together(parties).training
    bins = protocol.inner._bins(prepared)
    trees, binned = protocol.inner.trees(state, prepared, 8), bins.encode(training)

    for ends in trees.reached(binned, bins.numbers):
        counts = np.unique(ends, return_counts=True)[1]
        assert len(counts) > 1 and counts.min() >= least


def test_the_first_split_is_the_best_of_all_possible_splits():
    """The test compares one tree of depth 1 with every cut of every column, including missing values and categories."""
    rows = patients(400, 5) | {"y": np.random.default_rng(6).normal(0, 1, 400)}
    rows["y"] += np.where(np.isnan(rows["dose"]), 2.0, 0) + np.where(np.array(rows["ward"]) == "north", 1.0, 0)
    rows.pop("outcome")
    for names in (["age", "dose", "ward"], ["age", "ward"]):
        table = table_of(pa.table(rows), names, "y")
        party = Party.of(table)
        settings = {"max_iter": 1, "trees": 1, "depth": 1, "learning_rate": 1, "l2": 0.5, "min_rows": 5}
        protocol, state = fitted([party], plan_of(table, **settings))
        prepared, aims = protocol.prepared(state), -protocol.prepared(state).target.encode(party.training.label)[:, 0]
        bins = protocol.inner._bins(prepared)

        def gain(left: np.ndarray, aims: np.ndarray = aims) -> float:
            sides = [aims[left], aims[~left], aims]
            fits = [side.sum() ** 2 / (len(side) + 0.5) for side in sides]
            return fits[0] + fits[1] - fits[2] if min(len(side) for side in sides) >= 5 else -np.inf

        ways = list(every_way(bins, party.training))
        best = max(gain(left) for _, left in ways)
        tree = protocol.inner.trees(state, prepared, 1)
        left = tree.reached(bins.encode(party.training), bins.numbers)[0] == 1
        assert gain(left) == pytest.approx(best)
        assert names[tree.column[0, 0]] == ("dose" if "dose" in names else "ward")
        for side, node in ((left, 1), (~left, 2)):
            assert tree.value[0, node] == pytest.approx(-aims[side].sum() / (side.sum() + 0.5))


def every_way(bins, table: Table) -> Iterator[tuple[str, np.ndarray]]:
    """Yields each way to split a table in two, as a mask of the rows that go left."""
    for column, edges in zip(table.columns, bins.edges, strict=True):
        if column.kind == "text":
            for name in set(column.values):
                yield column.name, column.values == name
            continue
        for edge in [*edges[np.isfinite(edges)], np.inf]:
            below = np.nan_to_num(column.values, nan=np.inf) <= edge
            yield column.name, below & ~column.missing
            yield column.name, below | column.missing


def test_equally_good_splits_use_the_lowest_column_and_bin():
    cells = Cells.of(np.array([0, 1]), np.array([4, 4]), np.array([True, True]))
    # the two columns are equal, and the bin between their values is empty
    gradient = np.array([[0, 8, 0, -8, 0, 8, 0, -8]])
    rows = np.abs(gradient)

    def sides(values: np.ndarray) -> np.ndarray:
        return cells.to_the_left(values).astype(float)

    left, whole = (
        Sides(sides(gradient), sides(rows), sides(rows)),
        [values[:, :4].sum(axis=1) for values in (gradient, rows)],
    )
    everything = Sides(*[values[:, None, None].astype(float) for values in (whole[0], whole[1], whole[1])])
    trees = Trees.leaves(1, 1)
    Growth(1.0, 5, 1.0).split(trees, 0, 0, cells, left, everything)
    assert (trees.column[0, 0], trees.cut[0, 0], trees.missing_left[0, 0]) == (0, 1, 0)
    assert trees.value[0].tolist() == [0, -8 / 9, 8 / 9]


def test_cut_points_divide_the_rows_of_a_column_with_a_long_tail():
    """In the first grid, half of the column's rows are in three bins."""
    values = np.random.default_rng(1).lognormal(0, 2, (20_000, 1))
    encoding = Encoding((NumberEncoder("x", float(values.mean()), float(values.std())),))
    grid = first_grid(encoding)
    finer = finer_grid(grid, count_bins(values, grid))
    edges = choose_cuts(finer, count_bins(values, finer), 32)[0]
    shares = np.bincount(np.searchsorted(edges, values[:, 0])) / len(values)
    assert np.all(np.diff(edges) > 0)
    assert 16 <= len(shares) <= 32 and shares.max() <= 0.1


def test_cut_points_are_in_the_middle_between_values_if_there_are_few_values():
    values = np.repeat([0.0, 1.0, 5.0], [50, 30, 20])[:, None]
    encoding = Encoding((NumberEncoder("x", float(values.mean()), float(values.std())),))
    grid = first_grid(encoding)
    finer = finer_grid(grid, count_bins(values, grid))
    edges = choose_cuts(finer, count_bins(values, finer), 32)[0]
    assert edges == pytest.approx([0.5, 3.0], abs=0.1)


def test_never_splits_on_a_column_that_does_not_vary():
    rows = patients(60, 1) | {"constant": [5.0] * 60, "empty": [None] * 60, "rare": [1.0] + [None] * 59}
    names = ["age", "constant", "empty", "rare"]
    table = table_of(pa.table(rows), names, "outcome")
    plan = plan_for(TREES, {}, [table])
    protocol, state = fitted([Party.of(table)], plan)
    assert set(np.unique(state.arrays["tree.column"])) == {LEAF, 0}
    nothing = table_of(pa.table(rows), names[1:], "outcome")
    protocol, state = fitted([Party.of(nothing)], plan_for(TREES, {}, [nothing]))
    probabilities = protocol.predict(state, nothing)
    assert np.all(probabilities == probabilities[0])


def test_a_run_completes_from_first_event_to_card(tmp_path):
    world = three_hospitals(tmp_path, "boosted-trees")
    run_federation(world.grid, world.run(), world.algorithm)
    events, card = world.events(), world.card()

    assert kinds(world) == ["started", "statistics", "round", "round", "round", "scored", "finished"]
    assert np.sum(card["confusion"]["counts"]) == sum(party["validationRows"] for party in card["parties"])
    # In round 1, the model without trees is scored
    assert card["metrics"]["accuracy"] > events[2]["metrics"]["accuracy"]
    assert set(card["parties"][0]["aloneMetrics"]) == {"loss", "accuracy", "precision", "recall", "f1"}
    assert events[-1]["metrics"] == card["metrics"]
    assert (world.run_folder / "model.onnx").stat().st_size > 0

    sent = [(kind, config["round"]) for party, kind, config in world.grid.sent if party == "1001"]
    assert sent == [
        *[("query", 0)] * 4,
        *[("train", round_) for round_ in (1, 2, 3) for _ in range(3)],
        *[("evaluate", 3)] * 2,
    ]
    for (kind, message), (_, reply) in zip(world.grid.messages, world.grid.replies, strict=True):
        check_reply(expect(world.algorithm, world.plan, kind, over_the_wire(message)), over_the_wire(reply))


def test_a_run_finishes_although_parties_have_few_rows_and_no_informative_columns(tmp_path):
    """No split is possible, so the model predicts the shares of the classes."""
    tables = {party: patients(rows, int(party)) | {"age": [5.0] * rows} for party, rows in (("1001", 7), ("1002", 30))}
    tables = {party: {name: rows[name] for name in ("age", "outcome")} for party, rows in tables.items()}
    world = World(tmp_path, "boosted-trees", tables, "outcome", max_iter=1)
    run_federation(world.grid, world.run(), world.algorithm)
    assert kinds(world)[-1] == "finished"
    for (kind, message), (_, reply) in zip(world.grid.messages, world.grid.replies, strict=True):
        check_reply(expect(world.algorithm, world.plan, kind, over_the_wire(message)), over_the_wire(reply))
    session = onnxruntime.InferenceSession(world.run_folder / "model.onnx")
    classes = [label for party in parties_of(world) for label in party.training.label.values]
    (probabilities,) = session.run(["probabilities"], {"c0": np.array([[5.0], [np.nan], [99.0]])})
    shares = (np.array([classes.count(name) for name in ("sick", "well")]) + 1) / (len(classes) + 2)
    np.testing.assert_allclose(probabilities, np.tile(shares, (3, 1)))


def test_a_run_with_default_parameters_sends_at_most_thirty_messages(tmp_path):
    rounds = TREES.parameters({})["max_iter"]
    world = World(
        tmp_path, "boosted-trees", {"1001": patients(40, 1), "1002": patients(40, 2)}, "outcome", max_iter=rounds
    )
    run_federation(world.grid, world.run(), world.algorithm)
    assert sum(party == "1001" for party, _, _ in world.grid.sent) <= 30
    trained = sum((party, kind) == ("1001", "train") for party, kind, _ in world.grid.sent)
    assert trained == rounds * TREES.parameters({})["depth"]


def test_a_run_that_exchanges_messages_gives_a_bit_identical_model_to_a_run_in_one_process(tmp_path):
    world = three_hospitals(tmp_path, "boosted-trees")
    run_federation(world.grid, world.run(), world.algorithm)
    protocol, there = world.algorithm.protocol(world.plan), checkpoint.load(world.run().checkpoint).state
    here = run_here(protocol, parties_of(world), protocol.begin(3, SEED))
    assert json.loads(json.dumps(here.facts)) == there.facts
    assert same_arrays(here, there)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory) -> World:
    """Returns three hospitals after a finished run of two rounds."""
    world = three_hospitals(tmp_path_factory.mktemp("uninterrupted"), "boosted-trees", max_iter=2)
    run_federation(world.grid, world.run(), world.algorithm)
    return world


@pytest.mark.parametrize("crash", [0, 1, 2], ids=["first level", "second level", "last level"])
def test_a_resumed_run_equals_an_uninterrupted_one(uninterrupted, tmp_path, crash):
    broken = three_hospitals(tmp_path, "boosted-trees", max_iter=2)

    def crash_in_round_2(message):
        if broken.grid.sent.count(("1002", "train", {"round": 2})) > crash:
            raise KeyboardInterrupt
        return "works"

    broken.grid.broken["1002"] = crash_in_round_2
    with pytest.raises(KeyboardInterrupt):
        run_federation(broken.grid, broken.run(), broken.algorithm)
    broken.grid.broken.clear()
    run_federation(broken.grid, broken.run(), broken.algorithm)

    left, right = [checkpoint.load(world.run().checkpoint) for world in (uninterrupted, broken)]
    assert same_arrays(left.state, right.state)
    for key in ("metrics", "history", "bytesUp", "bytesDown"):
        assert uninterrupted.card()[key] == broken.card()[key]
    assert (uninterrupted.run_folder / "model.onnx").read_bytes() == (broken.run_folder / "model.onnx").read_bytes()


def test_validation_rows_influence_only_scores_among_the_data_that_leave_a_party(tmp_path):
    world = three_hospitals(tmp_path, "boosted-trees")
    protocol, parties = world.algorithm.protocol(world.plan), parties_of(world)
    columns = tuple(
        replace(column, values=column.values * 7) if column.kind == "number" else column
        for column in parties[1].validation.columns
    )
    scrambled = Party(parties[1].training, replace(parties[1].validation, columns=columns))
    state, names = protocol.begin(3, SEED), []
    while (stage := protocol.next_stage(state)).name != "score":
        answers = [protocol.compute(state, party, stage) for party in (*parties, scrambled)]
        parts = [encode(stage.terms, answer, 3) for answer in answers]
        names += [name for name in stage.terms if not np.array_equal(parts[1][name], parts[3][name])]
        state = protocol.update(state, Total.of(stage.terms, parts[:3], 3))
    assert set(names) <= {"score.loss", "score.confusion"} and names


@pytest.mark.parametrize(
    ("label", "change"),
    [
        ("outcome", {}),
        ("age", {}),
        ("grade", {"grade": [7, 8, 10] * 40}),  # the label has three classes, which are whole numbers
        ("outcome", {"dose": [None] * 120, "ward": ["north"] * 120}),
    ],
    ids=["two classes", "number", "many classes", "columns that say nothing"],
)
@pytest.mark.parametrize(
    ("algorithm", "parameters"), [(TREES, {"max_iter": 3, "trees": 3}), (FOREST, {"trees": 5, "depth": 4})],
    ids=["boosted", "forest"],
)  # fmt: skip
def test_the_onnx_file_predicts_as_numpy_does(algorithm, parameters, label, change):
    """The rows are at cut points, far outside the range of all rows, with missing values and with unknown
    categories."""
    rows = patients(120, 1) | change
    names = [name for name in rows if name != label]
    table = table_of(pa.table(rows), names, label)
    protocol, state = fitted([Party.of(table)], plan_of(table, algorithm, **parameters), algorithm)
    session = onnxruntime.InferenceSession(protocol.result(state).model)

    edges = protocol.inner._bins(protocol.prepared(state)).edges
    on_edges = edges[:, np.arange(120) % edges.shape[1]]
    for odd in (lambda place, values: values, lambda place, values: on_edges[place],
                lambda place, values: values * np.nan, lambda place, values: values * 1e9):  # fmt: skip
        columns = tuple(
            replace(column, values=np.nan_to_num(odd(place, column.values), nan=np.nan, posinf=1e300))
            if column.kind == "number"
            else replace(column, values=np.roll(np.where(column.values == "north", "moon", column.values), place))
            for place, column in enumerate(table.columns)
        )
        given = replace(table, columns=columns)
        expected = protocol.predict(state, given)
        feed = {f"c{place}": column.values[:, None] for place, column in enumerate(given.columns)}
        output = "prediction" if label == "age" else "probabilities"
        np.testing.assert_allclose(session.run([output], feed)[0], expected, rtol=1e-12, atol=1e-12)


LABELS = ["outcome", "grade", "cost", "cents"]


# Number of replies of two parties. Each sends one per level or round, and there are two rounds or one.
ANSWERS = {"boosted-trees": 12, "random-forest": 12, "additive-model": 4}


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("algorithm", ANSWERS)
def test_no_message_contains_a_cell_of_a_row(tmp_path, algorithm, label):
    world, messages = messages_of(tmp_path / "run", algorithm, label, 30)
    assert [way for way, _ in messages].count("train from") in (
        ANSWERS[algorithm],
        2,
    )  # the label is a number, which is fitted in one round
    for columns in world.tables.values():
        assert sum(len(forms) for forms in cells(columns).values()) > 270
        for way, content in messages:
            assert found(columns, content) == [], way


@pytest.mark.parametrize("label", ["outcome", "cost"])
@pytest.mark.parametrize("algorithm", ANSWERS)
def test_no_message_grows_with_the_rows(tmp_path, algorithm, label):
    runs = [messages_of(tmp_path / f"{rows}", algorithm, label, rows)[1] for rows in (480, 1920)]
    for (way, small), (_, large) in zip(*runs, strict=True):
        assert structure(small) == structure(large), way


@pytest.mark.parametrize(
    ("what", "spoil"),
    [
        ("arrays", lambda arrays: {**arrays, "more": np.zeros(1)}),
        ("value", lambda arrays: {**arrays, "tree.value": arrays["tree.value"] + np.inf}),
        ("column", lambda arrays: {**arrays, "tree.column": arrays["tree.column"] + 9}),
        ("trees", lambda arrays: {**arrays, "tree.cut": arrays["tree.cut"][1:]}),
        ("base", lambda arrays: {**arrays, "base": arrays["base"] * np.nan}),
    ],
)
def test_refuses_a_state_that_no_run_reaches(what, spoil):
    plan, state = midway()
    message = message_of(replace(state, arrays=spoil(state.arrays)), TREES.protocol(plan).next_stage(state).round)
    with pytest.raises(NotRequested):
        expect(TREES, plan, "train", over_the_wire(message))


@pytest.mark.parametrize("facts", [{"round": 2}, {"level": 3}, {"level": True}, {"step": "done"}, {"at": "cuts"}])
def test_refuses_a_step_that_is_not_in_any_plan(facts):
    plan, state = midway()
    with pytest.raises((ValueError, KeyError)):
        TREES.protocol(plan).check(state.with_facts(**facts))


def test_each_state_of_a_run_follows_only_from_the_previous_one(uninterrupted):
    contents = [content for kind, content in uninterrupted.grid.messages[::3]]
    protocol, states = (
        uninterrupted.algorithm.protocol(uninterrupted.plan),
        [read_state(over_the_wire(one)) for one in contents],
    )
    protocol.check_start(states[0], 3, SEED)
    for place, before in enumerate(states):
        for other, state in enumerate(states):
            if other == place + 1:
                protocol.check_transition(before, state)
            else:
                with pytest.raises((ValueError, KeyError)):
                    protocol.check_transition(before, state)


@pytest.mark.parametrize(
    ("stage", "name", "change"),
    [
        (3, "grid", lambda values: values * 2),
        (8, "base", lambda values: values + 1),
        (8, "tree.value", lambda values: values * 0.5),
        (8, "tree.cut", lambda values: values + 1),
        (5, "tree.column", lambda values: np.where(np.arange(15) == 0, 3, values)),
        (5, "tree.column", lambda values: np.where(np.arange(15) == 1, 0, values)),
        (6, "tree.column", lambda values: np.where(np.arange(15) == 0, LEAF, values)),
        (6, "tree.cut", lambda values: values + 100),
    ],
)
def test_refuses_a_state_that_does_not_follow_from_the_previous_one(uninterrupted, stage, name, change):
    protocol = uninterrupted.algorithm.protocol(uninterrupted.plan)
    before, state = [read_state(content) for _, content in uninterrupted.grid.messages[::3][stage - 1 : stage + 1]]
    protocol.check_transition(before, state)
    changed = change(state.arrays[name]).astype(state.arrays[name].dtype)
    with pytest.raises((ValueError, IndexError)):
        protocol.check_transition(before, replace(state, arrays=state.arrays | {name: changed}))


def midway() -> tuple[dict, State]:
    """Returns a plan of two rounds, and the state at the start of the second round, which parties accept."""
    table = table_of(pa.table(patients(60, 1)), ["age", "dose", "ward"], "outcome")
    plan = plan_for(TREES, {"max_iter": 2}, [table])
    protocol, party = TREES.protocol(plan), Party.of(table)
    state = protocol.begin(1, "0")
    while (stage := protocol.next_stage(state)).round < 2:
        answer = protocol.compute(state, party, stage)
        total = Total.of(stage.terms, [encode(stage.terms, answer, 1)], 1)
        state = protocol.update(state, total)
    expect(TREES, plan, "train", over_the_wire(message_of(state, stage.round)))
    return plan, state
