from unittest.mock import patch
import lib
def test_build():
    with patch("lib.Model"):
        lib.build(1)
