def test_name(station):
    assert station == "Dover"


def test_tide(station, tide):
    assert tide == 3
