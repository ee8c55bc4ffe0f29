#[test]
fn one() {
    go(1);
}

#[test]
fn three() {
    all(3, 4, 5);
}

#[test]
fn two() {
    two_at_once();
}

#[test]
fn last() {
    end();
}
