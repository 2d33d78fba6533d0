//! The formats that can be asserted, and the files of `runtime/validation/format` that decide them.

use std::collections::BTreeSet;

/// Name as JSON Schema writes it, and the files, without `.rs`; the first has the function.
const CHECKED: &[(&str, &[&str])] = &[
    ("date", &["date", "date_time"]),
    ("date-time", &["date_time"]),
    ("duration", &["duration"]),
    ("email", &["email", "domain"]),
    ("hostname", &["hostname", "domain"]),
    ("ipv4", &["ipv4"]),
    ("ipv6", &["ipv6"]),
    ("iri", &["iri"]),
    ("iri-reference", &["iri_reference"]),
    ("json-pointer", &["json_pointer"]),
    ("regex", &["regex"]),
    ("time", &["time", "date_time"]),
    ("uri", &["uri"]),
    ("uri-reference", &["uri_reference"]),
    ("uri-template", &["uri_template"]),
    ("uuid", &["uuid"]),
];

/// The other formats that draft 2020-12 defines (validation, section 7.3).
pub(super) const NOT_CHECKED: &[&str] = &["idn-email", "idn-hostname", "relative-json-pointer"];

/// All that can be asserted, sorted.
pub fn all() -> impl Iterator<Item = &'static str> {
    CHECKED.iter().map(|(name, _)| *name)
}

/// The format, if it can be asserted. Any other stays an annotation, as JSON Schema wants of formats
/// that an implementation does not know.
#[must_use]
pub fn checked(name: &str) -> Option<&'static str> {
    all().find(|known| *known == name)
}

/// The module that decides it.
pub(super) fn module(format: &str) -> &'static str {
    parts(format).first().copied().unwrap_or_default()
}

fn parts(format: &str) -> &'static [&'static str] {
    CHECKED.iter().find(|(name, _)| *name == format).map(|(_, parts)| *parts).unwrap_or_default()
}

/// `runtime/validation/format.rs` with the files of these formats alone; the second are their names, sorted, without `.rs`.
/// `None` where there is none.
#[must_use]
pub fn used(text: &str, formats: &BTreeSet<&'static str>) -> Option<(String, BTreeSet<&'static str>)> {
    let parts: BTreeSet<_> = formats.iter().flat_map(|format| parts(format)).copied().collect();
    let declared =
        |line: &str| line.strip_prefix("pub mod ").and_then(|line| line.strip_suffix(';')).map(str::to_owned);
    let kept = |line: &&str| declared(line).is_none_or(|part| parts.contains(part.as_str()));
    let text: String = text.lines().filter(kept).map(|line| format!("{line}\n")).collect();
    (!parts.is_empty()).then_some((text, parts))
}
