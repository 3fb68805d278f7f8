"""k-means over parties, compared with scikit-learn on all rows and, from the same start, on the same groups of rows."""

import json

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from fakes import SEED, World, over_the_wire
from sklearn.cluster import KMeans
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

from engine.data.encoding import CategoryEncoder, Encoding, NumberEncoder
from engine.data.party import Party
from engine.data.table import table_of
from engine.errors import PartyError
from engine.export.profile import profile_of
from engine.flower.replies import check_reply, expect
from engine.pooled import agreed
from engine.privacy.microaggregation import Groups, groups_in, points_of, without_few
from engine.privacy.terms import Total, encode
from engine.protocols.clustering import Clustering, draw_start, gather, squared_distances
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnTable
from engine.run import checkpoint
from engine.run.driver import run_federation

NAMES = ["age", "dose", "marker", "ward"]
MIDDLES = np.array([[40, 2000, 0.2], [62, 2030, 0.9], [80, 1990, 0.4]])
# shares of each kind of patient, by party
SHARES = {"1001": (0.7, 0.3, 0), "1002": (0.1, 0.2, 0.7), "1003": (0.3, 0.5, 0.2)}
ROWS = {"1001": 60, "1002": 150, "1003": 600}


def patients(rows: int, shares: tuple[float, ...], seed: int) -> dict:
    """Returns patients of three kinds, of which a party has many of some and none of others. Columns are numbers (one
    with missing values) and a category."""
    rng = np.random.default_rng(seed)
    kind = rng.choice(3, rows, p=shares)
    age, dose, marker = (MIDDLES[kind] + rng.normal(0, 1, (rows, 3)) * [6, 10, 0.15]).T
    marker[rng.random(rows) < 0.05] = np.nan
    wards = np.array(["north", "south", "east"])[np.where(rng.random(rows) < 0.8, kind, rng.integers(0, 3, rows))]
    return {"age": age, "dose": dose, "marker": marker, "ward": wards.tolist()}


TABLES = {party: patients(ROWS[party], SHARES[party], int(party)) for party in ROWS}


def parties_of(tables: dict[str, dict]) -> list[Party]:
    return [Party.of(table_of(pa.table(table), NAMES, None)) for table in tables.values()]


def protocol_of(clusters: int = 3, starts: int = 4, rounds: int = 100) -> OnTable:
    plan = agreed([table_of(pa.table(table), NAMES, None) for table in TABLES.values()], ())
    return OnTable(plan, (), Clustering(clusters, starts, rounds))


def world(folder, **parameters) -> World:
    return World(folder, "k-means", TABLES, "", **({"max_iter": 30} | parameters))


def states_of(protocol: OnTable, parties: list[Party], seed: str = "seed") -> list:
    """Returns every state of a run in this process."""
    states = [protocol.begin(len(parties), seed)]
    while stage := protocol.next_stage(states[-1]):
        answers = [protocol.compute(states[-1], party, stage) for party in parties]
        parts = [encode(stage.terms, answer, len(parties)) for answer in answers]
        states.append(protocol.update(states[-1], Total.of(stage.terms, parts, len(parties))))
    return states


def groups_of(parties: list[Party], encoding: Encoding) -> Groups:
    """Returns all parties' groups of training rows."""
    groups = [party.groups("training", encoding) for party in parties]
    return Groups(*(np.concatenate([getattr(one, part) for one in groups]) for part in ("counts", "means", "spreads")))


def fit_groups(groups: Groups, start: np.ndarray) -> KMeans:
    kmeans = KMeans(len(start), init=start, n_init=1, algorithm="lloyd", tol=0, max_iter=300)
    return kmeans.fit(groups.means, sample_weight=groups.counts)


