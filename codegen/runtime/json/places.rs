//! Where in a text the parts stand that JSON Pointers (RFC 6901) lead to.
//!
//! Comes in: text that has been read as a value, and pointers. Goes out: a place for each: where the part begins, or where
//! the container ends that lacks it. Always holds: each byte is looked at once, and a name
//! compared with as many as the logarithm of the count of pointers.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::ops::Range;

use super::super::validation::path::{push_index, push_token};
use super::super::validation::sort;
use super::lookup::unescape;
use super::tokens::Tokens;

/// The place of each of these pointers.
pub(in super::super) fn places(text: &str, pointers: &[Cow<'_, str>]) -> Vec<usize> {
    let pointer = |at: usize| pointers.get(at).map_or("", |pointer| &**pointer);
    let order = sort::order(pointers.len(), &|one, other| by_steps(pointer(one), pointer(other)));
    let mut search = Search {
        text,
        tokens: Tokens::of(text.as_bytes()),
        pointers: order.into_iter().map(|at| (at, pointer(at))).collect(),
        places: vec![usize::MAX; pointers.len()],
    };
    search.find(0..pointers.len(), 0, search.tokens.whitespace(0));
    search.places
}

/// The order of two pointers: those that lead to one part, or below it, stand together.
fn by_steps(one: &str, other: &str) -> Ordering {
    let (mut one, mut other) = (one.split('/'), other.split('/'));
    loop {
        match (one.next(), other.next()) {
            (Some(one), Some(other)) if one == other => {}
            (Some(one), Some(other)) => return by_name(one, other),
            (one, other) => return one.is_some().cmp(&other.is_some()),
        }
    }
}

/// The order of two steps. Most names differ in length already.
fn by_name(one: &str, other: &str) -> Ordering {
    one.len().cmp(&other.len()).then_with(|| one.cmp(other))
}

struct Search<'a> {
    text: &'a str,
    tokens: Tokens<'a>,
    /// In order, each with its place in the list that came in.
    pointers: Vec<(usize, &'a str)>,
    places: Vec<usize>,
}

impl Search<'_> {
    /// Passes over the value that begins here, and gives where it ends. These pointers lead to it and below it; so many
    /// of their bytes have led here.
    fn find(&mut self, here: Range<usize>, length: usize, start: usize) -> usize {
        let tokens = self.tokens;
        let mut below = here.clone();
        for (pointer, path) in self.pointers.get(here).unwrap_or_default() {
            if path.len() > length {
                break;
            }
            if let Some(place) = self.places.get_mut(*pointer) {
                *place = start;
            }
            below.start += 1;
        }
        let opened = tokens.byte(start);
        if below.start >= below.end || !matches!(opened, Some(b'{' | b'[')) {
            let end = tokens.pass(start);
            self.end(below, end);
            return end;
        }
        let mut at = tokens.whitespace(start + 1);
        let mut index = 0_usize;
        let mut step = String::new();
        while !matches!(tokens.byte(at), Some(b'}' | b']') | None) {
            step.clear();
            if opened == Some(b'{') {
                let Ok(name) = tokens.name(at) else { break };
                let raw = self.text.get(at + 1..name.end - 1).unwrap_or_default();
                let meant = if name.escaped { Cow::Owned(unescape(raw)) } else { Cow::Borrowed(raw) };
                push_token(&mut step, &meant);
                at = name.value;
            } else {
                push_index(&mut step, index);
            }
            index += 1;
            let part = self.part(&below, length + 1, &step);
            at = if part.is_empty() { tokens.pass(at) } else { self.find(part, length + 1 + step.len(), at) };
            at = tokens.whitespace(at);
            if tokens.byte(at) == Some(b',') {
                at = tokens.whitespace(at + 1);
            }
        }
        self.end(below, at);
        at + 1
    }

    /// Those of these pointers whose step is this one; it begins at this byte of theirs.
    fn part(&self, below: &Range<usize>, begins: usize, step: &str) -> Range<usize> {
        let all = self.pointers.get(below.clone()).unwrap_or_default();
        let first = |after: Ordering| {
            all.partition_point(|(_, path)| {
                let rest = path.get(begins..).unwrap_or_default();
                by_name(rest.split('/').next().unwrap_or_default(), step) < after
            })
        };
        below.start + first(Ordering::Equal)..below.start + first(Ordering::Greater)
    }

    /// What was not found in the container that ends here stands at its end.
    fn end(&mut self, below: Range<usize>, at: usize) {
        for (pointer, _) in self.pointers.get(below).unwrap_or_default() {
            if let Some(place) = self.places.get_mut(*pointer).filter(|place| **place == usize::MAX) {
                *place = at;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn parts_stand_where_they_begin_and_what_is_missing_where_its_container_ends() {
        let text = r#" { "b" : [10, {"x~/y": [] , "a":1}] , "\u0061":{"c":"]}","c":2}, "" : null } "#;
        let place = |pointer: &str| places(text, &[pointer.into()]).first().copied().unwrap_or_default();
        let at = |part: &str| text.find(part).unwrap_or_default();
        assert_eq!(place(""), 1);
        assert_eq!(place("/b"), at("[10"));
        assert_eq!(place("/b/0"), at("10"));
        assert_eq!(place("/b/1/x~0~1y"), at("[] "));
        assert_eq!(place("/b/1/a"), at("1}]"));
        assert_eq!(place("/a"), at("{\"c\""));
        // Of two members of one name the last counts.
        assert_eq!(place("/a/c"), at("2}"));
        assert_eq!(place("/"), at("null"));
        assert_eq!(place("/zz"), text.len() - 2);
        assert_eq!(place("/b/7"), at("] , \"\\u0061\""));
        assert_eq!(place("/b/1/none/of/these"), at("}]"));
        let all = ["/a/c", "/b/0", "/q", "/b/1/a"];
        assert_eq!(places(text, &all.map(Into::into)), all.map(place));
    }

    #[test]
    fn many_pointers_lead_where_each_alone_does() {
        let items: Vec<String> =
            (0..120).map(|item| format!("{{\"a\":[{item}],\"a~\":{{}},\"{item}\":null}}")).collect();
        let text = format!("{{\"list\":[{}],\"list/\":[[],[1,2]]}}", items.join(" , "));
        let mut all = vec!["".into(), "/list".into(), "/list~1/1/1".into(), "/list~1/0/0".into(), "/lis".into()];
        for item in (0..130).rev() {
            let steps = ["", "/a", "/a/0", "/a/1", "/a~0", "/a~0/x", &format!("/{item}"), &format!("/{item}0")];
            all.extend(steps.map(|steps| format!("/list/{item}{steps}").into()));
        }
        let alone: Vec<usize> = all.iter().flat_map(|pointer| places(&text, std::slice::from_ref(pointer))).collect();
        assert_eq!(places(&text, &all), alone);
        assert!(alone.iter().all(|place| *place < text.len()));
    }

    #[test]
    fn any_text_has_an_end() {
        for text in ["", "{", "[", "[1", "{\"a\"", "{\"a\":", "1", "\"", "[[[", "{\"a\":{\"a\":"] {
            assert_eq!(places(text, &["", "/a/a", "/0/0"].map(Into::into)).len(), 3, "{text}");
        }
    }
}
