"""A pair with its doors open, and what is recorded of it: for the verbs that need no local branch."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from syncline.config import Config
from syncline.core.names import CommitId
from syncline.ports.git.repository import open_repository
from syncline.ports.git.workshop import Workshop, open_workshop
from syncline.publish.record import Publication, from_text, record_ref
from syncline.run.configure import load_config
from syncline.run.doors import Doors, open_doors
from syncline.run.progress import Progress
from syncline.run.publish import PublishRequest, pair_names, seed_commit
from syncline.run.publishing import Names


@dataclass(frozen=True, slots=True)
class Opened:
    """Everything about one pair. ``at`` is where its record stands."""

    workshop: Workshop
    config: Config
    names: Names
    doors: Doors
    record: Publication | None
    at: CommitId | None


@contextmanager
def opened_pair(request: PublishRequest, progress: Progress) -> Iterator[Opened]:
    """Open a pair, named by the request or the configuration."""
    repository = open_repository(request.path)
    with open_workshop(repository) as workshop:
        progress("reading the record")
        config = load_config(workshop, seed_commit(repository, request), request.config)
        names = pair_names(repository, config, request.source, request.target)
        with open_doors(workshop, config, request.target or config.target) as doors:
            ref = record_ref(names.pair)
            at = doors.shared.refs([ref]).get(ref)
            record = from_text(doors.shared.page(at)) if at is not None else None
            yield Opened(workshop, config, names, doors, record, at)
