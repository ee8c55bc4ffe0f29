"""C++, and CUDA and HIP as far as their grammar is that of C++."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from syncline.core.unit import UnitKind
from syncline.syntax.profile import Definition, Named, text_of
from syncline.syntax.profiles import c

if TYPE_CHECKING:
    from tree_sitter import Node


def _namespace(node: Node) -> Iterator[Named]:
    name = text_of(node.child_by_field_name("name"))
    if name:
        yield Named(name, inside=name.replace("::", "."))


PROFILE = replace(
    c.PROFILE,
    definitions=c.DEFINITIONS
    | {
        "alias_declaration": Definition(UnitKind.CLASS),
        "class_specifier": Definition(UnitKind.CLASS, c.with_body),
        "concept_definition": Definition(UnitKind.CLASS),
        "namespace_definition": Definition(UnitKind.SECTION, _namespace),
    },
    # A namespace without a name names nothing: it is looked through.
    through=c.THROUGH | {"namespace_definition"},
    wrappers=frozenset({"template_declaration"}),
    strings=c.PROFILE.strings | {"raw_string_literal"},
    names=c.PROFILE.names | {"namespace_identifier"},
    atoms=frozenset({"destructor_name", "operator_name"}),
)
