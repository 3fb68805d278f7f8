"""Synthetic reviews for tests, in Chinese and English: praise and criticism of a hotel."""

import json

import numpy as np

PHRASES = {
    "good": [
        "房间很干净",
        "服务热情",
        "位置方便",
        "值得推荐",
        "a spotless room",
        "friendly staff",
        "I would stay again",
    ],
    "bad": ["房间很脏", "服务态度差", "太吵睡不着", "不值这个价", "a dirty room", "rude staff", "never again"],
}
PLAIN = ["我们住了两晚", "在火车站旁边", "we came by train", "two nights in May", "room on the third floor"]
# Texts that programming languages may process differently: capitals, characters beyond 16 bits, surrounding blanks, and
# empty texts.
ODD_TEXTS = [
    "短", "Z", "ÉCOLE İstanbul Straße good", "emoji 😀👩‍⚕️ 𠮷野家 很干净", "x" * 2900, "ABC abc FRIENDLY STAFF",
    "", "   ", "a\0b good", "\u3000\x1c friendly staff\u2028", "\ufeffdirty room",
    "很" * 1999 + "房间很脏房间很脏",
]  # fmt: skip


def reviews(rows: int, seed: int, doubt: float = 0.2) -> dict[str, list[str]]:
    """Returns columns `text` and `label`. With probability `doubt`, a phrase contradicts the label."""
    rng = np.random.default_rng(seed)
    texts, labels = [], []
    for row in range(rows):
        label = ("good", "bad")[row % 2]
        other = ("bad", "good")[row % 2]
        phrases = [
            str(rng.choice(PHRASES[other if rng.random() < doubt else label])) for _ in range(rng.integers(2, 5))
        ]
        texts.append("\uff0c".join(rng.permutation([*phrases, str(rng.choice(PLAIN))])))
        labels.append(label)
    return {"text": texts, "label": labels}


LABELLED = {
    "room": ["房间很干净", "房间很脏", "a spotless room", "a dirty room"],
    "staff": ["服务热情", "服务态度差", "friendly staff", "rude staff"],
    "place": ["位置方便", "太吵睡不着", "close to everything", "far from everything"],
}


def several(rows: int, seed: int, doubt: float = 0.1) -> dict[str, list[str]]:
    """Returns columns `text` and `label` (JSON lists): the topics of a review, which may have none or several.

    With probability `doubt`, a topic is labelled wrongly.
    """
    rng = np.random.default_rng(seed)
    texts, labels = [], []
    for _ in range(rows):
        spoken = [name for name in LABELLED if rng.random() < 0.4]
        phrases = [str(rng.choice(LABELLED[name])) for name in spoken]
        texts.append("\uff0c".join(rng.permutation([*phrases, str(rng.choice(PLAIN))])))
        labels.append(json.dumps([name for name in LABELLED if (name in spoken) != (rng.random() < doubt)]))
    return {"text": texts, "label": labels}
