import pytest


@pytest.fixture
def station():
    return "Dover"


@pytest.fixture(scope="module")
def tide():
    return 3
