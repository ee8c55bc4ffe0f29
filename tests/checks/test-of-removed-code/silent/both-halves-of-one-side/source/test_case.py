import pytest
@pytest.mark.parametrize("size", [1])
def test_run(size):
    assert size
@pytest.mark.parametrize("a", [1])
def test_any(**kwargs):
    assert kwargs
