import pytest


@pytest.fixture
def station():
    return "Dover"
