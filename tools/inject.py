"""Damage clean merges of mirrored repositories on purpose, and see whether the audit's ledger finds it: ``make bench-inject``.

A clean merge is one whose committed tree is git's own clean merge. Into each go a few losses (a hunk undone, removed lines back, half a
hunk, a dropped file), of which the audit has to make a blocker on the right side, path and commit; a few moves and re-formattings, which
lose nothing and must block nobody; and one side's tree or folder taken whole, which has to be one blocker. Half of the losses go into files
that both sides changed. What is no loss to the ledger is left out: comments, blank lines and layout alone, a name that Python imports twice, lines
that both sides added, lines back that only a merge had removed, and brackets alone (without them the file does not parse, which another check says).

Everything random comes from the seed, merge by merge. Every failure is named SEED/MIRROR/MERGE/NUMBER; ``--only`` does that one again.
``--keep FILE`` goes on where an earlier run with that file, the same seed and the same code stopped.
The exit code is 1 when a limit is broken. Mirrors are ``<owner>+<name>`` below SYNCLINE_MIRRORS; with none named, the five with most merges,
one a language.
"""

from __future__ import annotations

import argparse
import gc
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from injecting.damage import HARMLESS, LOSSES, WHOLE, Damage, Kind, Outcome, judge
from injecting.formats import reformat
from injecting.kept import Kept, open_kept
from injecting.losses import drop_file, lose_hunk
from injecting.moves import move_unit
from injecting.scenes import Page, Scene, merges_of, open_scene, pages
from injecting.wholes import take_folder, take_tree
from syncline.core.errors import WorldError
from syncline.core.names import CommitId
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import open_workshop
from syncline.syntax import can_parse, language_of

# Shares that must be reached: losses found, harmless changes that block somebody, whole sides told as one.
FOUND, NOISE, TOLD = 0.995, 0.02, 0.995

# At most this many of each from one merge, so that no merge speaks for all.
IN_BOTH, IN_ONE, DROPS, MOVES, FORMATS = 6, 3, 1, 2, 2
# Changed files of one merge that are read.
PAGES = 40


@dataclass(slots=True)
class Quota:
    """How many of each group a mirror still owes."""

    both: int
    one: int
    harmless: int
    whole: int

    def takes(self, outcome: Outcome) -> bool:
        """Count an outcome if it is still wanted."""
        name = group(outcome)
        left: int = getattr(self, name)
        setattr(self, name, left - 1)
        return left > 0

    @property
    def open(self) -> frozenset[str]:
        """The groups of which some are owed."""
        return frozenset(name for name in ("both", "one", "harmless", "whole") if getattr(self, name) > 0)

    def rest(self) -> Quota:
        """What is still owed when no merge is left to look at."""
        return Quota(max(self.both, 0), max(self.one, 0), max(self.harmless, 0), max(self.whole, 0))

    def plus(self, other: Quota) -> Quota:
        """Both debts together."""
        return Quota(self.both + other.both, self.one + other.one, self.harmless + other.harmless, self.whole + other.whole)

    @property
    def done(self) -> bool:
        """Nothing is owed any more."""
        return max(self.both, self.one, self.harmless, self.whole) <= 0


def group(one: Damage | Outcome) -> str:
    """The group of a damage, or of what became of it."""
    return "harmless" if one.kind in HARMLESS else "whole" if one.kind in WHOLE else "both" if one.both else "one"


def damages(scene: Scene, seed: str) -> Iterator[Damage]:
    """The damages of one merge, always the same for a seed."""
    random = Random(seed)
    shuffled = list(scene.states)
    random.shuffle(shuffled)
    told = list(islice(pages(scene, shuffled), PAGES))
    both, one = [p for p in told if p.both], [p for p in told if not p.both]
    yield from _several(both, IN_BOTH, lambda page: lose_hunk(scene, page, random), random)
    yield from _several(one, IN_ONE, lambda page: lose_hunk(scene, page, random), random)
    for _ in range(DROPS):
        dropped = drop_file(scene, random)
        if dropped is not None:
            yield dropped
    yield from _several(told, MOVES, lambda page: move_unit(scene, page, random), random)
    yield from _several(told, FORMATS, lambda page: reformat(page, random), random)
    for take in (take_tree, take_folder):
        taken = take(scene, random)
        if taken is not None:
            yield taken


