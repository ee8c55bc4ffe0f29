#[test]
fn one() {
    go(1);
}

#[test]
fn last() {
    end();
}
