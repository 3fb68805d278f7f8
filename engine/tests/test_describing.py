"""The descriptive table of all parties together, compared with statistics of the rows in one place."""

import json
from collections import Counter

import numpy as np
import pandas
import pyarrow as pa
import pytest
from fakes import SEED, World, over_the_wire

from engine.data.encoding import CategoryEncoder
from engine.data.table import table_of
from engine.flower.replies import check_reply, expect
from engine.pooled import agreed
from engine.protocols.describing import EDGES, PERCENT, Describing
from engine.protocols.loop import run_here
from engine.protocols.on_table import OnTable
from engine.run import checkpoint
from engine.run.driver import run_federation

ROWS = {"1001": 40, "1002": 300, "1003": 4000}
NUMBERS = ["age", "cost", "date", "smoker", "constant", "sparse"]
NAMES = [*NUMBERS, "ward", "empty"]


def admissions(rows: int, seed: int) -> dict[str, list]:
    """Returns rows of a party that differs from the others in all columns. One column is skewed, and one has only two
    values."""
    rng = np.random.default_rng(seed)
    shift = seed % 10
    age = rng.normal(40 + 8 * shift, 6 + shift, rows)
    wards = rng.choice(["north", "south", f"annex-{seed}"], rows, p=[0.5, 0.3, 0.2]).tolist()
    return {
        "age": [None if rng.random() < 0.1 else float(value) for value in age],
        "cost": rng.lognormal(shift, 2, rows).tolist(),
        "date": (20_240_000 + 100 * shift + rng.integers(1, 30, rows)).tolist(),
        "smoker": (rng.random(rows) < 0.1 * shift).astype(float).tolist(),
        "constant": [36.6] * rows,
        "sparse": [float(number) if number in (1, 2, 3) else None for number in range(rows)],
        "ward": [None if rng.random() < 0.2 else str(name) for name in wards],
        "empty": [None] * rows,
    }


TABLES = {party: admissions(rows, int(party)) for party, rows in ROWS.items()}


def described(tables: dict[str, dict], names: list[str] = NAMES, plan: dict | None = None) -> dict[str, dict]:
    """Returns the reported description of all parties together, by column."""
    parts = [table_of(pa.table(table), names, None) for table in tables.values()]
    protocol = OnTable(plan or agreed(parts, ()), (), Describing())
    parties = [protocol.party(part) for part in parts]
    card = protocol.result(run_here(protocol, parties, protocol.begin(len(parties), "seed"))).card
    return {column["name"]: column for column in card["table"]["columns"]}


def pooled(name: str, tables: dict[str, dict] = TABLES) -> np.ndarray:
    values = np.array([value for table in tables.values() for value in table[name]], dtype=float)
    return values[np.isfinite(values)]


def check_moments(reported: dict, column: pandas.Series, parties: int) -> None:
    """Asserts that moments are exact, unless a party has moved some rows: for a count of one to four, or in a group
    with few distinct values."""
    assert abs(reported["count"] - column.count()) <= 2 * parties
    assert reported["count"] + reported["missing"] == len(column)
    assert abs(reported["mean"] - column.mean()) <= 0.03 * column.std() + 1e-12
    assert reported["deviation"] == pytest.approx(column.std(), rel=0.05, abs=1e-12)


