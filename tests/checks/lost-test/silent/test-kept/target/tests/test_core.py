def test_a():
    assert a() == 1


def test_t():
    assert t() == 8
