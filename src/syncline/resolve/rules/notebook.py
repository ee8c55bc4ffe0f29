"""Both sides changed cells of a Jupyter notebook.

Sees: a notebook of format 4, whole.
Answers: the notebook merged cell by cell: cells are told apart by their ids, or by their text where they have none; the code of a cell is merged by
lines; metadata key by key; cells that both insert at one place stand there both, the target's first. Outputs and counters are those of the side that
ran the code that stands there; where nobody did, there are none.
Why right: a notebook means its cells. Every changed cell, line and key of either side is in the answer, which is written in the target's own layout.
Declines when: both sides changed the same lines of a cell, or one key; one side removed or moved a cell that the other changed; it is not JSON, of another
format, or not laid out as notebooks are written.
Safety: safe; unsafe where outputs of one side, or what a kernel writes about itself, had to be given up.
"""

from __future__ import annotations

from syncline.core.merge import Side
from syncline.core.resolution import Declined, Resolution, Safety, Status
from syncline.core.text import split_lines
from syncline.resolve.notebooks import NoNotebookError, merged, parsed, written
from syncline.resolve.view import Region

STATUS = Status.PREVIEW
SAFETY = Safety.SAFE
WHOLE_FILE = True

_SAID = 3


def run(region: Region) -> Resolution | Declined:
    """Merge the cells, and write them as the target would."""
    if not region.path.endswith(".ipynb"):
        return Declined("not a notebook")
    texts = region.view.texts
    if not texts.base.strip():
        return Declined("the notebook is new on both sides")
    try:
        books = texts.map(parsed)
        if any(written(books.side(side), texts.side(side)) != texts.side(side) for side in Side):
            return Declined("not laid out as notebooks are written: nothing would stay as it is")
        book, given_up = merged(books)
    except NoNotebookError as error:
        return Declined(str(error))
    lines = split_lines(written(book, texts.target))
    if given_up:
        told = ", ".join(given_up[:_SAID]) + (f" and {len(given_up) - _SAID} more" if len(given_up) > _SAID else "")
        return Resolution(lines, Safety.UNSAFE, f"merged cell by cell; given up: {told}")
    return Resolution(lines, Safety.SAFE, "merged cell by cell")
