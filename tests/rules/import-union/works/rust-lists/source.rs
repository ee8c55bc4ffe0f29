use std::collections::{BTreeMap, HashMap, HashSet};

fn run(one: HashMap<u8, u8>, two: BTreeMap<u8, u8>) {}
