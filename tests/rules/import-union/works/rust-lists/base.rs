use std::collections::{BTreeMap, HashMap};

fn run(one: HashMap<u8, u8>, two: BTreeMap<u8, u8>) {}
