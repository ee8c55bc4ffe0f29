from __future__ import annotations

from syncline.core.unit import Unit
from syncline.syntax import units


def shown(found: tuple[Unit, ...]) -> list[str]:
    return [
        f"{u.kind} {u.qualified} {u.lines.start}-{u.lines.stop}" + (f" body {u.body.start}-{u.body.stop}" if len(u.body) else "")
        for u in found
    ]


def test_json_keys_by_path() -> None:
    text = '{"a": {"b": [1, {"c": 2}]},\n "d.e": null,\n "f": {\n  "g": 1,\n  "": [\n   2\n  ]\n }\n}\n'
    assert shown(units("json", text)) == [
        "key a 0-1",
        "key a.b 0-1",
        "key a.b[1].c 0-1",
        "key d.e 1-2",
        "key f 2-8 body 3-8",
        "key f.g 3-4",
        "key f. 4-7 body 5-7",
    ]


def test_yaml_keys_end_where_the_next_begins() -> None:
    text = """\
# about a
a: 1
b:
  c: |
    text

    # no comment

  d:
    - x: 1
      y: 2
    - z

# about e
e: {f: 1, g: [1, {h: 2}]}
"q r": &anchor
  <<: *y
---
k: 1
---
- name: n
"""
    assert shown(units("yaml", text)) == [
        "key a 0-2",
        "key b 2-12 body 3-12",
        "key b.c 3-7 body 4-7",
        "key b.d 8-12 body 9-12",
        "key b.d[0].x 9-10",
        "key b.d[0].y 10-11",
        "key e 13-15",
        "key e.f 13-15",
        "key e.g 13-15",
        "key e.g[1].h 13-15",
        "key q r 15-17 body 16-17",
        "key q r.<< 16-17",
        "key [1].k 18-19",
        "key [2][0].name 20-21",
    ]


def test_toml_tables_are_sections() -> None:
    text = """\
# about x
x = 1
a.b = {c = 1}

# about the table
[tool."x.y"]
k = '''
[no]
'''
# about list
list = [
  1, # one
]

[[z]]
q = 1

# the end of the first

[[z]]
"q" = 2
"""
    assert shown(units("toml", text)) == [
        "key x 0-2",
        "key a.b 2-3",
        "key a.b.c 2-3",
        "section tool.x.y 4-13 body 6-13",
        "key tool.x.y.k 6-9 body 7-9",
        "key tool.x.y.list 9-13 body 11-13",
        "section z[0] 14-18 body 15-18",
        "key z[0].q 15-16",
        "section z[1] 19-21 body 20-21",
        "key z[1].q 20-21",
    ]


def test_markdown_sections() -> None:
    text = "# Top\ntext\n## A ##\n```\n# no\n```\n~~~~\n```\n# no\n~~~~\n### Deep\n## B\n\nUnder\n=====\nx\n\nSub\n---\n- a\n---\n"
    assert shown(units("markdown", text)) == [
        "section Top 0-13 body 1-13",
        "section Top.A 2-11 body 3-11",
        "section Top.A.Deep 10-11",
        "section Top.B 11-13 body 12-13",
        "section Under 13-21 body 15-21",
        "section Under.Sub 17-21 body 19-21",
    ]


def test_rst_sections_by_the_order_of_their_adornments() -> None:
    text = "=====\nTitle\n=====\n\nA part\n------\ntext::\n\n    not a title\n    -----------\n\nSub\n~~~\n\nB part\n------\n"
    assert shown(units("rst", text)) == [
        "section Title 0-16 body 3-16",
        "section Title.A part 4-14 body 6-14",
        "section Title.A part.Sub 11-14 body 13-14",
        "section Title.B part 14-16",
    ]


def test_ini_sections_and_keys() -> None:
    text = "top = 1\n# about m\n[metadata]\nname = x\nlong =\n    a = no\n    b\n\n; about other\n[other]\nk: v\n"
    assert shown(units("ini", text)) == [
        "key top 0-1",
        "section metadata 1-7 body 3-7",
        "key metadata.name 3-4",
        "key metadata.long 4-7 body 5-7",
        "section other 8-11 body 10-11",
        "key other.k 10-11",
    ]


def test_data_as_deep_as_it_likes() -> None:
    assert units("json", "[" * 50_000 + "]" * 50_000) == ()
    assert len(units("json", '{"a":' * 5_000 + "1" + "}" * 5_000)) == 5_000


def test_languages_without_units() -> None:
    assert units("text", "def f(): pass\n") == ()
    assert units(None, "def f(): pass\n") == ()


def test_yaml_nested_past_what_its_grammar_survives() -> None:
    assert len(units("yaml", "".join(" " * depth + "a:\n" for depth in range(200)))) == 200
    assert len(units("yaml", "".join(" " * depth + "a:\n" for depth in range(2_000)))) < 2_000
    assert units("yaml", "- " * 20_000) == ()
    assert units("yaml", "a: 1\n" * 40_000) == ()
