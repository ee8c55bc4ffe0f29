"""Which way versions go is configured; without that the newer one stands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from syncline.config import parse_config
from syncline.core.errors import UserError
from syncline.core.merge import Merge
from syncline.core.names import RepoPath
from syncline.core.policy import Ahead, Versions
from syncline.core.resolution import Resolution
from syncline.core.text import split_lines
from syncline.resolve.rules import requirement_pins, version_number
from syncline.resolve.view import View, no_history, whole


def view(path: str, texts: Sequence[str], versions: Versions) -> View:
    base, source, target = map(split_lines, texts)
    return View(RepoPath(path), Merge(base, source, target), no_history, versions=versions)


@pytest.mark.parametrize(("way", "stands"), [(Ahead.NEWER, "1.5.0"), (Ahead.SOURCE, "1.5.0"), (Ahead.TARGET, "1.4.1")])
def test_the_projects_own_version(way: Ahead, stands: str) -> None:
    texts = [f'__version__ = "{number}"\n' for number in ("1.4.0", "1.5.0", "1.4.1")]
    said = version_number.run(whole(view("pkg/version.py", texts, Versions(project=way))))
    assert isinstance(said, Resolution)
    assert "".join(said.lines) == f'__version__ = "{stands}"\n'
    swapped = version_number.run(whole(view("pkg/version.py", texts, Versions(project=way)).swapped()))
    assert isinstance(swapped, Resolution)
    assert swapped.lines == said.lines


@pytest.mark.parametrize(("way", "stands"), [(Ahead.NEWER, ">=3.1"), (Ahead.SOURCE, "==2.9"), (Ahead.TARGET, ">=3.1")])
def test_what_is_required(way: Ahead, stands: str) -> None:
    texts = [f"attrs>=20\nshapes{version}\n" for version in (">=2.0", "==2.9", ">=3.1")]
    said = requirement_pins.run(whole(view("requirements.txt", texts, Versions(required=way))))
    assert isinstance(said, Resolution)
    assert "".join(said.lines) == f"attrs>=20\nshapes{stands}\n"


def test_a_file_in_which_a_unit_was_followed_goes_by_the_same() -> None:
    versions = Versions(project=Ahead.TARGET)
    seen = view("a.py", ("x\n", "y\n", "z\n"), versions)
    assert seen.with_lines(seen.lines).versions is versions


def test_versions_that_do_not_compare_need_a_direction() -> None:
    texts = [f"shapes{version}\n" for version in ("!=1", "!=2", "!=3")]
    assert not isinstance(requirement_pins.run(whole(view("requirements.txt", texts, Versions()))), Resolution)
    said = requirement_pins.run(whole(view("requirements.txt", texts, Versions(required=Ahead.SOURCE))))
    assert isinstance(said, Resolution)
    assert said.lines == ("shapes!=2\n",)


def test_configuration() -> None:
    config = parse_config('[versions]\nproject = "target"\n', "syncline.toml")
    assert config.versions == Versions(project=Ahead.TARGET, required=Ahead.NEWER)
    with pytest.raises(UserError, match="newer"):
        parse_config('[versions]\nproject = "higher"\n', "syncline.toml")
