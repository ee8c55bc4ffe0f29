"""Write the public pages of rules and checks: ``docs/rules/*.md`` and ``docs/checks/*.md``.

A page is the module's docstring with its headings, its status, and its cases as examples. Nothing on it is written twice by hand, so
nothing can disagree. The schema of the configuration is written with them. ``--check`` writes nothing and names what is out of date.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
from pathlib import Path
from typing import Any

from cases import ROOT, TERMS, Case, Kind, cases, docstring, load, owners
from measured import MEASURED
from syncline.config.schema import SHIPPED, schema
from syncline.resolve import doubts

_HEADING = re.compile(r"^(Sees|Answers|Fires|Why right|Why|Declines when|Silent|Safety):[ \t]*", re.MULTILINE)
TABLES = {Kind.RULE: "RULES", Kind.CHECK: "CHECKS"}
_TITLES = {Kind.RULE: "Resolver rules", Kind.CHECK: "Audit checks"}
# Longer terms are left out of a page; the case folder has them.
_LONGEST = 40
CONFIGURATION = ROOT / "docs" / "configuration.md"


def table(kind: Kind) -> tuple[str, ...]:
    """The names in the table of a kind, in its order: the order is precedence."""
    package = importlib.import_module(kind.package)
    return tuple(entry.__name__.rsplit(".", 1)[-1].replace("_", "-") for entry in getattr(package, TABLES[kind]))


def headings(kind: Kind, owner: str) -> list[str]:
    """The headings of a module's docstring, in order."""
    return _HEADING.findall(docstring(kind, owner))


def page(kind: Kind, owner: str) -> str:
    """The page of one rule or check."""
    module = load(kind, owner)
    parts = [
        f"# {owner}",
        f"Status: {module.STATUS.value}",
        _paragraphs(docstring(kind, owner)),
    ]
    if kind is Kind.RULE:
        parts.extend(_measured(owner))
    mine = [case for case in cases(kind) if case.owner == owner]
    for group in kind.groups:
        of_group = [case for case in mine if case.group == group]
        if of_group:
            parts.append(f"## {group.capitalize()}")
            parts.extend(_example(case) for case in of_group)
    return "\n\n".join(parts) + "\n"


def _measured(owner: str) -> list[str]:
    """What the replay of real merges showed of a rule; nothing where it was not measured."""
    told = json.loads(MEASURED.read_text("utf-8")) if MEASURED.is_file() else {"rules": {}}
    count = told["rules"].get(owner)
    if count is None:
        return []
    fires = [f"{count[name]} {name}" for name in ("safe", "unsafe") if count[name]]
    lines = [f"On {count.get('of', told['of'])}: {' and '.join(fires) or 'no'} answers."]
    if count["alone"]:
        lines.append(f"Of {count['alone']} files that it settled alone, people committed the same words in {count['agrees']}.")
    if "read" in count:
        read = count["read"]
        lines.append(f"Of {read['of']} answers that differ and were read, {read['wrong']} had lost or broken something.")
    return ["## Measured", " ".join(lines)]


def _paragraphs(text: str) -> str:
    """One paragraph for each heading."""
    return re.sub(r"\n{3,}", "\n\n", _HEADING.sub(lambda found: f"\n**{found[1]}:** ", text))


def index(kind: Kind) -> str:
    """The list of all pages of a kind, in the order of the table."""
    lines = [f"# {_TITLES[kind]}", ""]
    lines += ["In order of precedence." if kind is Kind.RULE else "In the order in which they run.", ""]
    lines += [f"- [{owner}]({owner}.md): {' '.join(docstring(kind, owner).split(chr(10) * 2)[0].split())}" for owner in table(kind)]
    if kind is Kind.RULE:
        head, _, rest = (doubts.__doc__ or "").partition("\n\n")
        lines += ["", f"## {head.rstrip('.')}", "", rest.strip()]
    return "\n".join(lines) + "\n"


def wanted() -> dict[Path, str]:
    """Every page as it should be."""
    found: dict[Path, str] = {}
    for kind in Kind:
        if owners(kind):
            found[kind.pages / "README.md"] = index(kind)
            found.update({kind.pages / f"{owner}.md": page(kind, owner) for owner in owners(kind)})
    found[CONFIGURATION] = configuration()
    found[SHIPPED] = json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
    return found