@pytest.mark.parametrize("clusters", [2, 3, 5])
def test_k_means_equals_scikit_learn_on_the_same_groups_and_start(clusters):
    protocol, parties = protocol_of(clusters, 10), parties_of(TABLES)
    *_, done = states = states_of(protocol, parties)
    start = next(state for state in states if state.arrays)
    groups = groups_of(parties, protocol.prepared(done).encoding)
    assert [len(party.training) for party in parties] == [48, 120, 480] and len(groups) == 648

    fits = [fit_groups(groups, centres) for centres in start.arrays["centres"]]
    for centres, fit in zip(done.arrays["centres"], fits, strict=True):
        np.testing.assert_allclose(centres, fit.cluster_centers_, rtol=0, atol=1e-9)
    best = fits[done.facts["chosen"]]
    within = float(groups.counts @ groups.spreads)
    assert done.facts["squared"] == pytest.approx(best.inertia_ + within, rel=1e-9)
    assert best.inertia_ <= min(fit.inertia_ for fit in fits) * (1 + 1e-9)
    assert done.facts["sizes"] == np.bincount(best.labels_, groups.counts).tolist()
    assert done.facts["round"] < 100


REAL = {"digits": load_digits, "tumours": load_breast_cancer, "wine": load_wine, "iris": load_iris}


def uneven(data: str) -> list[Party]:
    """Returns three parties of real rows. The largest has most rows of one class, of which the smallest has hardly
    any."""
    rows, classes = REAL[data](return_X_y=True)
    rng = np.random.default_rng(4)
    owner = np.array([rng.choice(3, p=(0.08, 0.1, 0.82) if one == 0 else (0.12, 0.35, 0.53)) for one in classes])
    names = [f"c{place}" for place in range(rows.shape[1])]
    tables = [pa.table(dict(zip(names, rows[owner == party].T, strict=True))) for party in range(3)]
    assert min(map(len, tables)) * 4 < max(map(len, tables))
    return [Party.of(table_of(table, names, None)) for table in tables]


@pytest.mark.parametrize(("data", "clusters"), [*((name, 3) for name in REAL), ("digits", 10), ("tumours", 2)])
@pytest.mark.spec("screens.result-without-model")
def test_real_rows_of_uneven_parties_come_close_to_the_best_scikit_learn_fit_on_all_rows(data, clusters):
    """The squared distances on the card are those of whole groups, which are somewhat larger than those of rows."""
    parties = uneven(data)
    plan = agreed([party.everything for party in parties], ())
    protocol = OnTable(plan, (), Clustering(clusters, 10, 100))
    *_, done = states_of(protocol, parties)
    encoding = protocol.prepared(done).encoding
    training = np.vstack([encoding.encode(party.training) for party in parties])
    centres = done.arrays["centres"][done.facts["chosen"]]
    reached = squared_distances(training, centres).min(axis=1).sum()
    best = min(KMeans(clusters, n_init=1, random_state=seed).fit(training).inertia_ for seed in range(20))
    assert reached <= (1.025 if clusters == 10 else 1.011) * best
    assert reached <= done.facts["squared"] * (1 + 1e-9)


@pytest.mark.spec("screens.result-without-model")
def test_more_starts_of_k_means_send_no_more_messages():
    """Each start gives the same result as if it were the only one."""
    parties = parties_of(TABLES)
    one, ten = (states_of(protocol_of(3, starts, 6), parties) for starts in (1, 10))
    assert len(one) <= len(ten)
    alone, together = (next(state for state in states if state.arrays).arrays["centres"] for states in (one, ten))
    np.testing.assert_array_equal(alone[0], together[0])
    rounds = [max(int(state.facts.get("round", 0)) for state in states) for states in (one, ten)]
    assert [len(states) - round_ for states, round_ in zip((one, ten), rounds, strict=True)] == [6, 6]


