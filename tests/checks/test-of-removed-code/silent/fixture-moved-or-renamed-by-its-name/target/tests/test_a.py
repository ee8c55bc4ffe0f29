def test_name(station):
    assert station == "Brest"


def test_tide(station, tide):
    assert tide == 3
