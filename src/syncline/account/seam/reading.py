"""A Python file, read: everything that is bound and used, with the scope and the guards it stands in."""

from __future__ import annotations

import ast

from syncline.account.seam.expressions import EXPRESSIONS
from syncline.account.seam.headers import HEADERS
from syncline.account.seam.statements import STATEMENTS
from syncline.account.seam.walking import Handler, Reader

_HANDLERS: dict[type, Handler] = {**STATEMENTS, **HEADERS, **EXPRESSIONS}


def read(tree: ast.Module) -> Reader:
    """Walk over a whole file."""
    return Reader(_HANDLERS).read(tree)