@pytest.mark.spec("screens.result-without-model")
def test_the_profile_of_a_cluster_compares_its_rows_with_all_rows():
    protocol, parties = protocol_of(3, 10), parties_of(TABLES)
    *_, done = states_of(protocol, parties)
    clusters = protocol.result(done).card["clusters"]
    profile = {column["name"]: column for column in clusters["profile"]}
    encoding = protocol.prepared(done).encoding
    centres = done.arrays["centres"][done.facts["chosen"]]
    tables, given, nearest = [], [], np.array([], dtype=int)
    for party in parties:
        groups = groups_in(points_of(party.training))
        reported = without_few(party.training, groups)
        rows = encoding.encode(reported)
        for group in groups:
            tables.append(reported.take(group))
            given.append(party.training.take(group))
            middle = squared_distances(rows[group].mean(axis=0)[None], centres).argmin(axis=1)
            nearest = np.concatenate([nearest, np.repeat(middle, len(group))])

    for name in ("age", "dose", "marker"):
        values, all_values = (
            np.concatenate([table.columns[NAMES.index(name)].values for table in some]) for some in (tables, given)
        )
        column, all_mean = profile[name], np.nanmean(all_values)
        assert column["mean"] == pytest.approx(all_mean)
        assert column["deviation"] == pytest.approx(np.nanstd(all_values))
        filled = np.where(np.isnan(values), all_mean, values)
        means = [filled[nearest == cluster].mean() for cluster in range(3)]
        np.testing.assert_allclose(column["means"], means, rtol=1e-9)
    wards = np.concatenate([table.columns[NAMES.index("ward")].values for table in tables])
    shown = 0
    for category in profile["ward"]["categories"]:
        assert category["share"] == pytest.approx((wards == category["name"]).mean())
        for cluster, share in enumerate(category["shares"]):
            rows = int(((wards == category["name"]) & (nearest == cluster)).sum())
            assert share is None or share == pytest.approx(rows / (nearest == cluster).sum())
            assert share is not None or rows < 5 or None in category["shares"]
            assert share is None or rows == 0 or rows >= 5
            shown += share is not None
    assert shown >= 4


@pytest.mark.spec("screens.result-without-model")
def test_a_cluster_profile_hides_shares_of_one_to_four_rows():
    encoding = Encoding((NumberEncoder("age", 50.0, 10.0), CategoryEncoder("ward", ("north", "south"))))
    counts = np.array([40, 50, 3, 20])
    shares = [[0.5, 0.45, 0.05], [0.6, 0.2, 0.2], [1, 0, 0], [0.5, 0.5, 0]]
    centres = np.column_stack([[1.0, -1, 7, 0], shares])
    age, ward = profile_of(encoding, centres, counts, [">35", 50, "<5", 20])
    assert age == {"name": "age", "kind": "number", "mean": 50, "deviation": 10, "means": [None, 40, None, 50]}
    for lower in (0, 1):
        smoker = Encoding((NumberEncoder("smoker", lower + 0.5, 0.5),))
        (column,) = profile_of(smoker, np.array([[-0.9], [0.2], [0.6]]), np.array([40, 50, 60]), [40, 50, 60])
        assert column["means"] == [None, None, pytest.approx(lower + 0.8)]  # 2 of 40 rows smoke
    rare = Encoding((CategoryEncoder("ward", ("north", "south")),))
    (column,) = profile_of(rare, np.array([[0.5, 0.5, 0], [0.4, 0.54, 0.06]]), np.array([50, 50]), [50, 50])
    # Three rows in total are in other wards. Their number must not follow from the shares of the two shown wards
    # either.
    assert column["other"]["share"] is None and column["categories"][0]["share"] is None
    north, south = ward["categories"]
    assert north == {"name": "north", "share": 63 / 113, "shares": [None, 0.6, None, 0.5]}
    assert south == {"name": "south", "share": 38 / 113, "shares": [None, 0.2, None, 0.5]}
    assert ward["other"] == {"share": 12 / 113, "shares": [None, 0.2, None, 0]}


def test_all_rows_of_a_group_are_assigned_to_the_same_centre():
    groups = Groups(np.array([5.0, 7, 5]), np.array([[0.0, 0], [9, 9], [9, 8]]), np.array([0.5, 0, 1]))
    gathered = gather(groups, np.array([[0.0, 0], [9, 9], [50, 50]]))
    assert gathered.counts.tolist() == [5, 12, 0]
    assert gathered.sums.tolist() == [[0, 0], [108, 103], [0, 0]]
    assert gathered.squared == 5 * 0.5 + 7 * 0 + 5 * (1 + 1)


def test_refuses_a_party_with_too_few_rows_and_reports_the_minimum():
    few = {"age": [1.0, 2, 3, 4, 5], "dose": [1.0] * 5, "marker": [1.0] * 5, "ward": ["north"] * 5}
    with pytest.raises(PartyError) as refused:
        states_of(protocol_of(), parties_of({**TABLES, "1004": few}))
    assert (refused.value.code, refused.value.params) == ("data.too-few-rows", {"rows": 5, "least": 6})
    enough = {name: [*values, values[0]] for name, values in few.items()}
    *_, done = states_of(protocol_of(), parties_of({**TABLES, "1004": enough}))
    assert sum(done.facts["sizes"]) == 648 + 5


