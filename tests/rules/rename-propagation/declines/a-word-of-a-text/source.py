KIND = "fp8"
