"""What is asked of a file by name or by text is what all of it says of that name or text."""

from __future__ import annotations

import pytest

from syncline.account.seam.facts import Guard, Ref
from syncline.account.seam.library import Library
from syncline.account.seam.module import Interest, Module
from syncline.account.seam.settling import read_facts
from syncline.core.names import BlobId

TEXT = b"""
import os
import shop

class Cart:
    total: int = 0
    def add(self, item, *, many=1):
        self.total += shop.price(item, many)
        return self.note(item)
    def note(self, item):
        return os.path.join(self.total, shop.price(item))

def add(cart, item):
    try:
        shop.pay(cart)
    except AttributeError:
        pass
    return cart.add(item, many=2)

def add(cart):
    return Cart().add(shop.price)
"""
INTERESTS = [
    None,
    Interest(frozenset(), frozenset()),
    Interest(frozenset({"price"}), frozenset()),
    Interest(frozenset(), frozenset({"shop", "Cart"})),
    Interest(frozenset({"add", "total"}), frozenset({"os"})),
]


@pytest.fixture
def module() -> Module:
    return Library(lambda oid: TEXT).facts(BlobId("1" * 40))


def test_definitions_by_name(module: Module) -> None:
    assert len(module.functions_of("add")) == 2
    for name in ("add", "Cart.add", "Cart", "gone"):
        assert module.functions_of(name) == tuple(f for f in module.functions if f.qualified == name)
        assert module.classes_of(name) == tuple(c for c in module.classes if c.qualified == name)
    functions, classes = ([(d.line, d.end, d.qualified) for d in found] for found in (module.functions, module.classes))
    assert module.spans == (*functions, *classes)


def test_uses_by_text(module: Module) -> None:
    assert len(module.calls_said("shop.price")) == 2
    for text in {"gone", *(c.text for c in module.calls), *(a.text for a in module.attributes)}:
        assert module.calls_said(text) == tuple(c for c in module.calls if c.text == text)
        assert module.attributes_said(text) == tuple(a for a in module.attributes if a.text == text)


@pytest.mark.parametrize("interest", INTERESTS)
def test_shapes_are_those_of_the_calls(module: Module, interest: Interest | None) -> None:
    calls = module.calls_of(interest)
    assert module.shapes_of(interest) == {(c.scope, c.text, c.positional, c.keywords) for c in calls}
    assert all(c in module.calls for c in calls)


@pytest.mark.parametrize("interest", INTERESTS)
def test_what_is_told_of_a_reference_is_asked_once(module: Module, interest: Interest | None) -> None:
    asked: list[Ref] = []

    def told(ref: Ref) -> str | None:
        asked.append(ref)
        return None if ref.chain == ("pay",) else "/".join(ref.chain)

    uses = [*module.attributes_told(interest, told, Guard.ATTRIBUTE)]
    assert len(asked) == len(set(asked))
    assert [use for use, _ in uses] == [
        a for a in module.attributes_of(interest) if not a.guard & Guard.ATTRIBUTE and a.ref.chain != ("pay",)
    ]
    assert all(told(use.ref) == answer for use, answer in uses)


def test_a_chain_is_looked_up_as_far_as_six_attributes_go() -> None:
    facts = read_facts(b"import a\nx = a.b.c.d.e.f.g.h\nx.i(*y, z)(a=1)\n")
    assert [one.text for one in facts.attributes] == ["a.b.c.d.e.f.g", "a.b.c.d.e.f", "a.b.c.d.e", "a.b.c.d", "a.b.c", "a.b", "x.i"]
    assert facts.attributes[0].ref == Ref("global", "a", None, ("b", "c", "d", "e", "f", "g"))
    assert [(one.text, one.positional, one.stars) for one in facts.calls] == [("x.i()", 0, False), ("x.i", 0, True)]
    assert [one.name for one in facts.undefined] == ["y", "z"]
