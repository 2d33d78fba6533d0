//! The variables of a URI template (RFC 6570).
//!
//! Whether a text is a template at all is the lints' to say; of one that is none, whatever looks like
//! a variable is named.

use std::collections::BTreeMap;

/// A variable of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateVariable {
    /// Its name.
    pub name: String,
    /// Whether a URI of the template may be without it: the operators `#`, `.`, `/`, `;`, `?` and `&`
    /// stand for nothing at all where a variable is undefined.
    pub optional: bool,
    /// Whether it is a list (`{/path*}`).
    pub list: bool,
}

/// The expressions of a template: operator, if any, and variables as they are spelled.
pub fn expressions(template: &str) -> impl Iterator<Item = (Option<char>, Vec<&str>)> {
    template.split('{').skip(1).filter_map(|part| expression(part.split_once('}')?.0))
}

fn expression(text: &str) -> Option<(Option<char>, Vec<&str>)> {
    let operator = text.chars().next().filter(|c| "+#./;?&".contains(*c));
    let list = text.get(operator.map_or(0, char::len_utf8)..)?;
    Some((operator, list.split(',').collect()))
}

/// A template without the names of its variables, where they do not stand in a URI: templates of one
/// shape fit the same URIs.
#[must_use]
pub fn shape(template: &str) -> String {
    let mut parts = template.split('{');
    let mut shape = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        shape.push('{');
        match part.split_once('}').and_then(|(text, literal)| Some((expression(text)?, literal))) {
            Some(((operator @ (None | Some('+' | '#' | '.' | '/')), spelled), literal)) => {
                shape.extend(operator);
                for spelled in spelled {
                    shape.push_str(spelled.get(variable(spelled).0.len()..).unwrap_or_default());
                    shape.push(',');
                }
                shape.push('}');
                shape.push_str(literal);
            }
            _ => shape.push_str(part),
        }
    }
    shape
}

/// The name of a variable as it is spelled in an expression, and whether it is a list.
#[must_use]
pub fn variable(spelled: &str) -> (&str, bool) {
    let (name, list) = spelled.strip_suffix('*').map_or((spelled, false), |name| (name, true));
    (name.split_once(':').map_or(name, |(name, _)| name), list)
}

/// The variables in the order in which they first stand. One that stands twice is optional only if
/// it is everywhere.
#[must_use]
pub fn variables(template: &str) -> Vec<TemplateVariable> {
    let mut variables: Vec<TemplateVariable> = Vec::new();
    let mut places = BTreeMap::new();
    for (operator, spelled) in expressions(template) {
        for spelled in spelled {
            let (name, list) = variable(spelled);
            let optional = !matches!(operator, None | Some('+'));
            match places.get(name).and_then(|place: &usize| variables.get_mut(*place)) {
                Some(known) => {
                    known.optional &= optional;
                    known.list |= list;
                }
                None => {
                    places.insert(name, variables.len());
                    variables.push(TemplateVariable { name: name.to_owned(), optional, list });
                }
            }
        }
    }
    variables
}
