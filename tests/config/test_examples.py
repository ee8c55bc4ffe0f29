"""The example configurations that we ship are valid, and say what their comments say."""

from __future__ import annotations

from pathlib import Path

import pytest

from syncline.config import parse_config
from syncline.core.resolution import Preference

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.name)
def test_an_example_is_a_valid_configuration(path: Path) -> None:
    assert parse_config(path.read_text("utf-8"), path.name).origin == path.name


def test_the_model_case_keeps_its_dependency_files() -> None:
    config = parse_config((EXAMPLES / "megatron-lm.toml").read_text("utf-8"), "megatron-lm.toml")
    assert {"pyproject.toml", "uv.lock", "docker/Dockerfile.ci.dev", ".github/CODEOWNERS"} <= set(config.protected)
    assert config.prefer is Preference.TARGET