def check_quantile(quantile: dict, values: np.ndarray, parties: int) -> None:
    """Asserts that a quantile is within its error of the value of this rank, or of a value at most six rows per party
    away.

    Groups have at most nine rows, and up to two rows are filled in or left out.
    """
    rank, away = -(-quantile["percent"] * len(values) // 100) - 1, 6 * parties
    low, high = np.sort(values)[[max(rank - away, 0), min(rank + away, len(values) - 1)]]
    slack = quantile["error"] * (1 + 1e-9)
    assert low - slack <= quantile["value"] <= high + slack, quantile


def test_counts_means_and_spreads_are_close_to_those_of_the_rows_in_one_place():
    actual = described(TABLES)
    frame = pandas.concat([pandas.DataFrame(table) for table in TABLES.values()])
    for name in NUMBERS[:-1]:
        check_moments(actual[name], frame[name].astype(float), len(TABLES))
    np.testing.assert_allclose(actual["cost"]["mean"], frame["cost"].mean(), rtol=1e-9)
    np.testing.assert_allclose(actual["cost"]["deviation"], frame["cost"].std(), rtol=1e-9)
    assert actual["sparse"] == {"name": "sparse", "kind": "number", "count": 0, "missing": len(frame)}


def test_quantiles_are_within_the_reported_error_of_a_value_of_nearly_the_same_rank():
    actual = described(TABLES)
    for name in NUMBERS[:-1]:
        for quantile in actual[name]["quantiles"]:
            check_quantile(quantile, pooled(name), len(TABLES))
        assert [quantile["percent"] for quantile in actual[name]["quantiles"]] == [5, 25, 50, 75, 95]


def test_the_error_of_a_quantile_shrinks_with_the_rows_even_if_most_are_in_one_bin():
    actual = described(TABLES)
    errors = {name: np.array([quantile["error"] for quantile in actual[name]["quantiles"]]) for name in NUMBERS[:-1]}
    assert errors["constant"].max() == 0
    assert errors["age"].max() < 0.02 * actual["age"]["deviation"]
    assert errors["smoker"].max() < 1e-3
    cost = [np.quantile(pooled("cost"), percent / 100) for percent in PERCENT]
    assert (errors["cost"][1:] < 0.06 * np.array(cost[1:])).all()
    assert (errors["cost"] < 0.001 * actual["cost"]["deviation"])[:4].all()
    few = described({"1001": admissions(40, 1001)}, ["age"])["age"]
    assert all(quantile["error"] <= 0.26 * few["deviation"] for quantile in few["quantiles"])


@pytest.mark.parametrize("seed", range(5))
def test_every_quantile_is_between_the_edges_of_the_bins(seed):
    """The values include some that are as far from their mean as possible."""
    rng = np.random.default_rng(seed)
    values = np.where(rng.random(1000) < [0.05, 0.048, 0.052, 0.95, 0.952][seed], 1e6, 0.0)
    values[:3] = [1e6, 0, 1e6]
    actual = described({"1001": {"x": values.tolist()}}, ["x"])["x"]
    assert EDGES[-1] == 4.5
    for quantile in actual["quantiles"]:
        exact = np.quantile(values, quantile["percent"] / 100, method="inverted_cdf")
        assert abs(quantile["value"] - exact) <= quantile["error"] * (1 + 1e-9)
        assert quantile["error"] <= 0.25 * actual["deviation"]


def test_counts_the_rows_of_each_category_over_all_parties():
    ward = described(TABLES)["ward"]
    texts = Counter(text for table in TABLES.values() for text in table["ward"])
    assert ward["missing"] == texts.pop(None)
    assert {category["name"]: category["count"] for category in ward["categories"]} == texts
    assert ward["other"] == 0


def test_dividing_the_rows_differently_among_parties_hardly_changes_the_table():
    together = {name: [value for table in TABLES.values() for value in table[name]] for name in NAMES}
    halves = {place: {name: values[place::2] for name, values in together.items()} for place in (0, 1)}
    plan = agreed([table_of(pa.table(table), NAMES, None) for table in TABLES.values()], ())
    one, other = described(TABLES, plan=plan), described(halves, plan=plan)
    for name in NUMBERS[:-1]:
        assert abs(one[name]["mean"] - other[name]["mean"]) <= 0.01 * one[name]["deviation"]
        assert one[name]["deviation"] == pytest.approx(other[name]["deviation"], rel=0.01, abs=1e-12)


def test_shows_no_count_below_five_and_no_value_that_fewer_than_five_rows_have():
    rows = 60
    few = {
        "rare": ["blue"] * 2 + ["red"] * 30 + ["green"] * 28,
        "alone": ["x"] + ["y"] * 59,
        "gaps": [None] * 3 + [1.5] * 57,
        "sparse": [7.25, 7.5, 7.75, 8.0] + [None] * 56,
        "two": [7.25, 7.5] + [None] * 58,
        "even": [1.0, 2.0] * 30,
    }
    actual = described({"1001": few}, list(few))

    assert [category["count"] for category in actual["rare"]["categories"]] == [28, 32]
    assert (actual["rare"]["other"], actual["rare"]["missing"]) == (0, 0)
    assert [(category["name"], category["count"]) for category in actual["alone"]["categories"]] == [("y", 60)]
    assert (actual["alone"]["other"], actual["alone"]["missing"]) == (0, 0)
    assert (actual["gaps"]["count"], actual["gaps"]["missing"]) == (55, 5)
    assert actual["sparse"] == {"name": "sparse", "kind": "number", "count": 0, "missing": rows}
    assert (actual["two"]["count"], actual["two"]["missing"]) == (0, rows)
    assert (actual["even"]["count"], actual["even"]["missing"]) == (rows, 0)
    assert actual["even"]["mean"] == 1.5


@pytest.mark.parametrize("lower", [0, 1])
@pytest.mark.parametrize(("upper", "counted"), [(0, 0), (2, 0), (3, 5), (5, 5), (7, 7), (77, 75), (78, 80), (80, 80)])
def test_a_value_that_one_to_four_rows_have_counts_as_zero_or_five_rows_in_the_mean(lower, upper, counted):
    smoker = [lower] * (80 - upper) + [lower + 1] * upper
    actual = described({"1001": {"smoker": smoker}}, ["smoker"])["smoker"]
    assert (actual["count"], actual["mean"]) == (80, pytest.approx(lower + counted / 80))


@pytest.mark.parametrize("names", [["age", "cost"], ["ward"], ["empty"]], ids=["numbers", "categories", "empty"])
def test_describes_a_table_with_only_one_kind_of_column(tmp_path, names):
    tables = {party: {name: table[name] for name in names} for party, table in TABLES.items()}
    run = World(tmp_path, "describe", tables, "")
    run_federation(run.grid, run.run(), run.algorithm)
    assert [column["name"] for column in run.card()["table"]["columns"]] == names


def test_counts_a_column_that_is_empty_at_one_party_and_text_at_another():
    cells = CategoryEncoder("x", ("a",)).count(table_of(pa.table({"x": [None] * 6}), ["x"], None).columns[0])
    assert cells.tolist() == [0, 0, 6]


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.arrays["low"].fill(np.nan),
        lambda state: state.arrays["parts"].fill(51),
        lambda state: state.arrays["parts"].fill(0.5),
        lambda state: state.arrays.update(high=np.zeros((1, 5))),
        lambda state: state.arrays.pop("high"),
        lambda state: state.facts.update(divisions=2),
        lambda state: state.facts.update(divisions=None),
    ],
    ids=["nan", "many", "half", "shape", "less", "often", "early"],
)
def test_refuses_a_state_that_no_run_reaches(change):
    tables = [table_of(pa.table(table), NAMES, None) for table in TABLES.values()]
    protocol = OnTable(agreed(tables, ()), (), Describing())
    parties = [protocol.party(table) for table in tables]
    advance, seen = protocol.update, []
    protocol.update = lambda state, *rest: seen.append(state) or advance(state, *rest)
    run_here(protocol, parties, protocol.begin(3, "seed"))
    for state in seen:
        protocol.check(state)
    assert [stage.name for stage in map(protocol.next_stage, seen)] == ["ranges", "moments", "bins", "parts", "parts"]
    state = seen[-1]
    change(state)
    with pytest.raises(ValueError):
        protocol.check(state)


