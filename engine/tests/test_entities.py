"""Entities in texts: tokens are hashed identically everywhere, sequences of tags are scored over all paths, and
training over parties gives the same accuracy as in one place."""

import json
from functools import partial
from itertools import product

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from growing import shapes_of
from notes import notes
from texts import ODD_TEXTS

from engine.algorithm import load_algorithm
from engine.data.encoding import Encoding
from engine.data.party import Party
from engine.data.table import table_of
from engine.data.texts import BUCKETS, FACTOR, MIN_TEXTS, MODULUS, SEED, STRETCH
from engine.data.tokens import FIRST, LAST, LENGTH, LETTERS, MAX_TOKENS, TokenEncoder, code_points, token_frequencies
from engine.errors import PartyError
from engine.export.onnx_file import export_model
from engine.learners.tagging import PLACES, TAGGING, chains
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from engine.table import Column, Table
from engine.targets.chain import Chains
from engine.targets.entities import Entities, named_spans, spans_of, tags_of

ALGORITHM = load_algorithm("text-entities")
TARGET = Entities("label", ("DRUG", "WHO"))
ODD_TOKENS = ["a", "", *ODD_TEXTS, "Zürich", "2026-01-31", "CamelCase7", "x" * 40]


def tokens(*texts: list[str], name: str = "tokens") -> Column:
    return Column(name, "text", np.array([json.dumps(text) for text in texts], dtype=object))


def table(rows: dict) -> Table:
    return table_of(pa.table(rows), ["tokens"], "label")


def encoder_of(buckets) -> TokenEncoder:
    """Returns an encoder of features that all have the same frequency."""
    buckets = tuple(int(bucket) for bucket in buckets)
    return TokenEncoder.of("tokens", buckets, (5,) * len(buckets), 10)


def run(parts: list[Party], plan: dict):
    protocol = ALGORITHM.protocol(plan).without_comparison()
    return protocol, run_here(protocol, parts, protocol.begin(len(parts), "0"))


def hashed(first: int, points: list[int]) -> int:
    for point in points:
        first = (first * FACTOR + point * STRETCH) % MODULUS
    return first


def slow_buckets(token: str, following: str | None) -> list[int]:
    """Returns the buckets of a token, computed letter by letter with integers of any size."""

    def points_of(token: str, *, lowercase: bool) -> list[int]:
        letters = [
            ord(letter) + 32 if lowercase and "A" <= letter <= "Z" else ord(letter) for letter in token[:LETTERS]
        ]
        return [FIRST, *letters, LAST] if letters else []

    def shape_of(point: int) -> int:
        return next((ord(a) for a, z in ("AZ", "az", "09") if ord(a) <= point <= ord(z)), point)

    points = points_of(token, lowercase=True)
    if not points:
        return []
    word = hashed(5 * SEED, points)
    after = hashed(5 * SEED, points_of(following, lowercase=True)) if following else 0
    runs = [hashed(order * SEED, points[at : at + order]) for order in (1, 2, 3, 4)
            for at in range(len(points) - order + 1)]  # fmt: skip
    shape = hashed(6 * SEED, [shape_of(point) for point in points_of(token, lowercase=False)])
    pair = hashed(7 * SEED, [word, after])
    return [bucket % BUCKETS for bucket in (*runs, word, shape, pair)]


PLAIN = [token for token in ODD_TOKENS if "\0" not in token]


def test_the_features_of_a_token_are_its_n_grams_its_shape_the_word_and_its_pair_with_the_next():
    encoder = encoder_of(range(BUCKETS))
    actual = encoder.encode(tokens(PLAIN, ["a"])).tokens.toarray()
    for row, token, behind in zip(actual, [*PLAIN, "a"], [*PLAIN[1:], None, None], strict=True):
        buckets = slow_buckets(token, behind)
        rarity = np.log(11 / 6) + 1
        expected = LENGTH * rarity * np.bincount(buckets, minlength=BUCKETS) / np.sqrt(max(len(buckets), 1))
        np.testing.assert_allclose(row, expected, atol=1e-12)


