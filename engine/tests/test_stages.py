"""Compares the data that a ticket declares as leaving the party with the data that runs send."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from described import cases
from fakes import World, patients, plan_of

from engine.algorithm import FOLDERS, read_algorithm
from engine.privacy.terms import Term
from engine.protocols.describing import MAX_DIVISIONS
from engine.protocols.protocol import TRAIN, Stage
from engine.run.driver import run_federation
from engine.stages import FEW, Case, Declared, Leaving, stages_of, stages_per_round
from engine.what_leaves import WORDS, term_words, what_is_learned, what_leaves, words_of

ALGORITHMS = {folder.parent.name: read_algorithm(folder.parent) for folder in FOLDERS.glob("*/manifest.json")}
ALL_CASES = {name: cases(name) for name in ALGORITHMS}
WITHOUT_MODEL = {"describe", "kaplan_meier"}
CASES = {name: [case for case in cases if not case.is_local] for name, cases in ALL_CASES.items()}


def catalogue_of(name: str) -> dict:
    return json.loads((FOLDERS / name / "catalogue.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_declared_term_and_stage_has_a_text_in_both_languages(name):
    catalogue = catalogue_of(name)
    words = words_of(catalogue.get("words", {}), catalogue["parameters"])
    for stage in (stage for case in ALL_CASES[name] for stage in case.stages):
        for texts in (words["stages"][stage.name], *(term_words(stage.name, term.name, words) for term in stage.terms)):
            assert texts["cn"] and texts["en"] and texts["cn"] != texts["en"]
            assert texts["cn"][0] >= "\u4e00"


def test_the_build_fails_if_an_algorithm_does_not_state_what_other_parties_can_learn():
    with pytest.raises(ValueError, match="leaves, and has no words in both languages"):
        what_is_learned({"platform": "updates", "partner": "total"})


def test_the_build_fails_if_a_term_has_no_text(monkeypatch):
    algorithm = ALGORITHMS["describe"]
    protocol = type(algorithm.protocol(plan_of(algorithm, [{"a": [1.0] * 9}], "")).inner)
    original = protocol.next_stage

    def more(self, state, prepared) -> Stage | None:
        stage = original(self, state, prepared)
        return stage and replace(stage, terms=stage.terms | {"whose": Term()})

    monkeypatch.setattr(protocol, "next_stage", more)
    answer = protocol.compute
    monkeypatch.setattr(protocol, "compute", lambda *given: answer(*given) | {"whose": 0.5})
    with pytest.raises(ValueError, match="whose leaves, and has no words in both languages"):
        what_leaves(algorithm, {}, {})
    own = {"terms": {"whose": {"cn": "谁的", "en": "whose"}}}
    assert "whose" in str(what_leaves(algorithm, own, {})["leaves"])


@pytest.mark.parametrize(
    ("name", "compares"),
    [("mlp", True), ("mlp", False), ("logistic_regression", False), ("boosted_trees", False), ("additive_model", True)],
)
@pytest.mark.spec("states.ticket-disclosure-list")
def test_a_run_sends_exactly_the_messages_and_terms_that_its_ticket_lists(tmp_path, name, compares):
    id_ = name.replace("_", "-")
    # A fit that has converged also sends its curvature
    rounds = 40 if name in ("logistic_regression", "additive_model") else 2
    world = World(
        tmp_path,
        id_,
        {"1001": patients(60, 1), "1002": patients(40, 2), "1003": patients(90, 3)},
        "outcome",
        max_iter=rounds,
        compare_alone=compares,
    )
    run_federation(world.grid, world.run(), world.algorithm)

    sent = {term for _, content in world.grid.replies for term in content["terms"]}
    stages = next(
        case.stages
        for case in CASES[name]
        if case.target == "classes" and case.least == 1 and case.given == {"compare_alone": compares}
    )
    assert ("gain" in sent) is compares and any(term.startswith("alone.") for term in sent) is compares
    assert sent == {term.name for stage in stages for term in stage.terms}
    sent_kinds = Counter(kind for party, kind, _ in world.grid.sent if party == "1001")
    trained = sent_kinds.pop(TRAIN)
    assert sent_kinds == sum(
        (Counter({stage.message: stage.messages}) for stage in stages if not stage.per_round), Counter()
    )
    per_round = stages_per_round(CASES[name])
    assert trained <= rounds * (per_round if isinstance(per_round, int) else world.algorithm.parameters({})[per_round])


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("logistic_regression", "classes"),
        ("poisson_regression", "count"),
        ("negative_binomial", "count"),
        ("cox", "event"),
        ("additive_model", "classes"),
    ],
)
def test_declares_the_curvature_that_a_converged_fit_sends(name, kind):
    """Without this declaration, a ticket would not list the curvature, and an edge would refuse its message."""
    assert [stage.name for stage in stages_of(ALGORITHMS[name], kind)][-3:] == ["train", "curvature", "score"]


def test_a_ticket_declares_sizes_by_name_and_numbers_of_messages_by_parameter():
    stages = {stage.name: stage for stage in stages_of(ALGORITHMS["mlp"], "classes", FEW)}
    assert Declared("update.hidden-weights", ("features", "hidden_units"), False) in stages["train"].terms
    assert Declared("score.confusion", ("classes", "classes"), True) in stages["train"].terms
    assert (stages["train"].per_round, stages["train"].messages) == (True, 1)
    assert (stages["moments"].per_round, stages["moments"].messages) == (False, 1)
    parts = stages_of(ALGORITHMS["describe"], None)[-1]
    assert (parts.name, parts.messages) == ("parts", MAX_DIVISIONS)
    assert {name: stages_per_round(cases) for name, cases in CASES.items()} == dict.fromkeys(CASES, 1) | {
        "boosted_trees": "depth", "random_forest": "depth",
    }  # fmt: skip


def test_a_ticket_shows_sizes_in_words_and_adds_up_terms_of_the_same_shape():
    catalogue = catalogue_of("mlp")
    shown = what_leaves(ALGORITHMS["mlp"], {}, catalogue["parameters"])
    cases = [case for case in shown["leaves"] if not case["byItself"]]
    assert [(case["target"], case["least"], case["most"], case["given"]["compare_alone"]) for case in cases] == [
        ("classes", 1, None, False), ("classes", 1, None, True), ("number", 1, None, False), ("number", 1, None, True)
    ]  # fmt: skip
    (train,) = (stage for stage in cases[-1]["stages"] if stage["name"]["en"] == "Training")
    sizes = {term["name"]["en"]: [size["en"] for size in term["sizes"]] for term in train["terms"]}
    update, rows, score = sizes.values()
    times = "\N{MULTIPLICATION SIGN}"
    assert update == [f"numbers: features {times} hidden units", f"numbers: hidden units {times} 2", "a number"]
    assert rows == ["a whole number"]
    assert score == ["a whole number", "numbers: 4", "whole numbers: 22"]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_local_run_declares_one_message_of_scores(name):
    alone = [case for case in ALL_CASES[name] if case.is_local]
    assert [case.target for case in alone] == list(ALGORITHMS[name].label_kinds or (None,))
    for case in alone:
        (stage,) = case.stages
        assert (stage.name, stage.per_round, stage.messages) == ("whole", False, 1)
        metrics = set() if name in WITHOUT_MODEL else {"metrics"}
        assert {term.name for term in stage.terms} == {"training", "validation", "best"} | metrics


def test_declares_a_wide_table_separately_if_the_algorithm_processes_it_differently():
    cases = [case for case in CASES["logistic_regression"] if case.given["compare_alone"]]
    assert [(case.least, case.most) for case in cases] == [(1, 300), (301, None)]
    terms = [{term.name for stage in case.stages for term in stage.terms} for case in cases]
    assert "hessian" in terms[0] and "hessian" not in terms[1] and "update.weights" in terms[1]
    assert all((case.least, case.most) == (1, None) for case in CASES["mlp"])


def test_the_build_fails_if_the_messages_of_a_round_are_not_a_single_number():
    stages = tuple(Leaving(name, TRAIN, True, messages, ()) for name, messages in (("grow", "depth"), ("settle", 1)))
    with pytest.raises(ValueError, match="depth"):
        stages_per_round([Case(None, 1, None, stages)])


def test_every_shared_text_is_used():
    """An algorithm's own texts, in its catalogue, take precedence over the shared ones."""
    words, stages, used = json.loads(WORDS.read_text(encoding="utf-8")), set(), set()
    for name, sent in ALL_CASES.items():
        catalogue = json.loads((FOLDERS / name.replace("-", "_") / "catalogue.json").read_text(encoding="utf-8"))
        terms = {"terms": words["terms"] | catalogue.get("words", {}).get("terms", {})}
        declared = [(stage.name, term.name) for case in sent for stage in case.stages for term in stage.terms]
        stages |= {stage for stage, _ in declared}
        used |= {id(term_words(stage, term, terms)) for stage, term in declared}
    assert set(words["stages"]) == stages
    assert [name for name, text in words["terms"].items() if id(text) not in used] == []
