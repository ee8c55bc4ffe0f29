"""The verb ``publish``: find the branch, open the doors, drive the publication."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from syncline.config import Config
from syncline.core.effect import Done
from syncline.core.errors import UserError
from syncline.core.names import CommitId
from syncline.core.provenance import Commit
from syncline.plan.branch import branch_pattern
from syncline.ports.git.history import commits
from syncline.ports.git.repository import Repository, branches, open_repository, remote_branch, resolve
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.publish.settings import ForgeKind
from syncline.publish.steps import Halted
from syncline.report.body import Facts
from syncline.run.audits import Told
from syncline.run.clock import clock, world
from syncline.run.configure import load_config
from syncline.run.deciding import bring_decisions
from syncline.run.doors import open_doors
from syncline.run.heads import find_merge
from syncline.run.landed import landing_alarms
from syncline.run.progress import Progress
from syncline.run.publishing import Names, Preparation
from syncline.run.records import share_records
from syncline.run.stepping import Published, preview, publish
from syncline.run.sync import Night


@dataclass(frozen=True, slots=True)
class PublishRequest:
    """What the user asked for. Empty strings leave it to the configuration; no branch means the newest of ours."""

    path: Path
    branch: str = ""
    source: str = ""
    target: str = ""
    config: Path | None = None
    dry_run: bool = False
    # An audit that was just made: it need not be made again for the same tree.
    known: Told | None = None


@dataclass(frozen=True, slots=True)
class Publishing:
    """How it ended, and what is told of the head; ``facts`` is ``None`` where nothing came to be told."""

    published: Published
    facts: Facts | None
    dry_run: bool = False
    # What is wrong with how the last publication landed.
    alarms: tuple[str, ...] = ()

    @property
    def exit_code(self) -> int:
        """0 done, landed, or resting because people asked for it; 1 where somebody has to act first."""
        halted = self.published.halted
        return 1 if self.alarms or (halted is not None and halted.why in _BLOCKING) else 0


_BLOCKING = frozenset({Halted.REWRITTEN, Halted.TAKEN, Halted.MISSHAPEN, Halted.FOREIGN, Halted.UNSIGNED})


def publish_branch(request: PublishRequest, progress: Progress) -> Publishing:
    """Publish a branch, from wherever an earlier run left it. A dry run writes nothing anywhere."""
    with prepared(request, progress) as preparation:
        progress("publishing")
        doors = world(preparation.shared, preparation.forge, preparation.config)
        pair, at_home = preparation.names.pair, preparation.at_home
        alarms = landing_alarms(preparation.workshop, preparation.shared, preparation.forge, pair, at_home=at_home)
        act = preview if request.dry_run else publish
        done = act(preparation.job(), doors)
        if preparation.forge.moved:
            done = replace(
                done, notes=(*done.notes, "the project has another name now; change the remote's address, or 'project' in [publish]")
            )
        if not request.dry_run and done.halted is None and not preparation.at_home:
            share_records(preparation.workshop, preparation.shared, CommitId(preparation.merge.id))
        facts = [f for f in preparation.told.values() if done.wanted is not None and f.head == done.wanted.record.head]
        return Publishing(done, facts[-1] if facts else None, request.dry_run, alarms)


def publish_night(request: PublishRequest, night: Night, progress: Progress) -> Publishing | None:
    """Publish what ``sync`` made, where a remote or a forge is configured; ``None`` where nothing was made or nothing is configured."""
    settings, branch = night.config.publish, night.effect.branch
    if branch is None or night.effect.done not in (Done.CREATED, Done.NOOP) or (settings.forge is ForgeKind.LOCAL and not settings.remote):
        return None
    known = None
    if night.report is not None and night.merged is not None and night.effect.commit is not None:
        report = replace(night.report, merge=night.effect.commit)
        known = Told(report, night.merged)
    return publish_branch(replace(request, branch=branch, known=known), progress)


@contextmanager
def prepared(request: PublishRequest, progress: Progress) -> Iterator[Preparation]:
    """Everything that a publication needs, while the workshop stands."""
    repository = open_repository(request.path)
    with open_workshop(repository) as workshop:
        progress("looking at the branch")
        seed = load_config(workshop, seed_commit(repository, request), request.config)
        branch, tip = _branch(workshop, request, seed)
        merge, above = find_merge(workshop, tip)
        config = load_config(workshop, merge.parents[0], request.config)
        names = pair_names(repository, config, request.source, request.target, merge)
        named = str(request.config) if request.config is not None else ""
        with open_doors(workshop, config, request.target or config.target) as doors:
            if doors.remote:
                bring_decisions(workshop, doors.remote)
            yield Preparation(
                workshop,
                doors.shared,
                doors.forge,
                config,
                names,
                not doors.remote,
                branch,
                merge,
                above,
                named,
                clock,
                progress,
                request.known,
            )


def seed_commit(repository: Repository, request: PublishRequest) -> CommitId | None:
    """Where the configuration is before the branch is known: the branch itself, the target, or HEAD."""
    if request.config is not None:
        return None
    return resolve(repository, f"refs/heads/{request.branch}" if request.branch else request.target or "HEAD")


def _branch(workshop: Workshop, request: PublishRequest, config: Config) -> tuple[str, CommitId]:
    repository = workshop.repository
    if request.branch:
        return request.branch, resolve(repository, f"refs/heads/{request.branch}")
    source, target = request.source or config.source, request.target or config.target
    pattern = branch_pattern(config.branch, source=source, target=target) if source and target else "sync/**"
    found = branches(repository, pattern)
    if not found:
        raise UserError(f"no branch '{pattern}' here; run 'syncline sync' first, or name a branch")
    dates = {c.id: c.date for c in commits(workshop, ["--no-walk", *(b.commit for b in found)])}
    newest = max(found, key=lambda b: (dates.get(b.commit, 0), b.name))
    return newest.name, newest.commit


def pair_names(repository: Repository, config: Config, source: str, target: str, merge: Commit | None = None) -> Names:
    """How the pair is called: by the branches behind remote-tracking names, so that every runner gives it the same name."""
    words = []
    for name, parent in ((source or config.source, 1), (target or config.target, 0)):
        if not name and merge is None:
            raise UserError("which pair? give --source and --target, or set 'source' and 'target' in syncline.toml")
        remote = remote_branch(repository, name) if name else None
        words.append(remote.branch if remote else name or (merge.parents[parent][:10] if merge else ""))
    # A pattern without a date is a name.
    return Names(branch_pattern("{source}-to-{target}", source=words[0], target=words[1]), words[0], words[1])
