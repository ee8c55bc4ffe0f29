def check(left, right):
    print "comparing"
    expect_equal(left.inventory, right.inventory)


def other():
    print "nothing"


def last():
    return 1
