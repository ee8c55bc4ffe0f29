"""One tree's Python: look a ``Ref`` up through modules, classes and their bases.

Three answers: ``Found`` (with what is known of it), ``Missing`` (the place where it should be is known, and it is not there), ``None`` (nothing can be said).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from syncline.account.seam.facts import Binding, Class, Function, Ref
from syncline.account.seam.module import Module
from syncline.account.seam.tables import Tables
from syncline.account.seam.things import Answer, Found, Lineage, Missing, Thing, linear
from syncline.core.names import BlobId, RepoPath

_DEPTH = 12
# Bases that bring no attributes of their own that matter.
_BARE = frozenset({"object", "ABC", "abc.ABC", "Generic", "typing.Generic", "Protocol", "typing.Protocol"})
_MODULE_ATTRIBUTES = frozenset(
    {"__file__", "__name__", "__doc__", "__path__", "__dict__", "__spec__", "__loader__", "__package__", "__all__", "__version__"}
)


class Code(Tables):
    """The Python of one tree, with look-ups."""

    def __init__(self, files: Mapping[RepoPath, BlobId], facts: Callable[[BlobId], Module]) -> None:
        super().__init__(files, facts)
        self._members: dict[tuple[str, str], Answer] = {}
        self._lineages: dict[tuple[str, str, int], Lineage] = {}
        # What the functions of ``calling`` found out about callees.
        self.accepted: dict[tuple[object, ...], object] = {}
        self._refs: dict[tuple[str, Ref], Answer] = {}

    def find(self, ref: Ref, path: str, depth: int = 0) -> Answer:
        """Look up what an expression of the file at ``path`` means."""
        key = (path, ref)
        if key not in self._refs:
            self._refs[key] = None  # a circle answers "nothing can be said"
            self._refs[key] = self._find(ref, path, depth)
        return self._refs[key]

    def _find(self, ref: Ref, path: str, depth: int) -> Answer:
        if depth > _DEPTH:
            return None
        answer = self._root(ref, path, depth)
        for name in ref.chain:
            if not isinstance(answer, Found) or len(answer.things) != 1:
                return answer if isinstance(answer, Missing) else None
            answer = self.member(answer.things[0], name, depth + 1)
        return answer

    def _root(self, ref: Ref, path: str, depth: int) -> Answer:
        match ref.root:
            case "global":
                return self.member(Thing("module", path), ref.name, depth + 1)
            case "import":
                return self.imported(ref.name, path, depth + 1)
            case "def":
                return self._defined(path, ref.name)
            case "self" | "class" | "super":
                found = self.classes(path, ref.name)
                if len(found) != 1:
                    return None
                kind = "class" if ref.root == "class" else ref.root
                return Found((Thing(kind if kind != "self" else "instance", path, ref.name, cls=found[0]),))
            case "call" if ref.inner is not None:
                return self._result(self.find(ref.inner, path, depth + 1), depth)
            case "instance" if ref.inner is not None:
                return _instance(self.find(ref.inner, path, depth + 1))
            case _:
                return None

    def imported(self, where: str, path: str, depth: int = 0) -> Answer:
        """What an import binds; ``where`` is ``level:module`` or ``level:module:name``. Modules that are not of this tree say nothing."""
        level, module, *name = where.split(":")
        place = self.places.module(module, int(level), RepoPath(path))
        if place is None:
            return None
        if not name:
            return Found((Thing("module", place),))
        # A package that imports from itself means its submodule.
        inner = self.places.inside(place, name[0]) if place == path else None
        if inner is not None:
            return Found((Thing("module", inner),))
        return self.member(Thing("module", place), name[0], depth + 1)

    def member(self, thing: Thing, name: str, depth: int = 0) -> Answer:
        """An attribute of something."""
        if depth > _DEPTH:
            return None
        if thing.kind == "module":
            key = (thing.path, name)
            if key not in self._members:
                self._members[key] = None
                self._members[key] = self._of_module(thing, name, depth)
            return self._members[key]
        if thing.cls is not None:
            return self._of_class(thing, thing.cls, name, depth)
        return None

    def _of_module(self, thing: Thing, name: str, depth: int) -> Answer:
        inner = self.places.inside(thing.path, name)
        if thing.path.endswith("/"):
            return Found((Thing("module", inner),)) if inner is not None else Missing(thing, name, certain=True)
        module = self.module(thing.path)
        if not module.parsed:
            return None
        bound = module.bound(name)
        if bound:
            return self._bound(thing.path, name, bound, depth)
        if inner is not None:
            return Found((Thing("module", inner),))
        if module.open or name in _MODULE_ATTRIBUTES:
            return None
        for dotted, level in module.stars:
            place = self.places.module(dotted, level, RepoPath(thing.path))
            if place is None:
                return None
            answer = None if place.endswith("/") else self.member(Thing("module", place), name, depth + 1)
            if not isinstance(answer, Missing):
                return answer
        return Missing(thing, name, certain=True)

    def _bound(self, path: str, name: str, bound: tuple[Binding, ...], depth: int) -> Answer:
        kinds = {b.kind.partition(" ")[0] for b in bound}
        if kinds <= {"def", "class"}:
            return self._defined(path, name)
        if len(bound) > 1:
            same = {b.kind for b in bound}
            if len(same) > 1 or kinds != {"import"}:
                return Found()
        one = bound[0]
        if one.kind.startswith("import "):
            where = one.kind.removeprefix("import ")
            answer = self.imported(where, path, depth + 1)
            # The name is bound here, whatever became of it there: that is the import's own problem.
            return answer if isinstance(answer, Found) else Found() if answer is None else None
        if one.ref is not None:
            answer = self.find(one.ref, path, depth + 1)
            return answer if isinstance(answer, Found) else Found()
        return Found()

    def _defined(self, path: str, qualified: str) -> Answer:
        things = [
            Thing("function", path, qualified, function=f)
            for f in self.functions(path, qualified)
            if "overload" not in f.decorators and "typing.overload" not in f.decorators
        ]
        things += [Thing("class", path, qualified, cls=c) for c in self.classes(path, qualified)]
        return Found(tuple(things))

    def _result(self, answer: Answer, depth: int) -> Answer:
        if not isinstance(answer, Found) or len(answer.things) != 1:
            return None
        thing = answer.things[0]
        if thing.kind == "class":
            return _instance(answer)
        if thing.function is not None and thing.function.returns is not None and not _wrapped(thing.function):
            return _instance(self.find(thing.function.returns, thing.path, depth + 1))
        return None

    # -- classes -----------------------------------------------------------------------------------------------------

    def lineage(self, path: str, cls: Class) -> Lineage:
        """A class and all its bases, in the order of the lookup."""
        key = (path, cls.qualified, cls.line)
        if key not in self._lineages:
            self._lineages[key] = Lineage(((path, cls),), whole=False)
            self._lineages[key] = self._lineage(path, cls)
        return self._lineages[key]

    def _lineage(self, path: str, cls: Class) -> Lineage:
        whole, lists = True, []
        for ref, text in zip(cls.bases, cls.base_texts, strict=True):
            answer = self.find(ref, path) if ref is not None else None
            if (
                isinstance(answer, Found)
                and len(answer.things) == 1
                and answer.things[0].cls is not None
                and answer.things[0].kind == "class"
            ):
                above = self.lineage(answer.things[0].path, answer.things[0].cls)
                whole = whole and above.whole
                lists.append(list(above.classes))
            elif text not in _BARE:
                whole = False
        merged = linear([*lists, [one[0] for one in lists]])
        return Lineage(((path, cls), *merged), whole)

    def _of_class(self, thing: Thing, own: Class, name: str, depth: int) -> Answer:
        lineage = self.lineage(thing.path, own)
        if name.startswith("__") and name.endswith("__"):
            return None
        classes = lineage.classes[1:] if thing.kind == "super" else lineage.classes
        for path, cls in classes:
            answer = self._own(thing, path, cls, name, depth)
            if answer is not None:
                return answer
        openings = any(c.open or c.keywords or c.decorators for _, c in lineage.classes)
        return Missing(thing, name, certain=lineage.whole and not openings and thing.kind != "super")

    def _own(self, thing: Thing, path: str, cls: Class, name: str, depth: int) -> Found | None:
        methods = [m for m in cls.methods if m.name == name]
        fields = [f for f in cls.fields if f.name == name]
        written = [w for w in cls.written if w.name == name] if thing.kind in ("instance", "super") else []
        if methods and not fields and not written:
            return self._methods(thing, path, methods)
        if name in cls.nested and not fields and not methods:
            answer = self._defined(path, f"{cls.qualified}.{name}")
            return answer if isinstance(answer, Found) else Found()
        if len(written) == 1 and not methods and not fields and written[0].value is not None:
            answer = self.find(written[0].value, path, depth + 1)
            return answer if isinstance(answer, Found) else Found()
        if len(fields) == 1 and not methods and not written and fields[0].annotation is not None and thing.kind == "instance":
            answer = _instance(self.find(fields[0].annotation, path, depth + 1))
            return answer if isinstance(answer, Found) else Found()
        return Found() if methods or fields or written else None

    def _methods(self, thing: Thing, path: str, methods: list[Function]) -> Found:
        things = []
        for one in methods:
            marks = {d.rpartition(".")[2] for d in one.decorators}
            if marks & {"property", "cached_property", "setter", "getter", "deleter", "overload"}:
                return Found()
            bound = "staticmethod" not in marks and (thing.kind in ("instance", "super") or "classmethod" in marks)
            things.append(Thing("function", path, one.qualified, function=one, bound=bound))
        return Found(tuple(things))


def _instance(answer: Answer) -> Answer:
    if isinstance(answer, Found) and len(answer.things) == 1 and answer.things[0].kind == "class":
        return Found((answer.things[0]._replace(kind="instance"),))
    return None


def _wrapped(function: Function) -> bool:
    return any(d.rpartition(".")[2] not in ("staticmethod", "classmethod") for d in function.decorators)
