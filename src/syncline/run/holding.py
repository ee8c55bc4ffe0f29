"""Hold the lease of a pair while publishing. Every swap renews it in the same transaction, so that a runner who lost it cannot write."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from syncline.core.errors import UserError, WorldError
from syncline.core.names import CommitId
from syncline.ports.shared import Change, Refused, SharedRefs, Swap
from syncline.publish.lease import Lease, lease_ref, lease_text, parse_lease


class HeldError(WorldError):
    """Another runner holds the lease."""


class RefusedError(UserError):
    """The remote did not take a push. What it said is in the message; the fix is at the remote or in the token."""


class LostError(WorldError):
    """Our lease ran out and was taken, or somebody moved what we were about to move. Nothing was changed; look again."""


@dataclass(slots=True)
class Hold:
    """A lease that is ours. Mutable: it knows where its ref stands."""

    shared: SharedRefs
    pair: str
    me: Lease
    seconds: int
    now: Callable[[], int]
    at: CommitId

    def swap(self, changes: Sequence[Change]) -> Swap | Refused:
        """Change refs under the lease. RACED when the lease is lost, too."""
        page = self._page(self.now() + self.seconds)
        answer = self.shared.swap([*changes, Change(lease_ref(self.pair), self.at, page)])
        if answer is Swap.DONE:
            self.at = page
        return answer

    def require(self) -> None:
        """Make sure that the lease lasts for one more request; renews it in its second half. Raises ``LostError``."""
        current = parse_lease(self.shared.page(self.at))
        if current is not None and current.until - self.now() > self.seconds // 2:
            return
        if self.swap(()) is not Swap.DONE:
            raise LostError(f"another runner took over the publication of '{self.pair}'")

    def release(self) -> None:
        """Give it back. Not being able to is no error: it runs out."""
        self.shared.swap([Change(lease_ref(self.pair), self.at, None)])

    def _page(self, until: int) -> CommitId:
        lease = Lease(self.me.holder, until, self.me.machine, self.me.process)
        return self.shared.new_page(lease_text(lease), None, f"lease of {self.pair}")


def take(shared: SharedRefs, pair: str, me: Lease, seconds: int, now: Callable[[], int], dead: Callable[[str, str], bool]) -> Hold:
    """Take the lease of ``pair``. ``dead`` tells of a runner that surely is no more.

    Raises ``HeldError`` while another runner has it, ``RefusedError`` where we may not push.
    """
    ref = lease_ref(pair)
    for _ in range(5):
        at = shared.refs([ref]).get(ref)
        other = parse_lease(shared.page(at)) if at is not None else None
        if other is not None and other.held_against(me.holder, now()) and not dead(other.machine, other.process):
            left = other.until - now()
            raise HeldError(f"another runner ({other.holder}) is publishing '{pair}'; its lease lasts for {left} s more, then try again")
        hold = Hold(shared, pair, me, seconds, now, CommitId(""))
        page = hold._page(now() + seconds)  # noqa: SLF001 - the maker of the value
        answer = shared.swap([Change(ref, at, page)])
        if answer is Swap.DONE:
            hold.at = page
            return hold
        if isinstance(answer, Refused):
            raise RefusedError(f"the remote refused {ref}: {answer.reason}; whoever publishes needs the right to push there")
    raise HeldError(f"other runners are publishing '{pair}'; try again")
