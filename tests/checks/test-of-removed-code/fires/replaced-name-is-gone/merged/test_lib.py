from unittest.mock import patch
import pkg.lib as lib

def test_one(monkeypatch):
    with patch("pkg.lib.fetch"):
        pass
    monkeypatch.setattr(lib, "fetch", None)
    monkeypatch.setattr(lib, "made", None, raising=False)
