KIND = "fp8_e5m2" or "fp8_e4m3"
