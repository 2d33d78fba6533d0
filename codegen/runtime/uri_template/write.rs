//! From values of the variables to a URI (RFC 6570 section 3.2).

use super::super::texts::Texts;
use super::{Operator, Part, Variable, is_reserved, is_unreserved, parts, push_encoded};

/// The URI that a template stands for with these values.
pub(in super::super) fn uri(template: &str, values: &Texts) -> Option<String> {
    let mut uri = String::with_capacity(template.len());
    for part in parts(template)? {
        match part {
            Part::Literal(literal) => uri.push_str(&literal),
            Part::Expression { operator, variables } => push_expression(&mut uri, operator, &variables, values),
        }
    }
    Some(uri)
}

fn push_expression(uri: &mut String, operator: Operator, variables: &[Variable<'_>], values: &Texts) {
    let mut first = true;
    for variable in variables {
        let most = if variable.list { usize::MAX } else { 1 };
        for value in values.all(variable.name).take(most) {
            if first {
                uri.push_str(operator.first);
            } else {
                uri.push(operator.separator);
            }
            first = false;
            if let Some(empty) = operator.named {
                uri.push_str(variable.name);
                uri.push_str(if value.is_empty() { empty } else { "=" });
            }
            let value = value
                .char_indices()
                .nth(variable.max_chars)
                .map_or(value, |(end, _)| value.get(..end).unwrap_or(value));
            // `%` is always encoded, also where the RFC passes on what looks encoded already: a value is
            // what the handler is given, and `%41` is not `A`.
            push_encoded(uri, value, |byte| is_unreserved(byte) || (operator.reserved && is_reserved(byte)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::variables;
    use super::*;

    fn texts(values: &[(&str, &str)]) -> Texts {
        let mut texts = Texts::default();
        for (name, value) in values {
            texts.push(name, (*value).to_owned());
        }
        texts
    }

    #[test]
    fn rsc_02_what_is_written_is_read_again() {
        let path = [("path", "a b"), ("path", "c/d"), ("path", "é")];
        for (template, values, expected) in [
            ("t:{a}", &[("a", "x y")][..], "t:x%20y"),
            ("t:{a,b}", &[("a", "1"), ("b", "2")], "t:1,2"),
            ("t:{+a}", &[("a", "x/y?z=%41")], "t:x/y?z=%2541"),
            ("t:x{#a}", &[("a", "f/1")], "t:x#f/1"),
            ("t:x{.a,b}", &[("a", "tar"), ("b", "gz")], "t:x.tar.gz"),
            ("t:{/path*}/end", &path, "t:/a%20b/c%2Fd/%C3%A9/end"),
            ("t:x{;a,b}", &[("a", "1"), ("b", "")], "t:x;a=1;b"),
            ("t:x{?a,b}", &[("b", "")], "t:x?b="),
            ("t:x{?a,path*,b}", &[("a", "1"), ("path", "2"), ("path", "3")], "t:x?a=1&path=2&path=3"),
            ("t:x?fixed=1{&a}", &[("a", "&=")], "t:x?fixed=1&a=%26%3D"),
            ("t:{/a,path*,b}", &[("a", "1"), ("path", "2"), ("path", "3"), ("b", "4")], "t:/1/2/3/4"),
            ("t:{a:1}/{a}", &[("a", "xyz")], "t:x/xyz"),
            ("t:{a}/größe", &[("a", "1")], "t:1/gr%C3%B6%C3%9Fe"),
            ("t:x{?a}", &[], "t:x"),
        ] {
            let values = texts(values);
            assert_eq!(uri(template, &values).as_deref(), Some(expected), "{template}");
            assert_eq!(variables(template, expected), Some(values), "{template}");
        }
    }

    #[test]
    fn rsc_02_what_no_value_gives_does_not_fit() {
        for (template, uri) in [
            ("t:{a}", "t:"),
            ("t:{a}", "t:x/y"),
            ("t:{a}", "t:%FF"),
            ("t:{a}", "t:%4"),
            ("t:{a,b}", "t:1"),
            ("t:{a,b}", "t:1,2,3"),
            ("t:{a:2}", "t:xyz"),
            ("t:{a}/{a}", "t:x/y"),
            ("t:x{?a,b}", "t:x?b=1&a=2"),
            ("t:x{?a}", "t:x?a=1&a=2"),
            ("t:x{?a}", "t:x?c=1"),
            ("t:{a}", "u:x"),
        ] {
            assert_eq!(variables(template, uri), None, "{template} {uri}");
        }
    }

    #[test]
    fn rsc_06_a_hostile_uri_is_given_up() {
        let slashes = format!("t:{}", "/".repeat(4000));
        for template in ["t:{+a}/{+b}/{+c}/{+d}!", "t:{a}{b}{c}{d}!", "t:{/a*}{/b*}{/c*}!"] {
            assert_eq!(variables(template, &slashes), None, "{template}");
            assert_eq!(variables(template, &slashes.replace('/', "x")), None, "{template}");
        }
        assert_eq!(variables("t:{a}", &format!("t:{}", "x".repeat(5000))), None);
    }
}