def test_features_in_fewer_than_five_texts_are_neither_reported_nor_trained_on():
    often, seldom = [["clean"]] * MIN_TEXTS, [["Zimmermann"]] * (MIN_TEXTS - 1)
    reported = set(np.flatnonzero(token_frequencies(tokens(*often, *seldom))).tolist())
    assert reported == set(slow_buckets("clean", None))
    encoder = encoder_of(sorted({*reported, *slow_buckets("Zimmermann", None)}))
    trained = encoder.encode(tokens(*often, *seldom), trains=True).tokens
    scored = encoder.encode(tokens(*often, *seldom)).tokens
    rare = [place for place, bucket in enumerate(encoder.buckets) if bucket not in reported]
    assert rare and not trained[:, rare].count_nonzero() and scored[:, rare].count_nonzero()


def test_a_name_in_only_four_texts_changes_no_report_and_no_training():
    encoder, results = encoder_of(range(BUCKETS)), []
    # The name occurs in no other note, and its buckets belong to no other token
    for name in ("\u9f00\u9eff", "\u9f03\u9f02"):
        texts = [json.loads(text) for text in notes(60, 1)["tokens"]]
        for text in texts[: MIN_TEXTS - 1]:
            text[0] = name
        results.append(tokens(*texts))
    assert np.array_equal(*[token_frequencies(column) for column in results])
    one, other = (encoder.encode(column, trains=True).tokens for column in results)
    assert (one != other).nnz == 0
    one, other = (encoder.encode(column).tokens for column in results)
    assert (one != other).nnz > 0


def random_chains(seed: int, lengths: tuple[int, ...]) -> Chains:
    rng = np.random.default_rng(seed)
    starts = np.concatenate([[0], np.cumsum(lengths)])
    return Chains(rng.normal(0, 2, (starts[-1], 5)), starts, rng.normal(0, 1, (6, 5)))


def ways(found: Chains, text: int) -> dict[tuple[int, ...], float]:
    """Returns every possible sequence of tags of a text, with its score."""
    scores = found.scores[found.starts[text] : found.starts[text + 1]]
    return {
        tags: sum(scores[place, tag] + found.steps[tags[place - 1] if place else 5, tag]
                  for place, tag in enumerate(tags))
        for tags in product(range(5), repeat=len(scores))
    }  # fmt: skip


@pytest.mark.spec("screens.inference-result-entities")
def test_sums_over_tag_sequences_and_the_best_sequence_equal_those_of_a_full_enumeration():
    actual, allowed = random_chains(0, (3, 1, 5, 2)), TARGET.allowed
    totals, best = actual.totals(), actual.likeliest(allowed)
    for text in range(4):
        all_ways = ways(actual, text)
        assert totals[text] == pytest.approx(np.logaddexp.reduce(list(all_ways.values())), abs=1e-9)
        allowed_ways = {tags: score for tags, score in all_ways.items()
               if all(allowed[tags[place - 1] if place else 5, tag] for place, tag in enumerate(tags))}  # fmt: skip
        assert tuple(best[actual.starts[text] : actual.starts[text + 1]]) == max(allowed_ways, key=allowed_ways.get)


def test_gradients_of_the_loss_equal_finite_differences():
    rows = table(notes(30, 2))
    encoder = encoder_of(np.flatnonzero(token_frequencies(rows.columns[0]))[:40])
    sentences, target = encoder.encode(rows.columns[0]), Entities("label", ("DRUG", "PERSON", "PLACE"))
    tags = np.concatenate(target.encode(rows.label))
    rng = np.random.default_rng(0)
    model = {name: rng.normal(0, 0.5, values.shape)
             for name, values in TAGGING.start(encoder.width, target.outputs, {}, rng).items()}  # fmt: skip
    actual = chains(model, sentences)
    loss, by_score, by_step = actual.gradients(tags)
    assert loss == pytest.approx(actual.losses(tags).sum(), rel=1e-12)
    for gradients, values in ((by_score, actual.scores), (by_step, actual.steps)):
        for place in rng.choice(values.size, 25, replace=False):
            at, ends = np.unravel_index(place, values.shape), []
            for off in (1e-4, -1e-4):
                moved = values.copy()
                moved[at] += off
                other = Chains(moved, actual.starts, actual.steps) if values is actual.scores else Chains(
                    actual.scores, actual.starts, moved)  # fmt: skip
                ends.append(other.losses(tags).sum())
            assert gradients[at] == pytest.approx((ends[0] - ends[1]) / 2e-4, abs=1e-6)


