#[test]
fn one() {
    go(1);
}

#[test]
fn two() {
    two_at_once();
}

#[test]
fn last() {
    end();
}
