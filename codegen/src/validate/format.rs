//! The formats that can be asserted: those that `runtime/validation/format.rs` has a function for.

/// Names as JSON Schema writes them; the functions have `_` for `-`.
const CHECKED: &[&str] = &[
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "json-pointer",
    "time",
    "uri",
    "uri-reference",
    "uri-template",
    "uuid",
];

/// The format, if it can be asserted. Any other stays an annotation, as JSON Schema wants of formats
/// that an implementation does not know.
pub(super) fn checked(name: &str) -> Option<&'static str> {
    CHECKED.iter().copied().find(|known| *known == name)
}