def _several(among: Sequence[Page], count: int, make: Callable[[Page], Damage | None], random: Random) -> Iterator[Damage]:
    """Up to ``count`` damages, one a page while there are pages, then again; no place twice."""
    seen: set[tuple[Kind, str]] = set()
    for page in [*among, *(random.choices(among, k=count) if among else [])][: count * 3]:
        if len(seen) == count:
            return
        found = make(page)
        if found is not None and (found.kind, found.where) not in seen:
            seen.add((found.kind, found.where))
            yield found


def work(folder: Path, mirror: str, merge: CommitId, seed: int, groups: frozenset[str], only: int | None) -> list[Outcome]:
    """Damage one merge and judge the audit each time, for some groups alone. No outcome for a merge that is not clean, or that the mirror does not
    hold whole (it may be a partial clone).
    """
    # Short-lived values without cycles; the collector would walk every syntax tree again and again.
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)
    with open_workshop(open_repository(folder / mirror / "repo")) as workshop:
        scene = open_scene(workshop, mirror, merge)
        if scene is None:
            return []
        found = enumerate(damages(scene, f"{seed} {mirror} {merge}"))
        asked = ((at, damage) for at, damage in found if at == only or (only is None and group(damage) in groups))
        try:
            return [judge(scene, damage, f"{seed}/{mirror}/{merge[:12]}/{at}") for at, damage in asked]
        except WorldError:
            return []


def one_a_language(folder: Path, count: int) -> list[str]:
    """The mirrors with most merges, one for each language that can be parsed."""
    best: dict[str, tuple[int, str]] = {}
    for mirror in sorted(folder.iterdir()):
        if not (mirror / "repo").is_dir():
            continue
        command = ["git", "-C", str(mirror / "repo"), "ls-tree", "-r", "--name-only", "HEAD"]
        names = subprocess.run(command, capture_output=True, text=True, check=False).stdout.split("\n")
        spoken = Counter(language for name in names if (language := language_of(name)) is not None and can_parse(language))
        for data in ("json", "yaml", "toml", "markdown", "html", "css", "xml"):
            spoken.pop(data, None)
        if spoken:
            merges = len(merges_of(mirror / "repo"))
            language = spoken.most_common(1)[0][0]
            best[language] = max(best.get(language, (0, "")), (merges, mirror.name))
    return [name for _, name in sorted(best.values(), reverse=True)[:count]]


def ordered(folder: Path, mirror: str, seed: int) -> list[CommitId]:
    """The merges of a mirror in the order of the seed."""
    found = list(merges_of(folder / mirror / "repo"))
    Random(f"{seed} {mirror}").shuffle(found)
    return found


def measure(
    start: Callable[[CommitId], Future[list[Outcome]]],
    merges: Iterator[CommitId],
    kept: Kept,
    quota: Quota,
    tick: Callable[[Outcome], None],
) -> list[Outcome]:
    """Go through the merges of a mirror until its quota is met. ``start`` begins with one of them, unless it is ``kept`` already."""
    outcomes = []

    def started(merge: CommitId) -> tuple[CommitId, Future[list[Outcome]] | None]:
        return merge, None if merge in kept.outcomes else start(merge)

    # Taken in the order in which they were handed out, so that the same seed measures the same cases.
    waiting = [started(merge) for merge in islice(merges, 8)]
    while waiting and not quota.done:
        merge, future = waiting.pop(0)
        for outcome in kept.outcomes[merge] if future is None else kept.add(merge, future.result()):
            if quota.takes(outcome):
                outcomes.append(outcome)
                tick(outcome)
        waiting += map(started, islice(merges, 1))
    for _, future in waiting:
        if future is not None:
            future.cancel()
    return outcomes


def table(outcomes: Sequence[Outcome]) -> Table:
    """One row a mirror and kind."""
    found = Table(title="what the ledger made of it")
    for name in ("mirror", "injected", "cases", "both changed", "as it should be"):
        found.add_column(name, no_wrap=True)
    groups: dict[tuple[str, Kind], list[Outcome]] = {}
    for outcome in outcomes:
        groups.setdefault((outcome.case.split("/")[1], outcome.kind), []).append(outcome)
    for mirror, kind in sorted(groups, key=lambda key: (key[0], list(Kind).index(key[1]))):
        group = groups[mirror, kind]
        right = sum(1 for o in group if not o.why)
        both = sum(1 for o in group if o.both)
        found.add_row(mirror, kind.value, str(len(group)), str(both), f"{right} = {100 * right / len(group):.1f} %")
    return found


