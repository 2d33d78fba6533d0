//! Any bytes as the text of arguments: one reading and the long way agree, for tools of real servers.

use std::fmt::Debug;
use std::sync::LazyLock;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::sample::{self, Random};
use crate::spelling::{broken, spelled};

#[allow(warnings, clippy::all, clippy::pedantic)]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/readers/mod.rs"));
}

include!(concat!(env!("OUT_DIR"), "/readers/table.rs"));

static SCHEMAS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let schema = |(text, _): &(&str, fn(&str))| serde_json::from_str(text).expect("a schema of the build script");
    READERS.iter().map(schema).collect()
});

/// The first byte says how the rest is read: as a text that every reader sees, or as choices of a value that mostly
/// fits one schema, as it is, changed, or broken as JSON.
pub fn holds(bytes: &[u8]) {
    let Some((mode, rest)) = bytes.split_first() else { return };
    if mode % 4 == 0 {
        let Ok(text) = std::str::from_utf8(rest) else { return };
        READERS.iter().for_each(|(_, agree)| agree(text));
        return;
    }
    let Some((which, rest)) = rest.split_first() else { return };
    let which = usize::from(*which) % READERS.len().max(1);
    let (Some((_, agree)), Some(schema)) = (READERS.get(which), SCHEMAS.get(which)) else { return };
    let mut random = Random::Bytes(rest.to_vec().into_iter());
    let value = sample::value(schema, schema, 0, &mut random);
    let text = match mode % 4 {
        1 => spelled(&value, &mut random),
        2 => spelled(&sample::mutated(value, &mut random), &mut random),
        _ => broken(&spelled(&value, &mut random), &mut random),
    };
    agree(&text);
}

/// What is read is what the long way makes of the text: a value, checked, decoded.
fn agree<T: Serialize + DeserializeOwned + PartialEq + Debug>(
    text: &str,
    read: impl FnOnce(&str) -> Option<T>,
    check: impl FnOnce(&Value) -> Result<(), generated::runtime::validation::Violations>,
) {
    // Nothing read says nothing: the long way decides.
    let Some(read) = read(text) else { return };
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("read, but {error}: {text:?}"));
    check(&value).unwrap_or_else(|faults| panic!("read, but {faults}: {text:?}"));
    let decoded: T = serde_json::from_value(value).unwrap_or_else(|error| panic!("read, but {error}: {text:?}"));
    assert_eq!(read, decoded, "{text:?}");
    let written = |value: &T| serde_json::to_string(value).expect("what was read from JSON");
    assert_eq!(written(&read), written(&decoded), "{text:?}");
}
