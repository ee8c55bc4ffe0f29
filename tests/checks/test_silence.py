from __future__ import annotations

import pytest

from syncline.audit.silence import silent_lines


@pytest.mark.parametrize(
    ("language", "text", "silent"),
    [
        ("python", '# a\nx = """\n# b\n"""\n# c\n', {0, 4}),
        ("python", "def f():\n    '''Doc.\n\n    # b\n    '''\n    print(1)\n", {1, 2, 3, 4}),
        ("python", "x = 1  # it's\n# b\ny = 'it''s'\n# c\n", {1, 3}),
        ("javascript", "// a\nlet x = `\n// b\n`;\n// it's\nlet y = '`';\n// c\n", {0, 4, 6}),
        ("go", "// a\nvar x = `\n* b\n`\n// c\n", {0, 4}),
        ("java", '/*\n * a\n */\nvar x = """\n  // b\n  """;\n// c\n', {0, 1, 2, 6}),
        ("cpp", '// a\nauto x = R"x(\n// b\n)x";\n// "c\n', {0, 4}),
        ("php", "<?php\n// a's\n$x = <<<END\n// b\nEND;\n# c\n$y = 'd\n// e\n';\n// f\n", {1, 9}),
        ("rust", '// a\nlet x = r#"\n// b\n"#;\nlet c = \'"\';\n// d\n', {0, 5}),
        ("shell", "#!/bin/sh\n# a\ncat <<EOF\n# b\nEOF\n# <<EOF\n# c\n", {1, 5, 6}),
        ("c", '/* a */\nx = "/*";\n// b\n', {0, 2}),
        ("markdown", "# a\n\n* b\n", {1}),
    ],
)
def test_a_comment_in_a_string_is_none(language: str, text: str, silent: set[int]) -> None:
    assert silent_lines(language, text) == silent
