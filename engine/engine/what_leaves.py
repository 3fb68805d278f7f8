"""Describes the terms that leave a party: the declarations of engine.stages with the texts of `words.json` and of the
algorithm's own catalogue, in both languages. The texts are not part of the library's hash, so a corrected typo does not
invalidate tickets."""

import json
from collections import Counter
from typing import Any

from engine.algorithm import FOLDERS, Algorithm
from engine.stages import Case, Declared, Leaving, cases_of, stages_per_round

WORDS = FOLDERS.parent / "words.json"
READERS = ("platform", "partner", "result")
TIMES = " \N{MULTIPLICATION SIGN} "
Text = dict[str, str]
Shape = tuple[str | int, ...]
Words = dict[str, dict[str, Text]]


def what_leaves(algorithm: Algorithm, own: Words, parameters: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the entries of `<id>.json` about data that leaves a party. `own` and `parameters` are parts of the
    algorithm's catalogue. Raises ValueError if a stage, term or size has no text."""
    words, cases = words_of(own, parameters), cases_of(algorithm)
    return {"stagesPerRound": stages_per_round(cases), "leaves": [_case(case, words) for case in cases]}


def what_is_learned(names: dict[str, str]) -> dict[str, Text]:
    """Return what each kind of reader in `READERS` can learn from a run, as names of texts. Raises ValueError if a
    reader has no text."""
    texts = all_words()["learned"]
    return {reader: _known(texts, names.get(reader, "")) for reader in READERS}


def all_words() -> dict[str, Any]:
    """Return the texts that all algorithms share. `parameters` contains the texts of shared parameters."""
    return json.loads(WORDS.read_text(encoding="utf-8"))


def words_of(own: Words, parameters: dict[str, dict[str, Any]]) -> Words:
    """Return the shared texts together with an algorithm's own texts. The labels of its parameters also serve as texts
    of sizes."""
    everybody = all_words()
    sizes = {name: texts["label"] | {"en": texts["label"]["en"].lower()} for name, texts in parameters.items()}
    own = {**own, "sizes": {**sizes, **own.get("sizes", {})}}
    return {kind: {**texts, **own.get(kind, {})} for kind, texts in everybody.items()}


def _case(case: Case, words: Words) -> dict[str, Any]:
    stages = [_stage(stage, words) for stage in case.stages]
    described = {"target": case.target, "byItself": case.is_local, "least": case.least, "most": case.most}
    return described | {"given": case.given, "stages": stages}


def _stage(stage: Leaving, words: Words) -> dict[str, Any]:
    """Return the lines that describe a stage. Terms with the same text share one line."""
    lines: dict[str, list[Declared]] = {}
    for term in stage.terms:
        lines.setdefault(term_words(stage.name, term.name, words)["en"], []).append(term)
    return {
        "name": _known(words["stages"], stage.name),
        "message": stage.message,
        "perRound": stage.per_round,
        "messages": stage.messages,
        "terms": [_line(stage.name, terms, words) for terms in lines.values()],
    }


def _line(stage: str, terms: list[Declared], words: Words) -> dict[str, Any]:
    """Return one line. The sizes of terms with the same shape are added up."""
    shapes = Counter((term.whole, _long(term.shape)) for term in terms)
    sizes = [_size(whole, _long((*shape, often)), words) for (whole, shape), often in shapes.items()]
    return {"name": term_words(stage, terms[0].name, words), "sizes": sizes}


def term_words(stage: str, term: str, words: Words) -> Text:
    """Return the text of a term. `<stage>/<term>` takes precedence over `<term>`, and `<term>` over `<first
    part>.*`."""
    names = (f"{stage}/{term}", term, f"{term.split('.')[0]}.*")
    found = next((name for name in names if name in words["terms"]), term)
    return _known(words["terms"], found)


def _long(shape: Shape) -> Shape:
    return tuple(length for length in shape if length != 1)


def _size(whole: bool, shape: Shape, words: Words) -> Text:
    """Return the text of a size, such as `whole numbers: columns \N{MULTIPLICATION SIGN} 66`. It states whether
    values are integers, and how many there are."""
    kind = f"{'whole' if whole else 'any'}{'' if shape else '-one'}"
    unit = _known(words["sizes"], kind)
    if not shape:
        return unit
    known = [
        _known(words["sizes"], length) if isinstance(length, str) else {"cn": str(length), "en": str(length)}
        for length in shape
    ]
    return {language: unit[language] + TIMES.join(length[language] for length in known) for language in unit}


def _known(texts: dict[str, Text], name: str) -> Text:
    found = texts.get(name, {})
    if not (found.get("cn") and found.get("en")):
        raise ValueError(
            f"{name} leaves, and has no words in both languages: {WORDS.name}, or `words` of catalogue.json"
        )
    return found
