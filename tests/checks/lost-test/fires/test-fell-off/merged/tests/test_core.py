def test_a():
    assert a() == 1


def test_s():
    assert s() == 9
