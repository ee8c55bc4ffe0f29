"""What was looked for and not found: said as a result, so that silence is never mistaken for not having looked."""

from __future__ import annotations

from syncline.account.manifests import entry_changes, is_manifest
from syncline.account.workflows import gains, is_workflow
from syncline.audit.subject import Subject
from syncline.core.merge import Side


def results(subject: Subject) -> tuple[str, ...]:
    """One sentence about the sources of packages, one about the privileges of workflows; none where the source changed no such file."""
    found = []
    manifests = [s for s in subject.states if is_manifest(s.path) and s.versions.source != s.versions.base]
    if manifests:
        new, gone, unread = [], [], []
        for state in manifests:
            changes = entry_changes(state.path, state.versions.map(lambda v: subject.text(v) or ""), subject.text(state.merged) or "")
            if changes is None:
                unread.append(state.path)
            for change in changes or ():
                source, base = change.versions.source, change.versions.base
                if source is not None and source.is_source and change.changed(Side.SOURCE):
                    new.append(change.name)
                if (
                    base is not None
                    and base.is_source
                    and source is not None
                    and source.spec == base.spec
                    and change.versions.target is None
                ):
                    gone.append(change.name)
        said = f"the source moves or adds {', '.join(sorted(set(new)))}" if new else "no new sources"
        said += f"; the target has given up {', '.join(sorted(set(gone)))}" if gone else ""
        said += f"; {', '.join(unread)} could not be read" if unread else ""
        found.append(f"sources of packages: {said}")
    workflows = [s for s in subject.states if is_workflow(s.path) and s.versions.source != s.versions.base]
    if workflows:
        told = {
            p.name
            for s in workflows
            for p in gains(subject.text(s.versions.base) or "", subject.text(s.versions.source) or "")
            if p.kind == "secret"
        }
        said = f"the source's definitions name new ones: {', '.join(sorted(told))}" if told else "no secrets gained"
        found.append(f"workflows: {said}")
    return tuple(found)
