KIND = "fp8_e5m2"
