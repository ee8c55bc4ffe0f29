use std::io::Reader;
use std::io::Writer;

const SIZE: u8 = 1;

use std::path::{Path, PathBuf};

fn first() {}
fn run(one: Reader, two: Path) {}
fn last() {}
