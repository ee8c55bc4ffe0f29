def test_name(station):
    assert station == "Dover"
