import pytest
@pytest.mark.parametrize("size", [1])
def test_run(size):
    assert size
