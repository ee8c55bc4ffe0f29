def test_a():
    assert a() == 1
