//! `file:` URIs: none leads out of what its template names (RSC-06).
//!
//! Comes in: a URI, and the template and the values that it is read by. Goes out: whether it steps out,
//! however it is written. Always holds: of a URI that does not, a handler may append what the variables
//! of its path and of its query hold to a directory, one by one or joined by slashes, and stay below it,
//! on any system. What the template itself names is its author's, a drive too.

use std::collections::HashSet;

use super::super::texts::Texts;
use super::{Part, parts, percent_decoded};

/// Whether a `file:` URI steps out of its path, or a variable of its template brings something that does.
pub(in super::super) fn traverses(uri: &str, read: Option<(&str, &Texts)>) -> bool {
    let Some((scheme, path)) = uri.split_once(':') else { return false };
    if !scheme.eq_ignore_ascii_case("file") {
        return false;
    }
    let Some(decoded) = percent_decoded(path, |_| true) else { return true };
    decoded.contains('\0')
        || decoded.split(['/', '\\']).any(is_dots)
        || read.is_some_and(|(template, values)| values_traverse(template, values, path))
}

/// A value that is empty is an empty segment, or none: the slash that a path ends with.
fn values_traverse(template: &str, values: &Texts, path: &str) -> bool {
    let mut segments = HashSet::new();
    let mut named = HashSet::new();
    for part in parts(template).unwrap_or_default() {
        let Part::Expression { operator, variables } = part else { continue };
        let variables = variables.iter().map(|variable| variable.name);
        match operator.first {
            // A fragment is no part of what is read: a JSON Pointer begins with a slash.
            "#" => {}
            _ if operator.named.is_some() => named.extend(variables),
            _ => segments.extend(variables),
        }
    }
    let ends_in_slash = path.split(['?', '#']).next().is_some_and(|path| path.ends_with('/'));
    let mut empty = false;
    for (name, value) in values.iter() {
        let is_segment = segments.contains(name);
        if !is_segment && !named.contains(name) {
            continue;
        }
        if steps_out(value) || (is_segment && empty) {
            return true;
        }
        empty |= is_segment && value.is_empty();
    }
    empty && !ends_in_slash
}

/// Whether this is anything but a path below where it is appended.
fn steps_out(value: &str) -> bool {
    let of_drive = |text: &str| matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    value.starts_with('/')
        || of_drive(value)
        || value.contains("//")
        || value.contains(['\\', '\0'])
        || value.split('/').any(|segment| is_dots(segment) || (segment.len() == 2 && of_drive(segment)))
}

fn is_dots(segment: &str) -> bool {
    matches!(segment, "." | "..")
}

#[cfg(test)]
mod tests {
    use super::super::variables;
    use super::*;

    fn is_refused(template: &str, uri: &str) -> bool {
        let values = variables(template, uri).unwrap_or_else(|| panic!("{template} does not fit {uri}"));
        traverses(uri, Some((template, &values)))
    }

    #[test]
    fn rsc_06_only_values_are_judged_not_what_the_template_names() {
        for (template, uri) in [
            ("file:///srv/{+path}", "file:///srv/a/b.txt"),
            ("file:///srv/{+path}", "file:///srv/a/b/"),
            ("file://{host}/{+path}", "file://example.com/a"),
            ("file:///C:/{+path}", "file:///C:/x"),
            ("file:///{drive}:/{+path}", "file:///C:/x"),
            ("file:///srv//{+path}", "file:///srv//x"),
            ("file:///srv{/path*}", "file:///srv/a/b"),
            ("file:///srv{/path*}", "file:///srv/a/"),
            ("file:///srv{/path*}{?page}", "file:///srv/?page="),
            ("file:///srv/{name}{.end}", "file:///srv/a.txt"),
            ("file:///srv/a.json{#pointer}", "file:///srv/a.json#/a//b"),
            ("test:/{+path}", "test://etc/C:"),
        ] {
            assert!(!is_refused(template, uri), "{template} {uri}");
        }
        for (template, uri) in [
            ("file:///{+path}", "file:///C:/x"),
            ("file:///srv{+path}", "file:///srv/etc"),
            ("file:///srv/x{+path}", "file:///srv/x../etc"),
            ("file:///srv/{name}.txt", "file:///srv/...txt"),
            ("file:///srv{/path*}", "file:///srv//etc"),
            ("file:///srv{/path*}", "file:///srv/a//b"),
            ("file:///srv{/path*}", "file:///srv/a//"),
            ("file:///srv{/path*}", "file:///srv/a/%2Fetc"),
            ("file:///srv{/path*}", "file:///srv/a/C%3A"),
            ("file:///srv{/folder}/x", "file:///srv//x"),
            ("file:///srv/{folder,name}", "file:///srv/,etc"),
            ("file:///srv{;path}", "file:///srv;path=%2Fetc"),
            ("file:///srv{?path}", "file:///srv?path=%2Fetc"),
            ("FILE:///srv/{+path}", "FILE:///srv//etc"),
        ] {
            assert!(is_refused(template, uri), "{template} {uri}");
        }
    }
}
