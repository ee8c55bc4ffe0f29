"""One sync whose reviewers had to find by hand what was lost, and whose authors had to argue away what was not: the audit says both.

Run where the mirrors are. Names and ids only; the code is in the public repository.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from syncline.report.data import audit_data
from syncline.run.auditing import audit_merge
from syncline.run.progress import silent

MIRROR = Path(os.environ.get("SYNCLINE_MIRRORS", "/nowhere")) / "NVIDIA+Megatron-LM" / "repo"
pytestmark = pytest.mark.skipif(not MIRROR.is_dir(), reason="SYNCLINE_MIRRORS does not name a folder with NVIDIA+Megatron-LM/repo")

MERGE = "8fd9908c446602e33a6b4799a85b761c3197cf30"
LOST_IT = "c2a9a6016f"
EXAMPLE = Path(__file__).parents[2] / "examples" / "megatron-lm.toml"


@pytest.fixture(scope="module")
def findings() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = audit_data(audit_merge(MIRROR, MERGE, EXAMPLE, silent))["findings"]
    return found


def of(findings: list[dict[str, Any]], pull: int, *checks: str) -> list[dict[str, Any]]:
    """The loud findings of some checks that name a pull request in the subject of an origin."""
    loud = [f for f in findings if f["severity"] in ("blocker", "confirm") and f["check"] in checks]
    return [f for f in loud if any(f"(#{pull})" in origin["subject"] for origin in f["origin"])]


LOSSES = ("lost-file", "lost-definition", "lost-test", "lost-hunk", "half-integrated", "took-side-whole", "conflict-took-one-side")


def test_the_inherited_losses_name_the_merge_that_made_them(findings: list[dict[str, Any]]) -> None:
    buffers = of(findings, 4950, "lost-in-earlier-merge")
    assert any("mtp_decoder_hidden_states" in f["evidence"]["definitions"] for f in buffers)
    options = [f for f in findings if f["check"] == "lost-in-earlier-merge" and "--override-ckpt-iteration" in f["evidence"]["definitions"]]
    for found in (*buffers, *options):
        assert any(merge.startswith(LOST_IT) for merge in found["evidence"]["merges"])
    assert options


@pytest.mark.parametrize("pull", [5388, 5470, 4941, 5843])
def test_what_reviewers_found_by_hand_is_found(findings: list[dict[str, Any]], pull: int) -> None:
    assert of(findings, pull, *LOSSES)


def test_the_two_dropped_files_are_named(findings: list[dict[str, Any]]) -> None:
    dropped = {path for f in of(findings, 4941, "lost-file", "took-side-whole") for path in f["evidence"]["files"]}
    folder = "megatron/core/models/common/"
    assert {f"{folder}fine_grained_callables.py", f"{folder}utils.py"} <= dropped


def test_the_old_module_beside_its_package_is_named(findings: list[dict[str, Any]]) -> None:
    back = [f for f in of(findings, 5843, "took-side-whole") if f["evidence"]["moved_back"] == ["megatron/core/ssm/gated_delta_net.py"]]
    assert back


CLASSES = {
    "Headers": "another kind of definition",
    "LayerNormBuilder": "moved",
    "move_batch_to_cuda": "moved",
    "FsdpParameterGroup.reduce_gradients": "homonym",
    "isfile": "inlined",
    "_SubmissionGate.release_after": "renamed",
}


@pytest.mark.parametrize("name", CLASSES)
def test_what_its_authors_argued_away_is_explained(findings: list[dict[str, Any]], name: str) -> None:
    rows = [row for f in findings if f["check"] == "explained-removal" for row in f["evidence"]["symbols"] if row["name"] == name]
    assert CLASSES[name] in {row["class"] for row in rows}
    assert not [f for f in findings if f["severity"] == "blocker" and f["symbol"] == name]


def test_the_factor_that_was_lost_while_its_test_came(findings: list[dict[str, Any]]) -> None:
    found = of(findings, 5798, *LOSSES)
    assert any(place["symbol"] == "TopKRouter._apply_seq_aux_loss" for f in found for place in f["places"])
