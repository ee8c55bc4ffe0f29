port_1 = 80
port_2 = 81
port_9 = 82
port_10 = 83
port_11 = 84


def run():
    pass
