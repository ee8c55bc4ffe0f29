from ..sixes import Bytes
from ..trees import Tree

use(Tree, Bytes)