@pytest.mark.parametrize(("rows", "scored"), [(22, 0), (23, 5)])
def test_a_party_with_at_least_23_rows_gets_scores(rows, scored):
    """The web pages and the catalogue state this number."""
    (party,) = parties_of({"1001": patients(rows, (0.4, 0.3, 0.3), 1)})
    protocol = protocol_of()
    prepared = protocol.prepared(states_of(protocol, [party])[-1])
    assert len(party.groups("validation", prepared.encoding)) == scored


def test_a_centre_without_rows_keeps_its_position_and_the_run_still_ends():
    few = {"1001": {"age": [1.0] * 20, "dose": [2.0] * 20, "marker": [0.5] * 20, "ward": ["north"] * 20}}
    *_, done = states_of(protocol_of(4, 2, 9), parties_of(few))
    assert done.facts["sizes"] == [16, 0, 0, 0] and done.facts["round"] < 9
    assert np.isfinite(done.arrays["centres"]).all()


def test_a_start_is_drawn_from_means_that_are_far_apart_and_have_rows():
    means = np.array([[0.0, 0], [0.1, 0], [100, 0], [0, 100], [500, 500]])
    starts = [draw_start(means, np.array([9, 9, 5, 5, 0]), 3, np.random.default_rng(seed)) for seed in range(20)]
    for start in starts:
        assert 500 not in start and {100} <= set(start[:, 0]) and {100} <= set(start[:, 1])
    assert len({start.tobytes() for start in starts}) > 1


def test_an_outlier_is_clipped_to_the_farthest_distance():
    """A party reports no moments of a column in which it has only two values, so these may be any number of deviations
    away from the mean."""
    tables = {party: dict(table) for party, table in TABLES.items()}
    tables["1001"]["marker"] = [1e9, -1e9, *[None] * 58]
    *_, done = states_of(protocol_of(), parties_of(tables))
    assert sum(done.facts["sizes"]) >= 640


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.arrays["centres"].fill(np.nan),
        lambda state: state.arrays["centres"].fill(1e4),
        lambda state: state.arrays.update(more=np.zeros(3)),
        lambda state: state.arrays.update(centres=np.zeros((4, 2, 6))),
        lambda state: state.facts.update(round=101),
        lambda state: state.facts.update(chosen=4),
        lambda state: state.facts.update(moving=[]),
        lambda state: state.facts.update(started=False),
    ],
    ids=["nan", "far", "more", "shape", "round", "chosen", "starts", "early"],
)
def test_refuses_a_state_that_no_run_reaches(change):
    protocol = protocol_of()
    states = states_of(protocol, parties_of(TABLES))
    for state in states[:-1]:
        protocol.check(state)
    state = states[4]
    assert state.arrays
    change(state)
    with pytest.raises(ValueError):
        protocol.check(state)


def test_a_run_completes_from_first_event_to_card(tmp_path):
    run = world(tmp_path)
    run_federation(run.grid, run.run(), run.algorithm)
    events, card = run.events(), run.card()

    rounds = card["rounds"]
    assert [event["kind"] for event in events] == ["started", "statistics", *["round"] * rounds, "scored", "finished"]
    assert rounds < 30 == events[0]["rounds"]
    assert events[-1]["metrics"] == card["metrics"] == card["history"][-1]["metrics"]
    assert card["metrics"]["loss"] < card["history"][0]["metrics"]["loss"]
    validation = sum(party["validationRows"] for party in card["parties"])
    assert card["metrics"]["inertia"] == pytest.approx(validation * card["metrics"]["loss"])
    assert card["bestRound"] == rounds and card["label"] == "" and card["output"] == "clusters"
    assert sum(card["clusters"]["sizes"]) == sum(party["rows"] for party in card["parties"]) == 648
    assert set(card["parties"][0]["metrics"]) == {"loss", "inertia"}


