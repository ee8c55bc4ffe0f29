from unittest.mock import patch
import lib
@patch("lib.Model", side_effect=dict)
def test_build(_model):
    lib.build(1)
