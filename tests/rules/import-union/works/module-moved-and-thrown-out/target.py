from ..trees import Leaf, Tree

use(Tree, Leaf)