def test_a_run_that_exchanges_messages_ends_in_the_same_state_as_a_run_in_one_process(tmp_path):
    run = world(tmp_path)
    run_federation(run.grid, run.run(), run.algorithm)
    protocol = run.algorithm.protocol(run.plan)
    here, there = run_here(protocol, parties_of(TABLES), protocol.begin(3, SEED)), state_of(run)
    assert json.loads(json.dumps(here.facts)) == there.facts
    np.testing.assert_array_equal(here.arrays["centres"], there.arrays["centres"])


def state_of(run: World):
    return checkpoint.load(run.run().checkpoint).state


def test_replies_contain_exactly_the_terms_that_the_stage_declares(tmp_path):
    run = world(tmp_path, max_iter=2)
    run_federation(run.grid, run.run(), run.algorithm)
    kinds = [kind for kind, _ in run.grid.replies]
    assert kinds == ["query"] * 12 + ["train"] * 6 + ["evaluate"] * 3
    for (kind, message), (_, reply) in zip(run.grid.messages, run.grid.replies, strict=True):
        check_reply(expect(run.algorithm, run.plan, kind, over_the_wire(message)), over_the_wire(reply))


@pytest.mark.parametrize(("kind", "round_"), [("query", 0), ("train", 2), ("evaluate", 3)])
def test_a_resumed_run_equals_an_uninterrupted_one(tmp_path, kind, round_):
    folders = [tmp_path / name for name in ("uninterrupted", "broken")]
    for folder in folders:
        folder.mkdir()
    uninterrupted, broken = [world(folder, max_iter=3) for folder in folders]
    run_federation(uninterrupted.grid, uninterrupted.run(), uninterrupted.algorithm)

    def crash(message):
        current = (message.metadata.message_type, message.content["config"]["round"])
        if current == (kind, round_) and broken.run().checkpoint.exists():
            raise KeyboardInterrupt
        return "works"

    broken.grid.broken["1002"] = crash
    with pytest.raises(KeyboardInterrupt):
        run_federation(broken.grid, broken.run(), broken.algorithm)
    broken.grid.broken.clear()
    run_federation(broken.grid, broken.run(), broken.algorithm)

    assert (uninterrupted.run_folder / "model.onnx").read_bytes() == (broken.run_folder / "model.onnx").read_bytes()
    cards = [{name: fact for name, fact in one.card().items() if name != "seconds"} for one in (uninterrupted, broken)]
    assert cards[0] == cards[1]
    assert [event["seq"] for event in broken.events()] == list(range(1, len(broken.events()) + 1))


def test_the_onnx_file_assigns_rows_to_the_same_clusters_as_numpy(tmp_path):
    run = world(tmp_path)
    run_federation(run.grid, run.run(), run.algorithm)
    protocol = run.algorithm.protocol(run.plan)
    state = run_here(protocol, parties_of(TABLES), protocol.begin(3, SEED))
    prepared = protocol.prepared(state)

    odd = {"age": [None, 40.0, 1e9], "dose": [2000.0, None, -1e300], "marker": [0.2, 0.4, None]}
    odd = {name: [*values, *[None] * 2] for name, values in odd.items()} | {"ward": ["moon", None, "east", "", "north"]}
    session = onnxruntime.InferenceSession((run.run_folder / "model.onnx").read_bytes())
    for columns in (odd, *TABLES.values()):
        table = table_of(pa.table(columns), NAMES, None)
        given = {
            f"c{place}": column.values.astype(np.float64 if column.kind == "number" else object)[:, None]
            for place, column in enumerate(table.columns)
        }
        cluster, distances = session.run(["cluster", "distances"], given)
        expected = protocol.inner.outputs(state, prepared, table)
        np.testing.assert_allclose(distances, expected, atol=1e-6)
        assert cluster.dtype == np.int64 and cluster.tolist() == expected.argmin(axis=1).tolist()
    model = json.loads(session.get_modelmeta().custom_metadata_map["tessera"])
    assert model == run.card()["model"]
    assert model["output"] == {"kind": "clusters", "label": "cluster", "clusters": 3}


def test_squared_distances_equal_the_squares_of_the_differences():
    rng = np.random.default_rng(1)
    rows, centres = rng.normal(size=(50, 4)), rng.normal(size=(3, 4))
    by_hand = ((rows[:, None, :] - centres[None, :, :]) ** 2).sum(axis=2)
    np.testing.assert_allclose(squared_distances(rows, centres), by_hand, atol=1e-12)
