"""Values become text: terminal, JSON, Markdown, commit messages. Pure."""
