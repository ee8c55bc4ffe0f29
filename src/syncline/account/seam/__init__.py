"""The seam: where code of one side calls code of the other. Facts of definitions and uses, and how they meet in one tree. Pure."""
