"""Which language a file is written in, told by its name, and by its first line where the name says nothing."""

from __future__ import annotations

import re

_NAMES = {
    "authors": "text",
    "brewfile": "ruby",
    "build": "python",
    "build.bazel": "python",
    "cargo.lock": "lock",
    "changelog": "text",
    "changes": "text",
    "cmakelists.txt": "cmakelists",
    "codeowners": "text",
    "containerfile": "dockerfile",
    "contributors": "text",
    "copying": "text",
    "dockerfile": "dockerfile",
    "examples": "text",
    "gemfile": "ruby",
    "gnumakefile": "makefile",
    "install": "text",
    "jenkinsfile": "groovy",
    "license": "text",
    "makefile": "makefile",
    "news": "text",
    "notice": "text",
    "pipfile": "toml",
    "rakefile": "ruby",
    "readme": "text",
    "sconscript": "python",
    "sconstruct": "python",
    "thanks": "text",
    "todo": "text",
    "wscript": "python",
    "xfail": "text",
    ".babelrc": "json",
    ".bashrc": "shell",
    ".clang-format": "yaml",
    ".clang-tidy": "yaml",
    ".coveragerc": "ini",
    ".dockerignore": "text",
    ".editorconfig": "ini",
    ".eslintrc": "json",
    ".flake8": "ini",
    ".gitattributes": "text",
    ".gitignore": "text",
    ".gitmodules": "ini",
    ".pylintrc": "ini",
}

# Extension → language, as the corpus of real merges names them.
_EXTENSIONS = {
    "adoc": "text",
    "bash": "shell",
    "bat": "batch",
    "bzl": "python",
    "c": "c",
    "cc": "cpp",
    "cfg": "ini",
    "cjs": "javascript",
    "cmake": "cmake",
    "cpp": "cpp",
    "cs": "csharp",
    "css": "css",
    "cts": "typescript",
    "cu": "cpp",
    "cuh": "cpp",
    "cxx": "cpp",
    "dockerfile": "dockerfile",
    "gemspec": "ruby",
    "go": "go",
    "gradle": "groovy",
    "groovy": "groovy",
    "h": "c",
    "hh": "cpp",
    "hip": "cpp",
    "hpp": "cpp",
    "htm": "html",
    "html": "html",
    "hxx": "cpp",
    "ini": "ini",
    "inl": "cpp",
    "ipynb": "json",
    "java": "java",
    "js": "javascript",
    "json": "json",
    "json5": "json",
    "jsonc": "json",
    "jsx": "javascript",
    "ksh": "shell",
    "kt": "kotlin",
    "kts": "kotlin",
    "less": "css",
    "lock": "lock",
    "markdown": "markdown",
    "md": "markdown",
    "mjs": "javascript",
    "mk": "makefile",
    "mts": "typescript",
    "php": "php",
    "phpt": "php",
    "po": "po",
    "pot": "po",
    "properties": "ini",
    "proto": "protobuf",
    "ps1": "powershell",
    "pxd": "cython",
    "pxi": "cython",
    "py": "python",
    "pyi": "python",
    "pyw": "python",
    "pyx": "cython",
    "rake": "ruby",
    "rb": "ruby",
    "rs": "rust",
    "rst": "rst",
    "scss": "css",
    "sh": "shell",
    "sql": "sql",
    "svg": "xml",
    "toml": "toml",
    "ts": "typescript",
    "tsx": "tsx",
    "twig": "twig",
    "txt": "text",
    "webmanifest": "json",
    "xhtml": "html",
    "xlf": "xml",
    "xml": "xml",
    "xsd": "xml",
    "yaml": "yaml",
    "yml": "yaml",
    "zsh": "shell",
}

# Interpreter named in the first line → language. Digits and dots at its end are dropped first.
_INTERPRETERS = {
    "ash": "shell",
    "bash": "shell",
    "dash": "shell",
    "deno": "typescript",
    "ksh": "shell",
    "make": "makefile",
    "node": "javascript",
    "nodejs": "javascript",
    "php": "php",
    "pypy": "python",
    "python": "python",
    "ruby": "ruby",
    "sh": "shell",
    "zsh": "shell",
}

_SHEBANG = re.compile(r"^\ufeff?#![ \t]*(\S+)(?:[ \t]+(.*))?")
_VERSION = re.compile(r"[\d.]+$")


def language_of(path: str, first_line: str = "") -> str | None:
    """The language of a file by its name, its extension, or the interpreter that ``first_line`` calls; ``None`` if none of them tells.

    Says nothing about content: ``.h`` is ``c`` (``units`` and ``parse_problem`` look at the text and read C++ headers as C++),
    a lock file is ``lock`` whatever format it has.
    """
    name = path.rpartition("/")[2].lower()
    if name in _NAMES:
        return _NAMES[name]
    _, dot, extension = name.rpartition(".")
    if dot and extension in _EXTENSIONS:
        return _EXTENSIONS[extension]
    if name.startswith(("dockerfile.", "containerfile.")):
        return "dockerfile"
    if name.startswith("makefile."):
        return "makefile"
    return _interpreter(first_line) if first_line.startswith(("#!", "\ufeff#!")) else None


def _interpreter(first_line: str) -> str | None:
    found = _SHEBANG.match(first_line)
    if found is None:
        return None
    words = [found[1].rpartition("/")[2], *(found[2] or "").split()]
    if words[0] == "env":
        words = [word for word in words[1:] if not word.startswith("-") and "=" not in word]
    return _INTERPRETERS.get(_VERSION.sub("", words[0].rpartition("/")[2])) if words else None