def test_training_at_a_party_ends_at_a_stationary_point_of_its_objective():
    rows = table(notes(40, 3))
    encoder = encoder_of(np.flatnonzero(token_frequencies(rows.columns[0]))[:30])
    sentences, tags = encoder.encode(rows.columns[0]), TARGET.encode(rows.label)
    parameters = {"l2": 0.01, "proximal": 0.02, "local_steps": 100}
    rng = np.random.default_rng(1)
    common = {name: rng.normal(0, 0.1, values.shape)
              for name, values in TAGGING.start(encoder.width, 5, {}, rng).items()}  # fmt: skip
    fitted = TAGGING.fit(common, sentences, tags, parameters, "entities", rng)

    def objective(model: dict) -> float:
        flat = np.concatenate(tags)
        loss = chains(model, sentences).losses(flat).sum() / len(flat)
        ridge = sum((values**2).sum() for name, values in model.items() if name != "bias")
        return loss + 0.005 * ridge + 0.01 * sum(((model[name] - common[name]) ** 2).sum() for name in model)

    for name, values in fitted.items():
        place = np.unravel_index(values.size // 2, values.shape)
        ends = []
        for off in (1e-4, -1e-4):
            moved = values.copy()
            moved[place] += off
            ends.append(objective(fitted | {name: moved}))
        assert (ends[0] - ends[1]) / 2e-4 == pytest.approx(0, abs=2e-4)


def test_the_onnx_graph_computes_the_same_scores_as_python():
    rng, column = np.random.default_rng(0), tokens(ODD_TOKENS, ["a"], ["房", "间", "clean"])
    encoder = encoder_of(range(0, BUCKETS, 3))
    model = {"weights": rng.normal(0, 1, (encoder.width, PLACES, 5)), "steps": rng.normal(0, 1, (6, 5)),
             "bias": rng.normal(0, 1, 5)}  # fmt: skip
    session = onnxruntime.InferenceSession(export_model(Encoding((encoder,)), TARGET, partial(TAGGING.export, model)))
    texts = [json.loads(text) for text in column.values]
    codes = np.zeros((len(texts), max(map(len, texts)), LETTERS), dtype=np.int64)
    for row, text in zip(codes, texts, strict=True):
        row[: len(text)] = code_points(np.array(text, dtype=object))
    scores, steps = session.run(None, {"c0": codes})
    expected = chains(model, encoder.encode(column))
    actual = np.concatenate([row[: len(text)] for row, text in zip(scores, texts, strict=True)])
    np.testing.assert_allclose(actual, expected.scores, atol=1e-9)
    assert np.array_equal(steps, model["steps"])


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("B-WHO I-WHO O B-DRUG", [(0, 2, "WHO"), (3, 4, "DRUG")]),
        ("B-WHO B-WHO I-WHO", [(0, 1, "WHO"), (1, 3, "WHO")]),
        ("WHO WHO O WHO", [(0, 2, "WHO"), (3, 4, "WHO")]),
        ("B-WHO E-WHO S-WHO B-WHO", [(0, 2, "WHO"), (2, 3, "WHO"), (3, 4, "WHO")]),
        ("U-WHO I-WHO L-WHO O", [(0, 1, "WHO"), (1, 3, "WHO")]),
        ("I-WHO I-DRUG", [(0, 1, "WHO"), (1, 2, "DRUG")]),
        ("O O", []),
    ],
)
def test_reads_entities_from_all_common_tag_schemes(tags: str, expected: list):
    assert named_spans(tags.split()) == expected


def test_tags_and_entity_spans_convert_into_each_other():
    spans = [(0, 2, 1), (2, 3, 1), (4, 7, 0)]
    assert spans_of(tags_of(spans, 8)) == spans
    assert tags_of(spans, 8).tolist() == [3, 4, 3, 0, 1, 2, 2, 0]


def test_ignores_an_entity_kind_outside_the_plan():
    assert TARGET.encode(tokens(["B-WHO", "B-OTHER", "O"], name="label"))[0].tolist() == [3, 0, 0]


@pytest.mark.parametrize("value", ["no list", "{}", "[]", "[1]", '["a", 1]'])
def test_refuses_values_that_are_not_a_list_of_tokens(value: str):
    rows = notes(10, 1)
    rows["tokens"][3] = value
    with pytest.raises(PartyError, match=r"data\.type-mismatch"):
        ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(notes(30, 1))])).party(table(rows))


def test_refuses_a_row_with_fewer_tags_than_tokens():
    rows = notes(10, 1)
    rows["label"][3] = '["O"]'
    with pytest.raises(PartyError, match=r"data\.type-mismatch"):
        ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(notes(30, 1))])).party(table(rows))