def world(folder, tables: dict[str, dict] = TABLES, who: tuple[str, ...] = ()) -> World:
    folder.mkdir(exist_ok=True)
    run = World(folder, "describe", tables, "")
    if who:
        run.plan["ownTables"] = list(who)
        run.write_spec()
    return run


def own_tables(folder, who: tuple[str, ...], tables: dict[str, dict] = TABLES) -> dict[str, dict[str, dict]]:
    """Returns the reported descriptions of the parties that agreed, by party and column."""
    run = world(folder, tables, who)
    run_federation(run.grid, run.run(), run.algorithm)
    parties = run.card()["table"].get("parties", [])
    assert [party["rows"] for party in parties] == [len(next(iter(tables[one["partyId"]].values()))) for one in parties]
    return {party["partyId"]: {column["name"]: column for column in party["columns"]} for party in parties}


@pytest.mark.spec("screens.own-statistics-comparison")
def test_a_party_that_agreed_gets_a_separate_table_of_its_own_rows(tmp_path):
    actual = own_tables(tmp_path, tuple(ROWS))
    assert list(actual) == list(ROWS)
    joint = described(TABLES)
    for party, table in TABLES.items():
        frame = pandas.DataFrame(table)
        for name in ("age", "cost", "date", "smoker", "constant"):
            column, reported = frame[name].astype(float), actual[party][name]
            check_moments(reported, column, 1)
            for quantile in reported["quantiles"]:
                check_quantile(quantile, column.dropna().to_numpy(), 1)
                assert quantile["error"] <= 0.26 * joint[name]["deviation"]
        texts = Counter(table["ward"])
        for category in actual[party]["ward"]["categories"]:
            assert abs(category["count"] - texts[category["name"]]) <= 4 and category["count"] not in (1, 2, 3, 4)
    assert {name: column["count"] for name, column in actual["1003"].items() if "count" in column}["cost"] == 4000


@pytest.mark.spec("screens.own-statistics-comparison")
def test_a_party_that_did_not_agree_has_no_table_and_it_cannot_be_derived(tmp_path):
    assert list(own_tables(tmp_path / "one-of-three", ("1001",))) == ["1001"]
    assert own_tables(tmp_path / "two-of-three", ("1001", "1002")) == {}
    assert own_tables(tmp_path / "stranger", ("9999",)) == {}
    assert own_tables(tmp_path / "nobody", ()) == {}


