"""Everything that can be configured, with its default and its public description."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from syncline.core.agent import Agent
from syncline.core.analysis import Analyser
from syncline.core.lesson import Lesson
from syncline.core.policy import Alarm, Classes, Files, Group, Override, Pair, Policy, Regenerate, Tests, Versions
from syncline.core.resolution import Preference
from syncline.publish.settings import Settings


@dataclass(frozen=True, slots=True)
class Identity:
    """Who commits."""

    name: str = field(default="", metadata={"doc": "name of the committer; by default git's own rules"})
    email: str = field(default="", metadata={"doc": "e-mail address of the committer"})
    sign_off: bool = field(default=True, metadata={"doc": "add Signed-off-by to the merge commit"})


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration in force. Empty strings mean "not configured".

    ``origin`` names the file; ``places`` maps each key that it sets (dotted, with indexes) to its line. Neither is a key itself.
    """

    source: str = field(default="", metadata={"doc": "the revision that flows in, such as origin/main"})
    target: str = field(default="", metadata={"doc": "the revision that receives, such as origin/dev"})
    branch: str = field(
        default="sync/{source}-to-{target}/{date}", metadata={"doc": "the branch of a night; {source}, {target} and {date} are filled in"}
    )
    date_format: str = field(default="%Y-%m-%d", metadata={"doc": "how {date} is written, in the words of strftime"})
    time_zone: str = field(default="UTC", metadata={"doc": "the time zone of {date}, such as Europe/Berlin", "kind": "zone"})
    prefer: Preference = field(
        default=Preference.STOP, metadata={"doc": "what to do where no rule answers: stop, or keep the target's or the source's lines"}
    )
    merge_rebased: bool = field(
        default=False, metadata={"doc": "sync into a target that looks as if it were maintained by rebasing; by default that is refused"}
    )
    protected: tuple[str, ...] = field(
        default=("CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "docs/CODEOWNERS"),
        metadata={"doc": "patterns of paths that stay byte-identical to the target", "kind": "paths"},
    )
    report_dir: str = field(default="", metadata={"doc": "folder of the reports; by default one under the git directory"})
    identity: Identity = field(default=Identity(), metadata={"doc": "who commits"})
    publish: Settings = field(default=Settings(), metadata={"doc": "how a sync becomes a pull request"})
    pair: tuple[Pair, ...] = field(default=(), metadata={"doc": "several pairs of branches, for --pair"})
    group: tuple[Group, ...] = field(default=(), metadata={"doc": "files that only make sense together"})
    override: tuple[Override, ...] = field(default=(), metadata={"doc": "paths taken from one side, with a reason and an end"})
    regenerate: tuple[Regenerate, ...] = field(default=(), metadata={"doc": "files that a command writes"})
    analysers: tuple[Analyser, ...] = field(
        default=(), metadata={"doc": "the project's own analysers; what they say of the merge and of neither parent is a finding"}
    )
    environment: str = field(
        default="",
        metadata={"doc": "a folder of installed packages (site-packages) against which calls are held; it is read, never imported"},
    )
    agents: tuple[Agent, ...] = field(default=(), metadata={"doc": "programs that are asked, in this order, where no rule answers"})
    classes: Classes = field(default=Classes(), metadata={"doc": "classes of paths and their strategies"})
    tests: Tests = field(default=Tests(), metadata={"doc": "what happens to tests"})
    files: Files = field(default=Files(), metadata={"doc": "what happens to files that one side lacks"})
    versions: Versions = field(default=Versions(), metadata={"doc": "which way versions go where both sides changed one"})
    alarm: Alarm = field(default=Alarm(), metadata={"doc": "when a backlog is an alarm"})
    lessons: tuple[Lesson, ...] = field(
        default=(), metadata={"doc": "what was learnt from people's corrections, shown at matching conflicts and given to helpers"}
    )
    origin: str = field(default="defaults", metadata={"key": False})
    places: Mapping[str, int] = field(default_factory=dict, metadata={"key": False})

    @property
    def policy(self) -> Policy:
        """What the rooms receive of it about paths."""
        return Policy(self.protected, self.group, self.override, self.regenerate, self.classes, self.tests, self.files)
