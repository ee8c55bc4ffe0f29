"""What kind of file a path is, for the reader: production code first, tests after it."""

from __future__ import annotations

from syncline.core.finding import Scope
from syncline.core.names import RepoPath
from syncline.syntax import can_parse, is_test_path, language_of

_DATA = frozenset({"json", "yaml", "toml", "markdown", "rst", "text", "html", "css"})


def scope_of(path: RepoPath) -> Scope:
    """TEST for test code, PRODUCTION for other code, OTHER for the rest."""
    if is_test_path(path):
        return Scope.TEST
    language = language_of(path)
    return Scope.PRODUCTION if language is not None and language not in _DATA and can_parse(language) else Scope.OTHER
