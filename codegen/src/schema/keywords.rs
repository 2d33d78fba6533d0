//! Which keywords stand in a protocol schema, and which of them beside which.

/// Keywords without a say in what is valid; `vendor` takes them away.
pub(super) const PROSE: &[&str] = &["$comment", "description", "title"];

/// Keywords of the root.
pub(super) const ROOT: &[&str] = &["$defs", "$schema", "definitions"];

/// What one schema may consist of: the keyword that says which shape it is, and those beside it.
pub(super) const SHAPES: &[(&str, &[&str])] = &[
    ("$ref", &[]),
    ("const", &["type"]),
    ("enum", &["type"]),
    ("not", &["type"]),
    ("allOf", &[]),
    ("properties", &["additionalProperties", "anyOf", "required", "type"]),
    ("additionalProperties", &["required", "type"]),
    ("anyOf", &[]),
    ("items", &["maxItems", "minItems", "type"]),
    ("type", &["format", "maximum", "minimum", "required"]),
];

/// Every keyword that is understood.
pub(super) fn all() -> Vec<&'static str> {
    let mut all: Vec<_> = SHAPES.iter().flat_map(|(first, beside)| beside.iter().chain([first])).copied().collect();
    all.extend(PROSE);
    all.sort_unstable();
    all.dedup();
    all
}
