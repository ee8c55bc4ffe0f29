import fast, tool, kept