def test_reads_only_a_limited_number_of_tokens_of_a_long_text():
    rows = notes(30, 1)
    rows["tokens"][0], rows["label"][0] = json.dumps(["a"] * 3 * MAX_TOKENS), json.dumps(["O"] * 3 * MAX_TOKENS)
    party = ALGORITHM.protocol(plan_for(ALGORITHM, {}, [table(rows)])).party(table(rows))
    assert max(len(tags) for tags in TARGET.encode(party.everything.label)) == MAX_TOKENS


def test_averages_the_weights_of_a_feature_only_over_parties_that_trained_on_it():
    """The weights of a word that only one party has are that party's, not a share of them. The weights of a word that
    both have are averaged."""
    own = {name: {"tokens": [json.dumps([f"{name}a", "slept"])] * 30, "label": [json.dumps(["B-WHO", "O"])] * 30}
           for name in ("\u9f00", "\u9f03")}  # fmt: skip
    parts = [table(rows) for rows in own.values()]
    plan = plan_for(ALGORITHM, {"max_iter": 1}, parts)
    protocol = ALGORITHM.protocol(plan).without_comparison()
    parties, states = [protocol.party(part) for part in parts], []
    run_here(protocol, parties, protocol.begin(2, "0"), lambda before, *_: states.append(before))
    first, second = [state for state in states if "weights" in state.arrays][:2]
    stage = protocol.next_stage(first)
    answers = [protocol.compute(first, party, stage) for party in parties]
    shares = np.array([answer["features"] for answer in answers])
    assert set(np.unique(shares)) == {0.0, 0.5} and 0 < (shares.sum(axis=0) == 1).sum() < shares.shape[1]
    for has, answer in zip(shares > 0, answers, strict=True):
        assert not answer["update.weights"][~has].any() and answer["update.weights"][has].any()
    total = sum(answer["update.weights"] for answer in answers) / shares.sum(axis=0)[:, None, None]
    np.testing.assert_allclose(second.arrays["weights"], total, atol=1e-9)


def test_no_term_grows_with_the_number_of_texts():
    few, many = (shapes_of(ALGORITHM, table(notes(count, 1)), max_iter=1) for count in (40, 200))
    assert few == many


@pytest.mark.spec("screens.inference-result-entities")
def test_three_uneven_parties_are_as_accurate_as_all_texts_in_one_place():
    parts = [table(notes(rows, seed)) for seed, rows in enumerate((40, 110, 350))]
    unseen = table(notes(200, 9))
    plan = plan_for(ALGORITHM, {}, parts)
    parties = [ALGORITHM.protocol(plan).party(part) for part in parts]
    results = []
    for some in (parties, [Party.together(parties)], parties[:1]):
        protocol, state = run(some, plan)
        results.append(protocol.metrics(state, protocol.scores(state, unseen))["ner_f1"])
    together, pooled, alone = results
    assert together > pooled - 0.02 and together > 0.9 and together > alone


def test_intervals_contain_each_score_and_are_wider_if_texts_have_several_entities():
    rng = np.random.default_rng(0)
    tags = [tags_of([(place, place + 1, int(rng.integers(2))) for place in range(0, 8, 2)], 9) for _ in range(60)]
    lone = [tags_of([(0, 1, int(rng.integers(2)))], 9) for _ in range(240)]
    widths = []
    for truth in (tags, lone):
        targets = np.empty(len(truth), dtype=object)
        targets[:] = truth
        starts = np.arange(len(truth) + 1) * 9
        wrong = rng.random(len(truth)) < 0.2  # in these texts, all entities of a text are missed together
        scores = np.full((starts[-1], 5), -3.0)
        for row, own in enumerate(truth):
            scores[starts[row] + np.arange(9), 0 if wrong[row] else own] = 3
        outputs = Chains(scores, starts, np.zeros((6, 5)))
        actual = TARGET.report(TARGET.score(outputs, targets), TARGET.final(outputs, targets), rng)
        assert set(actual["metrics"]) == {"loss", "ner_precision", "ner_recall", "ner_f1"}
        recall = actual["metrics"]["ner_recall"]
        assert recall["low"] < recall["value"] < recall["high"] and actual["metrics"]["ner_precision"]["value"] == 1
        widths.append(recall["high"] - recall["low"])
        assert [one["type"] for one in actual["entities"]] == ["DRUG", "WHO"]
        assert sum(one["recall"]["count"] for one in actual["entities"]) == (~wrong).sum() * (4 if truth is tags else 1)
    assert widths[0] > 1.5 * widths[1]
