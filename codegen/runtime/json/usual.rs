//! The pass over a text as nearly all are: an object, nothing escaped, few levels and few names.
//!
//! Comes in: a text of which it is known that each string in it ends with the next quote, and what is to be kept.
//! Goes out: what [`scan`](super::scan) would make of it, or nothing, which says nothing: then `scan` decides, and
//! has the words. So whatever is rare is left to it, and what remains has no errors to build, no escapes to look
//! for and nothing on the heap. Always holds: recursion goes as deep as [`LEVELS`].

use super::listed::Listed;
use super::scan::{ENVELOPE, Kept, LISTED, NOTHING, Scope};
use super::tokens::Tokens;

/// Containers in each other, at most.
const LEVELS: usize = 8;

/// Names of the objects that are open, at most, but for those of what is kept.
const NAMES: usize = 32;

/// Reads a text, and keeps values; gives the text of the object, and where it gives nothing that says nothing, nor do
/// the values.
#[inline]
pub(super) fn root<'a>(
    text: &'a str,
    tokens: Tokens<'a>,
    kept: &impl Fn(Scope, &[u8]) -> Kept,
    values: &mut [&'a str],
    listed: &mut Listed<'a>,
) -> Option<&'a str> {
    let start = tokens.blank(0);
    if !tokens.is_simple() || tokens.byte(start) != Some(b'{') {
        return None;
    }
    let mut reader = Reader { text, tokens, kept, values, listed, names: [b""; NAMES], open: 0 };
    let end = reader.members(start + 1, ENVELOPE, LEVELS)?;
    if tokens.blank(end) < text.len() {
        return None;
    }
    text.get(start..end)
}

struct Reader<'r, 'a, K> {
    text: &'a str,
    tokens: Tokens<'a>,
    kept: &'r K,
    values: &'r mut [&'a str],
    listed: &'r mut Listed<'a>,
    names: [&'a [u8]; NAMES],
    /// How many of the names are in use.
    open: usize,
}

