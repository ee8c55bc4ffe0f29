def price(cart):
    return cart.total


def weight(cart):
    return cart.weight
