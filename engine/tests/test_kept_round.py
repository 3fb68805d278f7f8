"""Scores are too optimistic on rows that also decided something, such as the best round. These tests measure by how
much, and check that every card reports what the rows decided."""

import numpy as np
import pyarrow as pa
import pytest
from kinds import as_table, quick, rows_of
from texts import several

from engine.algorithm import load_algorithm
from engine.data.graph import LINKS
from engine.data.table import table_of
from engine.pooled import plan_for
from engine.protocols.averaging_labels import AveragingLabels
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of
from engine.table import Table

RUNS = 20


def of_chance(rng: np.random.Generator, **more: list) -> Table:
    """Returns 100 rows whose label is independent of their columns, so that half of all answers are right by chance."""
    columns = {f"x{place}": rng.normal(size=100) for place in range(4)} | more
    return table_of(pa.table({**columns, "y": [f"k{kind}" for kind in rng.integers(0, 2, 100)]}), list(columns), "y")


def test_the_optimism_of_scores_on_rows_that_chose_the_best_round_is_as_documented():
    algorithm, shown = load_algorithm("mlp"), []
    for seed in range(RUNS):
        rng = np.random.default_rng(seed)
        tables = [of_chance(rng) for _ in range(2)]
        protocol = algorithm.protocol(plan_for(algorithm, {"max_iter": 20}, tables)).without_comparison()
        scored: dict[int, float] = {}

        def note(state, stage, total, _after, scored=scored, protocol=protocol):
            if "score.rows" in stage.terms:
                scored[stage.scored] = protocol.metrics(state, total.group("score"))["accuracy"]

        parties = [protocol.party(table) for table in tables]
        end = run_here(protocol, parties, protocol.begin(2, str(seed)), note)
        shown.append(scored[protocol.best(end)])
    assert 0.02 < np.mean(shown) - 0.5 < 0.08, np.mean(shown)


def test_the_optimism_of_scores_on_rows_that_chose_round_and_output_factor_is_as_documented():
    """The rows are nodes without edges, which are like rows of a table. The standard error of the measured optimism is
    0.011."""
    algorithm, shown = load_algorithm("graph-nodes"), []
    for seed in range(2 * RUNS):
        rng = np.random.default_rng(seed)
        tables = [of_chance(rng, **{LINKS: [[]] * 100}) for _ in range(2)]
        protocol = algorithm.protocol(plan_for(algorithm, {}, tables)).without_comparison()
        end = run_here(protocol, [protocol.party(table) for table in tables], protocol.begin(2, str(seed)))
        shown.append(protocol.metrics(end, scores_of(end))["accuracy"])
    assert 0.01 < np.mean(shown) - 0.5 < 0.08, np.mean(shown)


@pytest.mark.parametrize(
    ("algorithm_id", "given", "chosen"),
    [
        ("mlp", {"max_iter": 3}, ["round"]),
        ("mlp", {"max_iter": 1}, None),
        ("boosted-trees", {"max_iter": 3}, ["round"]),
        ("random-forest", {}, None),
        ("logistic-regression", {}, None),
        ("additive-model", {}, None),
        ("graph-nodes", {"max_iter": 2}, ["round", "sharpness"]),
        ("graph-network", {"max_iter": 2}, ["round"]),
        ("text-classes", {"max_iter": 2}, ["round"]),
        ("text-entities", {"max_iter": 2}, ["round"]),
    ],
)  # fmt: skip
def test_a_card_reports_what_the_scored_rows_were_used_to_decide(
    algorithm_id: str, given: dict, chosen: list[str] | None
):
    algorithm, rng = load_algorithm(algorithm_id), np.random.default_rng(0)
    rows = [rows_of(algorithm, party) for party in range(2)]
    tables = [as_table(one) if one else of_chance(rng) for one in rows]
    protocol = algorithm.protocol(plan_for(algorithm, quick(algorithm) | given, tables)).without_comparison()
    end = run_here(protocol, [protocol.party(table) for table in tables], protocol.begin(2, "0"))
    assert protocol.result(end).card.get("scores", {}).get("chosen") == chosen


def test_a_card_reports_that_the_scored_rows_were_used_to_shift_labels():
    algorithm = load_algorithm("text-classes")
    tables = [as_table(several(150, party)) for party in range(2)]
    protocol = algorithm.protocol(plan_for(algorithm, {"max_iter": 1}, tables)).without_comparison()
    end = run_here(protocol, [protocol.party(table) for table in tables], protocol.begin(2, "0"))
    has_shifted = any(AveragingLabels.choices[place] for place in end.facts["shifts"])
    assert has_shifted and protocol.result(end).card["scores"]["chosen"] == ["shifts"]
