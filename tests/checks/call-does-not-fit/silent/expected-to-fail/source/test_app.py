import pytest
from lib import send

def test_send():
    with pytest.raises(TypeError):
        send("a", channel=1)
    try:
        send("a", channel=1)
    except TypeError:
        pass
