"""Synthetic notes of a hospital, in Chinese and English, with marked entities: persons, places and drugs.

Many names appear in one note only, and some words are a name in one place and an ordinary word in another.
"""

import json

import numpy as np

SURNAMES, GIVEN = "赵钱孙李周吴郑王冯陈沈韩杨朱秦许何吕张孔", "伟芳娜敏静强磊军洋勇艳杰娟涛明超兰霞平刚"
FIRST = ["Anna", "Peter", "Grace", "Oliver", "Ruth", "Hugo", "Clara", "Simon", "Iris", "Victor", "May", "Mark"]
LAST = ["Brown", "Keller", "Moreau", "Novak", "Hill", "Silva", "Stone", "Berg", "Young", "Park", "Rossi", "Bell"]
STEMS = ["Metro", "Cardi", "Neuro", "Hepa", "Pulmo", "Derma", "Gastro", "Vaso", "Ost", "Oxi", "Lipo", "Sero"]
ENDS = ["cillin", "sartan", "statin", "pril", "zole", "mab", "olol"]
DRUGS = ["阿司匹林", "头孢克肟", "氯沙坦", "美托洛尔", "奥美拉唑", "布洛芬", "二甲双胍", "辛伐他汀"]
WARDS = ["心内科", "神经科", "急诊科", "骨科", "儿科", "呼吸科", "北楼病房", "南楼病房"]
PLACES = ["the north ward", "Elm House", "the day clinic", "Room 12", "St Mark Hospital", "the Hill wing", "Ward 7"]

CHINESE = [
    "{who}昨日转入{where}\uff0c每日服用{drug}。", "{who}医生停用了{drug}。", "{where}的{who}对{drug}过敏。",
    "患者{who}今晨情况平稳。", "{where}今日没有新患者。", "给予{drug}后症状好转。", "家属要求转往{where}。",
    "明天复查\uff0c无特殊情况。", "王某和陈皮都不是药。", "由{who}陪同前往{where}。",
]  # fmt: skip
ENGLISH = [
    "{who} was moved to {where} and takes {drug} daily .", "Dr {who} stopped {drug} .",
    "In {where} , {who} slept well .",
    "She may mark the stone on the hill .", "{drug} made it worse , said {who} .",
    "No young patient in {where} today .",
    "Please give {drug} at eight .", "The park is brown in May .", "{who} and {who} share a room in {where} .",
]  # fmt: skip


def notes(rows: int, seed: int, wrong: float = 0.05) -> dict[str, list[str]]:
    """Returns columns `tokens` and `label` as JSON lists. A share `wrong` of the entities is not marked, because
    annotators miss some."""
    rng = np.random.default_rng(seed)
    made = [_note(rng, wrong, chinese=row % 2 == 0) for row in range(rows)]
    return {name: [json.dumps(one[place], ensure_ascii=False) for one in made] for place, name in enumerate(COLUMNS)}


COLUMNS = ("tokens", "label")


def _note(rng: np.random.Generator, wrong: float, *, chinese: bool) -> tuple[list[str], list[str]]:
    tokens: list[str] = []
    tags: list[str] = []
    for part in _parts(str(rng.choice(CHINESE if chinese else ENGLISH))):
        kind = {"{who}": "PERSON", "{where}": "PLACE", "{drug}": "DRUG"}.get(part)
        text = _name(rng, kind, chinese=chinese) if kind else part
        own = list(text) if chinese else text.split()
        tokens += own
        marked = kind is not None and rng.random() >= wrong
        tags += [f"{'I' if place else 'B'}-{kind}" if marked else "O" for place in range(len(own))]
    return tokens, tags


def _parts(pattern: str) -> list[str]:
    return [part for piece in pattern.split("{") for part in _cut(piece) if part.strip()]


def _cut(piece: str) -> list[str]:
    name, brace, rest = piece.partition("}")
    return [f"{{{name}}}", rest] if brace else [piece]


def _name(rng: np.random.Generator, kind: str, *, chinese: bool) -> str:
    if kind == "PERSON":
        if chinese:
            return str(rng.choice(list(SURNAMES))) + "".join(rng.choice(list(GIVEN), rng.integers(1, 3)))
        return f"{rng.choice(FIRST)} {rng.choice(LAST)}"
    if kind == "PLACE":
        return str(rng.choice(WARDS if chinese else PLACES))
    return str(rng.choice(DRUGS)) if chinese else f"{rng.choice(STEMS)}{rng.choice(ENDS)}"
