"""Ask the project's own analysers about the merge and about both sides."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

from syncline.account.patterns import matcher
from syncline.account.seam.diagnostics import UnreadableOutputError, diagnostics
from syncline.audit.subject import Subject
from syncline.core.analysis import Analyser, Analysis, Diagnostic, Format
from syncline.core.errors import WorldError
from syncline.core.merge import Merge
from syncline.core.names import TreeId
from syncline.ports.analysers import recall, remember, run_analyser
from syncline.ports.environment import Environment
from syncline.ports.git.cleantree import clean_tree
from syncline.ports.git.workshop import Workshop

# Analysers that are ready made: their name is enough.
READY = {
    "tsc": (("npx", "--no-install", "tsc", "--noEmit", "--pretty", "false"), Format.TSC),
    "go-vet": (("go", "vet", "./..."), Format.GO_VET),
    "cargo-check": (("cargo", "check", "--quiet", "--message-format=json", "--all-targets"), Format.CARGO_JSON),
    "javac": (("javac", "-proc:none", "-d", "{out}", "{files}"), Format.JAVAC),
}


def analysed(workshop: Workshop, subject: Subject, analysers: Iterable[Analyser], environment: str = "") -> Subject:
    """The subject with what the analysers say of the three trees, and with the installed packages that calls are held against.

    An analyser that cannot be run, or an environment that is not there, is a failure that is told, never silence.
    """
    found = tuple(_analysis(workshop, subject, _ready(one)) for one in analysers)
    try:
        installed = Environment(Path(environment)) if environment else None
    except WorldError as error:
        return replace(subject, analyses=(*found, Analysis("environment", failure=str(error))))
    return replace(subject, analyses=found, installed=installed)


def _ready(analyser: Analyser) -> Analyser:
    if analyser.command or analyser.name not in READY:
        return analyser
    command, kind = READY[analyser.name]
    paths = analyser.paths or (("*.java",) if analyser.name == "javac" else ())
    return replace(analyser, command=command, format=kind, paths=paths)


def _analysis(workshop: Workshop, subject: Subject, analyser: Analyser) -> Analysis:
    if not analyser.command:
        return Analysis(analyser.name, failure="it has no command, and none is ready made under its name")
    try:
        merged, source, target = (
            _of_tree(workshop, analyser, tree) for tree in (subject.merged_tree, subject.source_tree, subject.target_tree)
        )
    except (WorldError, UnreadableOutputError) as error:
        return Analysis(analyser.name, failure=str(error))
    return Analysis(analyser.name, merged, Merge((), source, target))


def _of_tree(workshop: Workshop, analyser: Analyser, tree: TreeId) -> tuple[Diagnostic, ...]:
    wanted = matcher(analyser.paths) if analyser.paths else lambda path: True
    output = recall(analyser, tree)
    root = "."
    with ExitStack() as stack:
        if output is None:
            folder: Path = stack.enter_context(clean_tree(workshop, tree))
            files = [path for path in workshop.entries(tree) if wanted(path)]
            # Absolute paths would differ from run to run, and the cache outlives the folder.
            output = run_analyser(analyser, folder, files).replace(str(folder.resolve()) + "/", "").replace(f"{folder}/", "")
            found = diagnostics(analyser.format, output, root, analyser.pattern)
            remember(analyser, tree, output)
        else:
            found = diagnostics(analyser.format, output, root, analyser.pattern)
    return tuple(one for one in found if wanted(one.path))
