use std::io::Reader;
use std::path::Path;

const SIZE: u8 = 1;

use std::path::PathBuf;

fn first() {}
fn run(one: Reader, two: Path) {}
fn last() {}
