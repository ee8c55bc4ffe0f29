import pytest
@pytest.mark.parametrize("size", [1])
@pytest.mark.parametrize(("packing", "depth"), [(True, 1)])
def test_run(size):
    assert size > 0
