def test_t():
    assert t() == 8


def test_a():
    assert a() == 1
