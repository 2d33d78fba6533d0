//! A value that fits its schema and that its Rust type cannot hold: which number it is.
//!
//! Comes in: the text of a value whose decoding failed. Goes out: a line with the place of the number, what was expected, what was
//! found, as for any other fault. Always holds: types are made so wide that a number alone can be at fault, an integer of
//! thirty digits or one that no double equals; so it is found by decoding again with 0 in the place of others, a number of
//! times that grows as the logarithm of the count of numbers.

use serde_json::{Error, Number, Value};

use super::json;
use super::validation::path::push_token;
use super::validation::violation;

/// Whether a value can be decoded, or why not.
type Decode<'d> = &'d dyn Fn(Value) -> Result<(), Error>;

/// The fault of the first number in a text of JSON that a type cannot hold; `error` is what decoding it said.
pub(super) fn fault(text: &str, error: &Error, decode: Decode<'_>) -> String {
    let value = json::value(text).ok();
    value.and_then(|value| first(&value, decode)).unwrap_or_else(|| error.to_string())
}

fn first(value: &Value, decoded: Decode<'_>) -> Option<String> {
    // Decodes with the first `kept` of the doubtful numbers as they are.
    let decode = |kept: usize| {
        let mut value = value.clone();
        let mut index = 0_usize;
        each_doubtful(&mut value, &mut String::new(), &mut |number, _| {
            if index >= kept {
                *number = Number::from(0);
            }
            index += 1;
        });
        decoded(value)
    };
    let mut count = 0_usize;
    each_doubtful(&mut value.clone(), &mut String::new(), &mut |_, _| count += 1);
    decode(0).ok()?;
    // Up to `good` of them are held, of the first `bad` one is not.
    let (mut good, mut bad) = (0_usize, count);
    while bad.checked_sub(good)? > 1 {
        let middle = good + (bad - good) / 2;
        if decode(middle).is_ok() { good = middle } else { bad = middle }
    }
    let error = decode(bad).err()?.to_string();
    let expected = after_last(&error, ", expected ")?;
    let (mut index, mut told) = (0_usize, None);
    each_doubtful(&mut value.clone(), &mut String::new(), &mut |number, pointer| {
        if index == good {
            told = Some(violation::told(pointer, expected, &Value::Number(number.clone())));
        }
        index += 1;
    });
    told
}

/// What stands behind the last occurrence of this, which begins with a comma.
fn after_last<'t>(text: &'t str, last: &str) -> Option<&'t str> {
    let mut before = text;
    loop {
        let comma = before.rfind(',')?;
        let (rest, found) = text.split_at_checked(comma)?;
        if let Some(after) = found.strip_prefix(last) {
            return Some(after);
        }
        before = rest;
    }
}

/// Visits the numbers that some Rust type cannot hold, in document order, with their JSON Pointers (RFC 6901): all but
/// those from zero to 2^53.
fn each_doubtful(value: &mut Value, pointer: &mut String, visit: &mut dyn FnMut(&mut Number, &str)) {
    const EVERYBODY: u64 = 1 << 53;
    let end = pointer.len();
    match value {
        Value::Number(number) if number.as_u64().is_none_or(|number| number > EVERYBODY) => visit(number, pointer),
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                pointer.push('/');
                pointer.push_str(&index.to_string());
                each_doubtful(item, pointer, visit);
                pointer.truncate(end);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                pointer.push('/');
                push_token(pointer, name);
                each_doubtful(member, pointer, visit);
                pointer.truncate(end);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize as _;

    use super::super::typed::Numeric;
    use super::*;

    struct Args(#[allow(dead_code, reason = "read, and never looked at")] BTreeMap<String, Vec<i64>>);

    impl<'de> serde::Deserialize<'de> for Args {
        fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            Numeric::read(deserializer).map(Self)
        }
    }

    fn told(text: &str) -> String {
        let value: Value = serde_json::from_str(text).unwrap_or_default();
        let decode = |value| Args::deserialize(value).map(drop);
        decode(value).err().map(|error| fault(text, &error, &decode)).unwrap_or_default()
    }

    #[test]
    fn a_number_that_no_type_holds_is_refused_with_its_place() {
        let range = "expected an integer from -9223372036854775808 to 9223372036854775807";
        let large = "123456789012345678901234567890";
        let wanted = |place: &str, number: &str| format!("{place}: {range}, got the number {number}");
        assert_eq!(told(&format!("{{\"a\":[1,-2,{large}]}}")), wanted("/a/2", "1.2345678901234568e+29"));
        assert_eq!(told("{\"a/b~\":[18446744073709551615,1e300]}"), wanted("/a~1b~0/0", "18446744073709551615"));
        let many = format!("{{\"a\":[{}1e300,1e301,-5]}}", "-1,".repeat(1_000));
        assert_eq!(told(&many), wanted("/a/1000", "1e+300"));
        assert_eq!(told("{\"a\":[-1,9007199254740993]}"), "");
    }
}