def configuration() -> str:
    """The page of every key, from the dataclasses that read the file."""
    lines = [
        "# Configuration",
        "",
        "`syncline.toml`, or `[tool.syncline]` of `pyproject.toml`, at the target revision. `syncline init` writes one, `syncline config` prints what is in",
        "force and from where, `syncline config --schema` the JSON Schema. An unknown key is an error that names the nearest valid one.",
        "",
    ]
    return "\n".join([*lines, *_keys(schema(), "")]) + "\n"


def _keys(table: dict[str, Any], head: str) -> list[str]:
    rows, deeper = [], []
    for key, node in table["properties"].items():
        many = node.get("type") == "array" and "properties" in node.get("items", {})
        if "properties" in node or many:
            name = f"{head}.{key}" if head else key
            told = f"{node['description'][0].upper()}{node['description'][1:]}."
            deeper += [f"## `[[{name}]]`" if many else f"## `[{name}]`", "", told, "", *_keys(node["items"] if many else node, name)]
        else:
            needed = key in table.get("required", [])
            default = "required" if needed else f"`{json.dumps(node.get('default', {}), ensure_ascii=False)}`"
            choice = f" One of {', '.join(f'`{value}`' for value in node['enum'])}." if "enum" in node else ""
            description = node["description"].replace("|", "\\|")
            rows.append(f"| `{key}` | {description[0].upper()}{description[1:]}.{choice} | {default} |")
    out = ["| key | what it is | default |", "| --- | --- | --- |", *rows, ""] if rows else []
    return out + deeper


def outdated() -> list[str]:
    """Pages that are missing, differ from what they should be, or speak of nothing that exists."""
    pages = wanted()
    stale = [path for path, text in pages.items() if not path.is_file() or path.read_text("utf-8") != text]
    stale += [path for kind in Kind for path in kind.pages.glob("*.md") if path not in pages]
    return sorted(str(path.relative_to(ROOT)) for path in stale)


def _example(case: Case) -> str:
    parts = [f"### {case.path.name.replace('-', ' ').replace('_', ' ')}"]
    why = case.text("why.md")
    if why:
        parts.append(why.strip())
    outcome = ("expected", "swapped", "expected_now", "expected_ideal") if case.kind is Kind.RULE else ("merged",)
    parts.extend(_term(case, term) for term in (*TERMS, *outcome))
    for name in ("findings.json", "findings_now.json", "findings_ideal.json"):
        text = case.text(name)
        if text:
            parts.append(f"{name.removesuffix('.json').replace('_', ', ')}:\n\n{_fenced(text, 'json')}")
    return "\n\n".join(part for part in parts if part)


def _term(case: Case, term: str) -> str:
    files = case.files(term)
    if files is None:
        return f"{term}: absent" if term in TERMS else ""
    name = "expected with the sides swapped" if term == "swapped" else term.replace("_", ", ")
    shown = []
    for path, data in files.items():
        title = name if path.startswith("case.") else f"{name}, `{path}`"
        shown.append(f"{title}:\n\n{_content(data, Path(path).suffix.removeprefix('.'))}")
    return "\n\n".join(shown)


def _content(data: bytes, language: str) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return f"({len(data)} bytes that are no UTF-8)"
    if "\0" in text:
        return f"({len(data)} bytes, binary)"
    if not text:
        return "(empty)"
    lines = text.count("\n") + 1
    return f"({lines} lines, see the case folder)" if lines > _LONGEST else _fenced(text, language)


def _fenced(text: str, language: str) -> str:
    # A fence longer than any run of backticks in the text cannot be closed by it. What cannot be seen on a page is shown by a sign.
    longest = max((len(run) for run in re.findall(r"`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    body = re.sub(r"[ \t]+$", lambda found: "·" * len(found[0]), text.replace("\r", "\\r"), flags=re.MULTILINE)
    note = "\n\n(· is a blank at the end of a line)" if body.count("·") > text.count("·") else ""
    note += "" if text.endswith("\n") else "\n\n(no line feed at the end)"
    body = body.removesuffix("\n")
    return f"{fence}{language}\n{body}\n{fence}{note}"


def main() -> int:
    """Write the pages, or check them."""
    parser = argparse.ArgumentParser(description="write the pages of rules and checks")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a page is out of date")
    if parser.parse_args().check:
        stale = outdated()
        for name in stale:
            print(f"out of date: {name}")
        if stale:
            print("run: make docs")
        return 1 if stale else 0
    pages = wanted()
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for kind in Kind:
        for path in kind.pages.glob("*.md"):
            if path not in pages:
                path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
