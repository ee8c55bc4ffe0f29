import pytest


@pytest.fixture
def tide():
    return 3
