import pytest
@pytest.mark.parametrize("size", [1])
@pytest.mark.parametrize(("packing", "depth"), [(True, 1)])
def test_run(size, packing, depth):
    assert size and packing and depth