@pytest.mark.spec("screens.own-statistics-comparison")
def test_no_count_of_a_party_below_five_is_shown_or_can_be_derived(tmp_path):
    wards = {"1001": (30, 2, 20), "1002": (40, 25, 9), "1003": (50, 35, 8)}
    doses = {"1001": (48, 4), "1002": (60, 14), "1003": (80, 13)}  # these are the numbers of present and missing values
    tables = {
        party: {
            "ward": np.repeat(["north", "south", "west"], wards[party]).tolist(),
            "dose": [*map(float, range(doses[party][0])), *[None] * doses[party][1]],
        }
        for party in wards
    }
    tables["1001"]["smoker"] = [1.0] * 3 + [0.0] * 49  # the mean would reveal a count of 3
    tables["1002"]["smoker"] = [1.0] * 20 + [0.0] * 54
    tables["1003"]["smoker"] = [1.0] * 30 + [0.0] * 63
    actual = own_tables(tmp_path, tuple(tables), tables)
    smokers = {party: actual[party]["smoker"].get("mean") for party in tables}
    shares = {"1001": 5 / 52, "1002": 20 / 74, "1003": 30 / 93}  # a count of three rows is reported as five
    assert smokers == {party: pytest.approx(share) for party, share in shares.items()}
    wards = {party: [category["count"] for category in actual[party]["ward"]["categories"]] for party in tables}
    assert wards == {"1001": [32, 0, 20], "1002": [40, 25, 9], "1003": [50, 35, 8]}
    doses = {party: (actual[party]["dose"]["count"], "mean" in actual[party]["dose"]) for party in tables}
    assert doses == {"1001": (47, True), "1002": (60, True), "1003": (80, True)}


@pytest.mark.spec("screens.own-statistics-comparison")
def test_a_party_that_agreed_to_a_separate_table_sends_no_additional_data(tmp_path):
    agreed_folder, plain_folder = (tmp_path / name for name in ("agreed", "plain"))
    runs = [world(agreed_folder, who=tuple(ROWS)), world(plain_folder)]
    for run in runs:
        run_federation(run.grid, run.run(), run.algorithm)
    sent = [[(kind, over_the_wire(reply)["terms"]) for kind, reply in run.grid.replies] for run in runs]
    for (kind, mine), (other_kind, theirs) in zip(*sent, strict=True):
        assert kind == other_kind and set(mine) == set(theirs)
        assert all(mine[name].data == theirs[name].data for name in mine)


def test_a_run_completes_from_first_event_to_card(tmp_path):
    run = world(tmp_path)
    run_federation(run.grid, run.run(), run.algorithm)
    events, card = run.events(), run.card()

    assert [event["kind"] for event in events] == ["started", "statistics", "finished"]
    assert [(party["rows"], party["validationRows"]) for party in events[1]["parties"]] == [
        (rows, 0) for rows in ROWS.values()
    ]
    assert events[-1]["metrics"] == card["metrics"] == {}
    assert (card["rounds"], card["bestRound"], card["history"]) == (0, 0, [])
    assert (card["output"], card["label"], card["table"]["rows"]) == ("table", "", sum(ROWS.values()))
    assert {column["name"]: column for column in card["table"]["columns"]} == described(TABLES)
    assert not (run.run_folder / "model.onnx").exists()
    assert [kind for kind, _ in run.grid.replies] == ["query"] * 15
    for (kind, message), (_, reply) in zip(run.grid.messages, run.grid.replies, strict=True):
        check_reply(expect(run.algorithm, run.plan, kind, over_the_wire(message)), over_the_wire(reply))


@pytest.mark.parametrize("messages", [1, 2, 3, 4])
def test_a_resumed_run_equals_an_uninterrupted_one(tmp_path, messages):
    folders = [tmp_path / name for name in ("uninterrupted", "broken")]
    for folder in folders:
        folder.mkdir()
    uninterrupted, broken = map(world, folders)
    run_federation(uninterrupted.grid, uninterrupted.run(), uninterrupted.algorithm)

    def crash(message):
        if len(broken.grid.replies) > 3 * messages:
            raise KeyboardInterrupt
        return "works"

    broken.grid.broken["1002"] = crash
    with pytest.raises(KeyboardInterrupt):
        run_federation(broken.grid, broken.run(), broken.algorithm)
    broken.grid.broken.clear()
    run_federation(broken.grid, broken.run(), broken.algorithm)
    cards = [{name: fact for name, fact in one.card().items() if name != "seconds"} for one in (uninterrupted, broken)]
    assert cards[0] == cards[1]


def test_a_run_that_exchanges_messages_ends_in_the_same_state_as_a_run_in_one_process(tmp_path):
    run = world(tmp_path)
    run_federation(run.grid, run.run(), run.algorithm)
    protocol, there = run.algorithm.protocol(run.plan), checkpoint.load(run.run().checkpoint).state
    parties = [protocol.open(path) for path in run.grid.paths.values()]
    here = run_here(protocol, parties, protocol.begin(3, SEED))
    assert json.loads(json.dumps(here.facts)) == there.facts
    for group in ("arrays", "kept"):
        for name, values in getattr(here, group).items():
            np.testing.assert_array_equal(values, getattr(there, group)[name])
