"""Federated averaging of a network that detects boxes in pictures (see engine.learners.box_network)."""

from dataclasses import dataclass
from typing import Any

from engine.learners.box_network import found_in
from engine.privacy.terms import Arrays
from engine.protocols.averaging import Averaging
from engine.protocols.on_rows import Prepared
from engine.targets import Boxes, require_kind
from engine.targets.found_boxes import Maps


@dataclass(frozen=True)
class AveragingBoxes(Averaging):
    """Federated averaging of a model whose outputs are maps of cells instead of layers."""

    def computed(self, model: Arrays, inputs: Any) -> Maps:
        return found_in(model, inputs, self.side)

    def file(self, model: Arrays, prepared: Prepared) -> bytes:
        from engine.export.box_network import export_boxes

        return export_boxes(prepared.encoding, require_kind(prepared.target, Boxes), model)