impl<'a, K: Fn(Scope, &[u8]) -> Kept> Reader<'_, 'a, K> {
    /// Reads an object from behind its bracket; gives where it ends.
    fn members(&mut self, start: usize, scope: Scope, levels: usize) -> Option<usize> {
        let tokens = self.tokens;
        let first = self.open;
        let mut at = start;
        let mut byte = tokens.past_blank(&mut at)?;
        if byte == b'}' {
            return Some(at + 1);
        }
        loop {
            if byte != b'"' {
                return None;
            }
            let end = tokens.simple_end(at + 1);
            let name = tokens.bytes.get(at + 1..end)?;
            at = end + 1;
            if tokens.past_blank(&mut at)? != b':' {
                return None;
            }
            let mut value = at + 1;
            byte = tokens.past_blank(&mut value)?;
            let kept = if scope == NOTHING { Kept::NOTHING } else { (self.kept)(scope, name) };
            at = self.value(value, byte, kept.scope, levels)?;
            match self.values.get_mut(usize::from(kept.place)) {
                Some(place) if place.is_empty() => *place = self.text.get(value..at)?,
                // A second time.
                Some(_) => return None,
                None => {
                    self.remember(first, name)?;
                    if scope == LISTED {
                        self.listed.add(name, value, at);
                    }
                }
            }
            match tokens.past_blank(&mut at)? {
                b',' => at += 1,
                b'}' => {
                    self.open = first;
                    return Some(at + 1);
                }
                _ => return None,
            }
            byte = tokens.past_blank(&mut at)?;
        }
    }

    /// Reads an array from behind its bracket; gives where it ends.
    fn items(&mut self, start: usize, levels: usize) -> Option<usize> {
        let tokens = self.tokens;
        let mut at = start;
        let mut byte = tokens.past_blank(&mut at)?;
        if byte == b']' {
            return Some(at + 1);
        }
        loop {
            at = self.value(at, byte, NOTHING, levels)?;
            match tokens.past_blank(&mut at)? {
                b',' => at += 1,
                b']' => return Some(at + 1),
                _ => return None,
            }
            byte = tokens.past_blank(&mut at)?;
        }
    }

    /// Reads a value from its first byte; gives where it ends.
    #[inline]
    fn value(&mut self, at: usize, byte: u8, scope: Scope, levels: usize) -> Option<usize> {
        match byte {
            b'"' => Some(self.tokens.simple_end(at + 1) + 1),
            b'{' => self.members(at + 1, scope, levels.checked_sub(1)?),
            b'[' => self.items(at + 1, levels.checked_sub(1)?),
            _ => self.tokens.scalar(at).ok(),
        }
    }

    /// Adds a name to those of the object that is read, whose first is at `first`; nothing if it is there already, if
    /// it may be reserved, or if there are too many.
    #[inline]
    fn remember(&mut self, first: usize, name: &'a [u8]) -> Option<()> {
        // Most differ in length already.
        let repeats = |other: &&[u8]| other.len() == name.len() && *other == name;
        if name.first() == Some(&b'$') || self.names.get(first..self.open)?.iter().any(repeats) {
            return None;
        }
        *self.names.get_mut(self.open)? = name;
        self.open += 1;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::listed::Listed;
    use super::super::lookup::at;
    use super::super::scan::{self, Kept, LISTED, NOTHING};
    use super::super::tokens::Tokens;

    const TEXT: &str = r#"{"jsonrpc": "2.0", "id":1,"params":{"name":"a","arguments":{"aa":[{},[],{"x":-1.5e3}],
"ab":true,"b":{"aa":null,"":"é"}},"_meta":{"name":{"name":"n"} }}}"#;

    fn kept(scope: u8, name: &[u8]) -> Kept {
        match (scope, name) {
            (0, b"id") => Kept { place: 0, scope: NOTHING },
            (0, b"params") => Kept { place: 1, scope: 1 },
            (1, b"name") => Kept { place: 2, scope: NOTHING },
            (1, b"arguments") => Kept { place: 3, scope: LISTED },
            (1, b"_meta") => Kept { place: 4, scope: 2 },
            (2, b"name") => Kept { place: 5, scope: NOTHING },
            _ => Kept::NOTHING,
        }
    }

    /// Whether this is read; what is read of it must be what the long way reads.
    fn is_usual(bytes: &[u8]) -> bool {
        let Ok(text) = std::str::from_utf8(bytes) else { return false };
        let tokens = Tokens::of(bytes);
        let (mut usual, mut any) = ([""; 6], ["what was there before"; 6]);
        let mut listed = Listed::NONE;
        let Some(root) = super::root(text, tokens, &kept, &mut usual, &mut listed) else { return false };
        for name in ["aa", "ab", "b", "name", "", "x"] {
            assert_eq!(listed.get(text, name), Some(at(usual[3], &[name])), "{name:?}: {text}");
        }
        match scan::any(text, tokens, &kept, &mut any) {
            Ok(found) => {
                assert_eq!((root, usual), (found.root, any), "{text}");
                assert!(found.repeated.is_none() && !found.reserved && !found.too_deep, "{text}");
            }
            Err(error) => panic!("{error}: {text}"),
        }
        true
    }

    #[test]
    fn what_is_read_in_the_usual_way_is_what_the_long_way_reads() {
        let text = TEXT.replace('\n', "");
        assert!(is_usual(text.as_bytes()));
        let mut usual = 0;
        for at in 0..text.len() {
            for byte in *b"\"\\{}[],: $ab0-.e\n\xC3" {
                let mut other = text.clone().into_bytes();
                other[at] = byte;
                usual += usize::from(is_usual(&other));
                other.truncate(at);
                assert!(!is_usual(&other));
                other.push(byte);
                other.extend_from_slice(&text.as_bytes()[at..]);
                usual += usize::from(is_usual(&other));
            }
        }
        assert!(usual > 500, "{usual}");
    }

    #[test]
    fn of_many_members_none_is_listed() {
        for count in [0, 1, 7, 8, 9, 20] {
            let members: Vec<String> = (0..count).map(|name| format!("\"m{name}\" : {name}")).collect();
            let text = format!("{{\"params\":{{\"arguments\":{{{}}}}}}}", members.join(" , "));
            let mut listed = Listed::NONE;
            assert!(super::root(&text, Tokens::of(text.as_bytes()), &kept, &mut [""; 6], &mut listed).is_some());
            let known = count <= 8;
            assert_eq!(listed.get(&text, "m0"), known.then_some((count > 0).then_some("0")), "{count}");
            assert_eq!(listed.get(&text, "m"), known.then_some(None));
        }
    }

    #[test]
    fn what_is_rare_is_left_to_the_long_way() {
        let nested = |levels: usize| format!("{}0{}", "{\"a\":".repeat(levels), "}".repeat(levels));
        assert!(is_usual(nested(8).as_bytes()));
        assert!(!is_usual(nested(10).as_bytes()));
        let named = |names: usize| {
            let members: Vec<String> = (0..names).map(|name| format!("\"{name}\":0")).collect();
            format!("{{{}}}", members.join(","))
        };
        assert!(is_usual(named(32).as_bytes()));
        assert!(!is_usual(named(33).as_bytes()));
        for text in ["[]", "1", "", "{}x", r#"{"$a":1}"#, r#"{"a":1,"a":1}"#, r#"{"id":1,"id":1}"#, r#"{"a":"\\n"}"#] {
            assert!(!is_usual(text.as_bytes()), "{text}");
        }
    }
}
