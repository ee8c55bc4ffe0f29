def price(cart):
    result = cart.total * (1 + cart.tax)
    log(result)


def weight(cart):
    return cart.weight


def shipped(cart):
    return result