def verdicts(outcomes: Sequence[Outcome]) -> list[tuple[str, int, float, float, bool]]:
    """Each limit with the number of cases, the share, the limit and whether it is kept."""
    found = []
    for name, kinds, limit in (
        ("losses found", LOSSES, FOUND),
        ("moves and re-formattings that block", HARMLESS, NOISE),
        ("whole sides", WHOLE, TOLD),
    ):
        group = [o for o in outcomes if o.kind in kinds]
        wrong = sum(1 for o in group if o.why)
        share = (wrong if kinds is HARMLESS else len(group) - wrong) / max(len(group), 1)
        found.append((name, len(group), share, limit, share <= limit if kinds is HARMLESS else share >= limit and bool(group)))
    return found


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "mirrors",
        nargs="*",
        metavar="MIRROR[:MERGES]",
        help="<owner>+<name> below SYNCLINE_MIRRORS; what is owed after MERGES of it, the next mirrors owe",
    )
    parser.add_argument("--seed", type=int, default=1, help="where everything random comes from (default 1)")
    parser.add_argument(
        "--count", type=int, default=2000, help="losses in all; moves and re-formattings come to half, whole sides to a tenth of it"
    )
    parser.add_argument("--jobs", type=int, default=2, help="processes (default 2)")
    parser.add_argument("--keep", type=Path, metavar="FILE", help="go on where a run that wrote FILE stopped")
    parser.add_argument("--only", default="", metavar="SEED/MIRROR/MERGE/NUMBER", help="one case again")
    return parser.parse_args()


def main() -> int:
    """Measure, print, judge."""
    options = arguments()
    # In a file, no column needs to be cut.
    console = Console(width=None if sys.stdout.isatty() else 140)
    named = os.environ.get("SYNCLINE_MIRRORS", "")
    if not named or not Path(named).is_dir():
        console.print("skipped: SYNCLINE_MIRRORS does not name a folder of mirrors")
        return 0
    folder = Path(named)
    if options.only:
        seed, mirror, prefix, number = options.only.split("/")
        merge = next(oid for oid in merges_of(folder / mirror / "repo") if oid.startswith(prefix))
        for outcome in work(folder, mirror, merge, int(seed), frozenset(), int(number)):
            console.print(f"{outcome.kind.value}: {outcome.where}\n{outcome.why or 'as it should be'}", markup=False, soft_wrap=True)
        return 0
    mirrors = options.mirrors or one_a_language(folder, 5)
    console.print(f"seed {options.seed}; {', '.join(mirrors)}", soft_wrap=True)
    limits_of = [(name, int(most) if most else None) for name, _, most in (named.partition(":") for named in mirrors)]
    console.print(
        "left out as no loss: comments, blank lines, layout; names imported twice; lines that both sides added; lines back that only a merge had"
        " removed; brackets alone (does-not-parse tells those)",
        soft_wrap=True,
    )
    kept = open_kept(options.keep, options.seed)
    if kept is None:
        console.print(f"{options.keep} was written with another seed or by other code: name another file", soft_wrap=True)
        return 2
    share = max(options.count // len(mirrors), 1)
    outcomes: list[Outcome] = []
    owed = Quota(0, 0, 0, 0)
    with ProcessPoolExecutor(options.jobs) as pool, Progress(console=Console(stderr=True)) as progress:
        for mirror, most in limits_of:
            quota = Quota(share // 2, share - share // 2, share // 2, max(share // 10, 1)).plus(owed)
            task = progress.add_task(mirror, total=quota.both + quota.one + quota.harmless + quota.whole)

            def tick(outcome: Outcome, task: TaskID = task) -> None:
                progress.advance(task)
                if outcome.why:
                    console.print(
                        f"{outcome.case}: {outcome.kind.value}: {outcome.where}: {outcome.why}",
                        markup=False,
                        highlight=False,
                        soft_wrap=True,
                    )

            def start(merge: CommitId, mirror: str = mirror, quota: Quota = quota) -> Future[list[Outcome]]:
                return pool.submit(work, folder, mirror, merge, options.seed, quota.open, None)

            outcomes += measure(start, islice(ordered(folder, mirror, options.seed), most), kept, quota, tick)
            owed = quota.rest()
    console.print(table(outcomes))
    limits = verdicts(outcomes)
    for name, count, reached, limit, holds in limits:
        console.print(f"{name}: {100 * reached:.2f} % of {count} (limit {100 * limit:.1f} %): {'ok' if holds else 'over the limit'}")
    return 0 if all(holds for *_, holds in limits) else 1


if __name__ == "__main__":
    sys.exit(main())
