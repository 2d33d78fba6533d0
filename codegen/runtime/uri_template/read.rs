//! From a URI to the values of the variables.
//!
//! A template may fit a URI in several ways; the one in which earlier expressions take most is used.
//! What has failed at a place is not tried there again, and the work is counted: a URI that takes more
//! of it than one of this length could need fits nothing.

use std::collections::HashSet;

use super::super::texts::Texts;
use super::{Operator, Part, Variable, is_reserved, is_unreserved, parts, percent_decoded, write};

/// The longest URI that is looked at.
const MAX_URI: usize = 4096;

/// Characters that are looked at before a URI is given up.
const MAX_WORK: usize = 1 << 22;

/// The variables of a URI, percent-decoded; `None` if the template does not fit it. Undefined variables
/// are not there.
pub(in super::super) fn variables(template: &str, uri: &str) -> Option<Texts> {
    if uri.len() > MAX_URI {
        return None;
    }
    let parts = parts(template)?;
    let mut search = Search { failed: HashSet::new(), work: MAX_WORK, found: Texts::default() };
    if !search.fits(&parts, uri) {
        return None;
    }
    once(&parts, template, uri, search.found)
}

/// A variable that stands in several places of a template has one value (`{name:1}/{name}`).
fn once(parts: &[Part<'_>], template: &str, uri: &str, found: Texts) -> Option<Texts> {
    let mut names = HashSet::new();
    let mut repeated = HashSet::new();
    for part in parts {
        let Part::Expression { variables, .. } = part else { continue };
        repeated.extend(variables.iter().map(|variable| variable.name).filter(|name| !names.insert(*name)));
    }
    if repeated.is_empty() {
        return Some(found);
    }
    let mut values = Texts::default();
    for (name, text) in found.iter() {
        let longest = found.all(name).max_by_key(|text| text.len());
        if !repeated.contains(name) {
            values.push(name, text.to_owned());
        } else if values.get(name).is_none() {
            values.push(name, longest.unwrap_or(text).to_owned());
        }
    }
    (write::uri(template, &values).as_deref() == Some(uri)).then_some(values)
}

struct Search {
    /// Places (parts and bytes that are left) at which nothing fits.
    failed: HashSet<(usize, usize)>,
    work: usize,
    found: Texts,
}

impl Search {
    /// Whether the parts fit the whole of `uri`. Recursion goes no deeper than there are parts.
    fn fits(&mut self, parts: &[Part<'_>], uri: &str) -> bool {
        let Some((part, after)) = parts.split_first() else { return uri.is_empty() };
        let place = (parts.len(), uri.len());
        if self.failed.contains(&place) {
            return false;
        }
        let outcome = match part {
            Part::Literal(literal) => uri.strip_prefix(&**literal).is_some_and(|rest| self.fits(after, rest)),
            Part::Expression { operator, variables } => self.expression(*operator, variables, after, uri),
        };
        if !outcome {
            self.failed.insert(place);
        }
        outcome
    }

    fn expression(&mut self, operator: Operator, variables: &[Variable<'_>], after: &[Part<'_>], uri: &str) -> bool {
        let known = self.found.len();
        // Only where the text that must follow stands can it end.
        let next = match after.first() {
            Some(Part::Literal(literal)) => &**literal,
            _ => "",
        };
        let ends: Vec<usize> = uri
            .char_indices()
            .map(|(end, _)| end)
            .chain([uri.len()])
            .filter(|end| uri.get(*end..).is_some_and(|rest| rest.starts_with(next)))
            .collect();
        for end in ends.into_iter().rev() {
            self.work = self.work.saturating_sub(end + 1);
            if self.work == 0 {
                return false;
            }
            let (taken, rest) = uri.split_at_checked(end).unwrap_or((uri, ""));
            if values(operator, variables, taken, &mut self.found).is_some() && self.fits(after, rest) {
                return true;
            }
            self.found.truncate(known);
        }
        false
    }
}

/// Adds the values that an expression has if it is written out as `text`.
fn values(operator: Operator, variables: &[Variable<'_>], text: &str, found: &mut Texts) -> Option<()> {
    if text.is_empty() {
        return operator.optional.then_some(());
    }
    let text = text.strip_prefix(operator.first)?;
    if operator.named.is_some() {
        // In the order of the template; a text at most once, a list as often as it likes.
        let mut left = variables;
        for pair in text.split(operator.separator) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let place = left.iter().position(|variable| variable.name == name)?;
            let variable = left.get(place)?;
            push(operator, variable, value, found)?;
            left = left.get(place + usize::from(!variable.list)..)?;
        }
        return Some(());
    }
    if let [variable] = variables
        && !variable.list
    {
        return push(operator, variable, text, found);
    }
    let mut texts: Vec<&str> = text.split(operator.separator).collect();
    if texts.len() < variables.len() && !operator.optional {
        return None;
    }
    let mut spare = texts.len().saturating_sub(variables.len());
    for variable in variables {
        // The first list takes what the others leave.
        let taken = if variable.list { 1 + std::mem::take(&mut spare) } else { 1 };
        for text in texts.drain(..taken.min(texts.len())) {
            push(operator, variable, text, found)?;
        }
    }
    texts.is_empty().then_some(())
}

fn push(operator: Operator, variable: &Variable<'_>, text: &str, found: &mut Texts) -> Option<()> {
    let value = percent_decoded(text, |byte| is_unreserved(byte) || (operator.reserved && is_reserved(byte)))?;
    if value.chars().count() > variable.max_chars {
        return None;
    }
    found.push(variable.name, value);
    Some(())
}
