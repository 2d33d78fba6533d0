//! The server half: header fields against the body (HDR-04 to HDR-10, HDR-31 to HDR-35).
//!
//! A field is looked at only if something recognises it; a fault says which field and what is wrong
//! with it, never what it held.

use super::super::contract::{HeaderBinding, HeaderKind};
use super::super::json::{Kind, string};
use super::super::number::{Integer, integer};
use super::decode::decode;
use super::fields::{Field, Fields};

/// The value of a field that may be there once, whitespace around it left out (HDR-07).
///
/// # Errors
///
/// If it is there twice, or has other characters than 0x20 to 0x7E and TAB (HDR-08).
pub(in super::super) fn recognised<'h>(field: Field<'h>, name: &str) -> Result<Option<&'h str>, String> {
    let Some(line) = field.first else { return Ok(None) };
    if field.repeated {
        return Err(format!("{name} occurs more than once"));
    }
    let line = line.as_bytes();
    if !line.iter().all(|byte| matches!(byte, 0x20..=0x7E | b'\t')) {
        return Err(format!("{name} has characters that are not allowed in it"));
    }
    // Just seen to be ASCII.
    Ok(std::str::from_utf8(line).ok().map(|line| line.trim_matches([' ', '\t'])))
}

/// Whether a field that is never decoded equals a text of the body.
pub(in super::super) fn exact(field: Field<'_>, name: &str, body: &str, member: &str) -> Result<(), String> {
    if field.is_plainly(body) {
        return Ok(());
    }
    match recognised(field, name)? {
        None => Err(format!("{name} is missing")),
        Some(value) if value == body => Ok(()),
        Some(_) => Err(format!("{name} differs from {member}")),
    }
}

/// Whether a field, decoded, equals the string of the body that it names. If the body has no such
/// string the field must not be there either: what is missing then is for the check of `params`.
pub(in super::super) fn named(field: Field<'_>, name: &str, body: Option<&str>, member: &str) -> Result<(), String> {
    if body.is_some_and(|body| field.is_plainly(body)) {
        return Ok(());
    }
    let Some(value) = recognised(field, name)? else {
        return if body.is_some() { Err(format!("{name} is missing")) } else { Ok(()) };
    };
    let Some(value) = decode(value) else { return Err(not_base64(name)) };
    if Some(&*value) == body { Ok(()) } else { Err(format!("{name} differs from params.{member}")) }
}

/// Whether a mirrored argument, JSON text, and its field are both there and equal, or both not there.
pub(in super::super) fn argument(
    fields: &Fields<'_>,
    binding: &HeaderBinding<'_>,
    argument: Option<&str>,
) -> Result<(), String> {
    let name = binding.header;
    let field = fields.param(name);
    // What is nearly always so; the general way says the same of it.
    if argument.and_then(string).is_some_and(|text| field.is_plainly(&text)) {
        return Ok(());
    }
    let argument = argument.filter(|argument| Kind::of(argument) != Kind::Null);
    let value = recognised(field, name)?;
    let (value, argument) = match (value, argument) {
        (None, None) => return Ok(()),
        // Nothing to mirror in these; the schema of the tool refuses them.
        (None, Some(argument)) if matches!(Kind::of(argument), Kind::Object | Kind::Array) => return Ok(()),
        (None, Some(_)) => return Err(format!("{name} is missing, but the body has {}", pointer(binding))),
        (Some(_), None) => return Err(format!("{name} is there, but the body has no {}", pointer(binding))),
        (Some(value), Some(argument)) => (value, argument),
    };
    let Some(value) = decode(value) else { return Err(not_base64(name)) };
    if equal(&value, argument, binding)? {
        return Ok(());
    }
    Err(format!("{name} differs from {}", pointer(binding)))
}

/// An argument of its declared type is compared by value, any other by text: what is wrong with its
/// type is for the schema of the tool to say (D-43).
fn equal(value: &str, argument: &str, binding: &HeaderBinding<'_>) -> Result<bool, String> {
    match (binding.kind, Kind::of(argument)) {
        (_, Kind::String) => Ok(string(argument).is_some_and(|text| text == value)),
        (HeaderKind::Integer, Kind::Number) => match integer(argument) {
            Some(Integer::Beyond) => Err(format!(
                "{} is mirrored into {}, so it must lie within ±(2^53 - 1)",
                pointer(binding),
                binding.header
            )),
            Some(whole) => Ok(is_decimal(value) && integer(value) == Some(whole)),
            // Such as `1e-400`: the handler would get 0, and who acts on the field alone may have read none.
            None if is_whole_when_rounded(argument) => Err(format!(
                "{} is mirrored into {}, so it must be an integer exactly",
                pointer(binding),
                binding.header
            )),
            None => Ok(argument == value),
        },
        (_, Kind::Number | Kind::Boolean) => Ok(argument == value),
        (_, Kind::Object | Kind::Array | Kind::Null) => Ok(false),
    }
}

/// Whether the nearest double, which is what schemas and handlers see of a number, has no fraction.
fn is_whole_when_rounded(number: &str) -> bool {
    number.parse::<f64>().is_ok_and(|number| number.fract() == 0.0)
}

/// `-?[0-9]+(\.[0-9]+)?`.
fn is_decimal(value: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = value.strip_prefix('-').unwrap_or(value);
    match value.split_once('.') {
        Some((whole, fraction)) => digits(whole) && digits(fraction),
        None => digits(value),
    }
}

fn not_base64(name: &str) -> String {
    format!("{name} has the form =?base64?…?= but is not Base64 of UTF-8 text")
}

fn pointer(binding: &HeaderBinding<'_>) -> String {
    let mut pointer = String::from("params.arguments");
    for name in binding.path {
        pointer.push('.');
        pointer.push_str(name);
    }
    pointer
}
