"""The git vocabulary: one function per question. Nothing outside this package knows git's command line."""
