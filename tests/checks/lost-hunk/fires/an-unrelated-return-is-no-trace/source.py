def price(cart):
    result = cart.total * (1 + cart.tax)
    log(result)
    return result


def weight(cart):
    return cart.weight
