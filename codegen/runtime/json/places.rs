//! Where in a text the parts stand that JSON Pointers (RFC 6901) lead to.
//!
//! Comes in: text that has been read as a value, and pointers. Goes out: a place for each: where the part begins, or where
//! the container ends that lacks it. Always holds: each byte is looked at once, and a name
//! compared with as many as the logarithm of the count of pointers.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::lookup::unescape;
use super::tokens::Tokens;

/// What pointers lead to, level by level.
#[derive(Default)]
struct Part {
    /// Which pointers end here.
    pointers: Vec<usize>,
    /// Members and items by name.
    parts: BTreeMap<String, Part>,
}

/// The place of each of these pointers.
pub(in super::super) fn places<'p>(text: &str, pointers: impl Iterator<Item = &'p str>) -> Vec<usize> {
    let mut root = Part::default();
    let mut count = 0;
    for (index, pointer) in pointers.enumerate() {
        root.add(&mut pointer.split('/').skip(1), index);
        count += 1;
    }
    let mut places = vec![usize::MAX; count];
    let tokens = Tokens::of(text.as_bytes());
    root.find(text, tokens, tokens.whitespace(0), &mut places);
    places
}

impl Part {
    /// Adds a pointer of which these names are left.
    fn add(&mut self, names: &mut dyn Iterator<Item = &str>, pointer: usize) {
        let Some(name) = names.next() else { return self.pointers.push(pointer) };
        self.parts.entry(name.replace("~1", "/").replace("~0", "~")).or_default().add(names, pointer);
    }

    /// Passes over the value that begins here, and gives where it ends.
    fn find(&self, text: &str, tokens: Tokens<'_>, start: usize, places: &mut [usize]) -> usize {
        self.stand(start, places);
        let opened = tokens.byte(start);
        if self.parts.is_empty() || !matches!(opened, Some(b'{' | b'[')) {
            let end = tokens.pass(start);
            self.end(end, places);
            return end;
        }
        let items: BTreeMap<usize, &Self> =
            self.parts.iter().filter_map(|(name, part)| Some((name.parse().ok()?, part))).collect();
        let mut at = tokens.whitespace(start + 1);
        let mut index = 0_usize;
        while !matches!(tokens.byte(at), Some(b'}' | b']') | None) {
            let (part, value) = if opened == Some(b'{') {
                let Ok(name) = tokens.name(at) else { break };
                let raw = text.get(at + 1..name.end - 1).unwrap_or_default();
                let meant = if name.escaped { Cow::Owned(unescape(raw)) } else { Cow::Borrowed(raw) };
                (self.parts.get(&*meant), name.value)
            } else {
                (items.get(&index).copied(), at)
            };
            index += 1;
            at = part.map_or_else(|| tokens.pass(value), |part| part.find(text, tokens, value, places));
            at = tokens.whitespace(at);
            if tokens.byte(at) == Some(b',') {
                at = tokens.whitespace(at + 1);
            }
        }
        self.end(at, places);
        at + 1
    }

    fn stand(&self, at: usize, places: &mut [usize]) {
        for pointer in &self.pointers {
            if let Some(place) = places.get_mut(*pointer) {
                *place = at;
            }
        }
    }

    /// What was not found in the container that ends here stands at its end.
    fn end(&self, at: usize, places: &mut [usize]) {
        for part in self.parts.values() {
            for pointer in &part.pointers {
                if let Some(place) = places.get_mut(*pointer).filter(|place| **place == usize::MAX) {
                    *place = at;
                }
            }
            part.end(at, places);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::places;

    #[test]
    fn parts_stand_where_they_begin_and_what_is_missing_where_its_container_ends() {
        let text = r#" { "b" : [10, {"x~/y": [] , "a":1}] , "\u0061":{"c":"]}","c":2}, "" : null } "#;
        let place = |pointer: &str| places(text, [pointer].into_iter()).first().copied().unwrap_or_default();
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
        assert_eq!(places(text, all.into_iter()), all.map(place));
    }

    #[test]
    fn any_text_has_an_end() {
        for text in ["", "{", "[", "[1", "{\"a\"", "{\"a\":", "1", "\"", "[[[", "{\"a\":{\"a\":"] {
            assert_eq!(places(text, ["", "/a/a", "/0/0"].into_iter()).len(), 3, "{text}");
        }
    }
}
