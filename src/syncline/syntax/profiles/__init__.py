"""The languages we know by their grammar: one table, one small module each."""

from __future__ import annotations

from syncline.syntax.profile import Profile
from syncline.syntax.profiles import c, cpp, csharp, data, go, java, javascript, kotlin, php, python, ruby, rust, typescript

PROFILES: dict[str, Profile] = {
    "c": c.PROFILE,
    "cpp": cpp.PROFILE,
    "csharp": csharp.PROFILE,
    "go": go.PROFILE,
    "java": java.PROFILE,
    "javascript": javascript.PROFILE,
    "json": data.JSON,
    "kotlin": kotlin.PROFILE,
    "php": php.PROFILE,
    "python": python.PROFILE,
    "ruby": ruby.PROFILE,
    "rust": rust.PROFILE,
    "toml": data.TOML,
    "tsx": typescript.PROFILE,
    "typescript": typescript.PROFILE,
    "yaml": data.YAML,
}
