//! Any bytes as arguments: validators of tools of real servers agree with the `jsonschema` crate.

use std::sync::LazyLock;

use serde_json::Value;

use crate::sample::{self, Random};
use crate::schemas;

include!(concat!(env!("OUT_DIR"), "/validators.rs"));

/// A validator, and another one of the same schema.
struct Pair {
    schema: Value,
    is_valid: fn(&Value) -> bool,
    faults: fn(&Value) -> Vec<String>,
    oracle: jsonschema::Validator,
}

static PAIRS: LazyLock<Vec<Pair>> = LazyLock::new(|| {
    let pair = |(schema, is_valid, faults): &(&str, fn(&Value) -> bool, fn(&Value) -> Vec<String>)| {
        let schema = serde_json::from_str(schema).expect("a schema of the build script");
        let oracle = jsonschema::options().should_validate_formats(false).build(&schema).expect("a valid schema");
        Pair { schema, is_valid: *is_valid, faults: *faults, oracle }
    };
    VALIDATORS.iter().map(pair).collect()
});

/// The first byte says how the rest is read: as JSON that every validator sees, or as choices of a value that
/// mostly fits one schema, broken in one place or not.
pub fn holds(bytes: &[u8]) {
    let Some((mode, rest)) = bytes.split_first() else { return };
    if mode % 4 == 0 {
        let Ok(value) = serde_json::from_slice(rest) else { return };
        PAIRS.iter().for_each(|pair| pair.agree(&value));
        return;
    }
    let Some((which, rest)) = rest.split_first() else { return };
    let Some(pair) = PAIRS.get(usize::from(*which) % PAIRS.len().max(1)) else { return };
    let mut random = Random::Bytes(rest.to_vec().into_iter());
    let value = match mode % 4 {
        1 => schemas::value(4, &mut random),
        _ => sample::value(&pair.schema, &pair.schema, 0, &mut random),
    };
    pair.agree(&value);
    pair.agree(&sample::mutated(value, &mut random));
}

impl Pair {
    fn agree(&self, value: &Value) {
        let valid = (self.is_valid)(value);
        let faults = (self.faults)(value);
        assert_eq!(valid, faults.is_empty(), "is_valid and check disagree on {value}: {faults:?}");
        for pointer in &faults {
            // What is missing stands nowhere, but its parent does.
            let parent = pointer.rfind('/').map_or("", |slash| &pointer[..slash]);
            let known = value.pointer(pointer).is_some() || value.pointer(parent).is_some();
            // A long name is told by its beginning.
            let shortened = pointer.split('/').any(|name| name.len() > 256 && name.ends_with("..."));
            assert!(known || shortened, "a fault at {pointer} of {value}");
        }
        assert_eq!(valid, self.oracle.is_valid(value), "another verdict on {value} for {}", self.schema);
    }
}
