x b
