//! The one pass over a text.

use std::borrow::Cow;

use super::listed::Listed;
use super::lookup::unescape;
use super::tokens::{Name, NotJson, Tokens};
use super::{MAX_DEPTH, RESERVED, deep, inside, string, usual};

/// An object whose members are of interest, by a number that the reader gives it.
pub(in super::super) type Scope = u8;

/// The scope of the outermost object.
pub(in super::super) const ENVELOPE: Scope = 0;

/// The scope of all values whose members are not of interest.
pub(in super::super) const NOTHING: Scope = Scope::MAX;

/// The scope of the one object of which all members are of interest, whatever they are called.
pub(in super::super) const LISTED: Scope = Scope::MAX - 1;

/// What is kept of a member: its value in this place, and of its members those of this scope.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Kept {
    pub(in super::super) place: u8,
    pub(in super::super) scope: Scope,
}

impl Kept {
    /// Nothing: no value has this place.
    pub(in super::super) const NOTHING: Self = Self { place: u8::MAX, scope: NOTHING };
}

/// A text that has been read, with the values that were asked for.
#[derive(Debug)]
pub(in super::super) struct Read<'v, 'a> {
    /// The whole value, without whitespace around it.
    pub(in super::super) root: &'a str,
    /// The JSON text of each value; empty where there is none. Of two with the same name it is the first.
    values: &'v [&'a str],
    /// The text that the places in it are of.
    text: &'a str,
    listed: &'v Listed<'a>,
    /// Whether something in the text may be escaped.
    escapes: bool,
    /// A name that one object has twice: the first found.
    pub(in super::super) repeated: Option<String>,
    /// Whether a name is reserved: begins with [`RESERVED`].
    pub(in super::super) reserved: bool,
    /// Whether nesting went beyond [`MAX_DEPTH`].
    pub(in super::super) too_deep: bool,
}

impl<'a> Read<'_, 'a> {
    /// The JSON text of the value in this place.
    #[inline]
    pub(in super::super) fn value(&self, place: usize) -> Option<&'a str> {
        self.values.get(place).copied().filter(|text| !text.is_empty())
    }

    /// Of the object of [`LISTED`] the member of this name; nothing where that has to be looked up.
    #[allow(clippy::option_option, reason = "a member that may be absent, where that is known")]
    pub(in super::super) fn listed(&self, name: &str) -> Option<Option<&'a str>> {
        self.listed.get(self.text, name)
    }

    /// The string in this place, if it is one.
    #[inline]
    pub(in super::super) fn string(&self, place: usize) -> Option<Cow<'a, str>> {
        let text = self.value(place)?;
        if self.escapes { string(text) } else { inside(text).map(Cow::Borrowed) }
    }
}

/// What was found out about a text beside the values.
pub(super) struct Found<'a> {
    pub(super) root: &'a str,
    pub(super) repeated: Option<String>,
    pub(super) reserved: bool,
    pub(super) too_deep: bool,
}

/// Reads a text. `kept` says of a member, by the scope of its object and its name, what is kept of it; what is kept
/// in one place may have one name only. `values` has the places, all empty: they are the caller's, because they are
/// many and would be moved from one function to the next; so is `listed`, for the members of [`LISTED`].
///
/// # Errors
///
/// If it is not UTF-8 or not JSON. Strings must be Unicode text: half a surrogate pair is an error.
#[inline]
pub(in super::super) fn read<'v, 'a>(
    bytes: &'a [u8],
    values: &'v mut [&'a str],
    listed: &'v mut Listed<'a>,
    kept: impl Fn(Scope, &[u8]) -> Kept,
) -> Result<Read<'v, 'a>, NotJson> {
    let text = std::str::from_utf8(bytes)
        .map_err(|error| NotJson { at: error.valid_up_to(), why: "bytes that are not UTF-8" })?;
    let tokens = Tokens::of(bytes);
    if let Some(root) = usual::root(text, tokens, &kept, values, listed) {
        return Ok(Read {
            root,
            values,
            text,
            listed,
            escapes: false,
            repeated: None,
            reserved: false,
            too_deep: false,
        });
    }
    *listed = Listed::UNKNOWN;
    let Found { root, repeated, reserved, too_deep } = any(text, tokens, &kept, values)?;
    Ok(Read { root, values, text, listed, escapes: !tokens.is_simple(), repeated, reserved, too_deep })
}

/// Any text.
#[inline(never)]
pub(super) fn any<'a>(
    text: &'a str,
    tokens: Tokens<'a>,
    kept: &impl Fn(Scope, &[u8]) -> Kept,
    values: &mut [&'a str],
) -> Result<Found<'a>, NotJson> {
    // What the usual way has found before it gave up.
    values.fill("");
    let found = Found { root: "", repeated: None, reserved: false, too_deep: false };
    let (frames, names) = (Vec::with_capacity(8), Vec::with_capacity(16));
    let mut reader = Reader { tokens, text, kept, frames, names, values, found };
    reader.run()?;
    Ok(reader.found)
}

struct Reader<'r, 'a, K> {
    tokens: Tokens<'a>,
    text: &'a str,
    kept: &'r K,
    /// What is around the innermost container.
    frames: Vec<Frame>,
    /// The names of the objects open, innermost last, but for those of what is kept.
    names: Vec<&'a [u8]>,
    values: &'r mut [&'a str],
    found: Found<'a>,
}

/// A container.
#[derive(Clone, Copy)]
struct Frame {
    /// The bracket that ends it.
    end: u8,
    scope: Scope,
    /// Whether one of its names in `names` is escaped.
    escaped: bool,
    /// The place that the value being read is kept in.
    place: u8,
    /// Where its names begin in `names`.
    names: usize,
    /// Where the value being read begins.
    value: usize,
}

impl Frame {
    /// What is around the whole value.
    const OUTSIDE: Self =
        Self { end: 0, scope: NOTHING, escaped: false, place: Kept::NOTHING.place, names: 0, value: 0 };
}

impl<K: Fn(Scope, &[u8]) -> Kept> Reader<'_, '_, K> {
    fn run(&mut self) -> Result<(), NotJson> {
        let tokens = self.tokens;
        let start = tokens.whitespace(0);
        let mut at = start;
        // The innermost container, and the scope of the value that comes next.
        let mut frame = Frame::OUTSIDE;
        let mut inner = ENVELOPE;
        'value: loop {
            if frame.end == b'}' {
                (at, inner) = self.name(&mut frame, at)?;
            }
            match tokens.byte(at) {
                Some(bracket @ (b'{' | b'[')) if self.frames.len() < MAX_DEPTH => {
                    self.frames.push(frame);
                    // Either bracket has its counterpart two places on.
                    let end = bracket + 2;
                    let scope = if bracket == b'{' { inner } else { NOTHING };
                    frame = Frame { end, scope, names: self.names.len(), ..Frame::OUTSIDE };
                    inner = NOTHING;
                    at = tokens.whitespace(at + 1);
                    if tokens.byte(at) != Some(end) {
                        continue 'value;
                    }
                }
                Some(b'{' | b'[') => {
                    self.found.too_deep = true;
                    at = deep::container(tokens, at)?;
                    self.keep(&frame, at);
                }
                _ => {
                    at = tokens.scalar(at)?;
                    self.keep(&frame, at);
                }
            }
            // After a value, or at the end of an empty container.
            while frame.end != 0 {
                at = tokens.whitespace(at);
                match tokens.byte(at) {
                    Some(b',') => {
                        at = tokens.whitespace(at + 1);
                        continue 'value;
                    }
                    Some(byte) if byte == frame.end => {
                        at += 1;
                        self.close(&frame);
                        frame = self.frames.pop().unwrap_or(Frame::OUTSIDE);
                        self.keep(&frame, at);
                    }
                    _ => return Err(tokens.not_ended(at, frame.end == b'}')),
                }
            }
            break;
        }
        let rest = tokens.whitespace(at);
        if tokens.byte(rest).is_some() {
            return Err(tokens.error(rest, "text after the value"));
        }
        self.found.root = self.text.get(start..at).unwrap_or_default();
        Ok(())
    }

    /// Reads a name, up to the value, whose scope is given back.
    #[inline]
    fn name(&mut self, frame: &mut Frame, start: usize) -> Result<(usize, Scope), NotJson> {
        let Name { end, escaped, value } = self.tokens.name(start)?;
        let name = self.tokens.bytes.get(start + 1..end - 1).unwrap_or_default();
        let kept = match frame.scope {
            NOTHING => Kept::NOTHING,
            scope if escaped => (self.kept)(scope, unescaped(name).as_bytes()),
            scope => (self.kept)(scope, name),
        };
        if escaped || name.first() == Some(&b'$') {
            self.found.reserved |= unescaped(name).starts_with(RESERVED);
        }
        frame.place = kept.place;
        frame.value = value;
        match self.values.get(usize::from(kept.place)) {
            None => {
                frame.escaped |= escaped;
                self.names.push(name);
            }
            // The one name of this place, for the first time.
            Some(&"") => {}
            Some(_) => self.repeats(unescaped(name)),
        }
        Ok((value, kept.scope))
    }

    /// At the end of a container.
    #[inline]
    fn close(&mut self, frame: &Frame) {
        if let Some(names @ [_, _, ..]) = self.names.get_mut(frame.names..)
            && let Some(name) = repeated(names, frame.escaped)
        {
            self.repeats(name);
        }
        self.names.truncate(frame.names);
    }

    #[cold]
    fn repeats(&mut self, name: String) {
        self.found.repeated.get_or_insert(name);
    }

    /// At the end of a value.
    #[inline]
    fn keep(&mut self, frame: &Frame, end: usize) {
        if let Some(value) = self.values.get_mut(usize::from(frame.place))
            && value.is_empty()
        {
            *value = self.text.get(frame.value..end).unwrap_or_default();
        }
    }
}

/// A name that occurs twice among these.
fn repeated(names: &mut [&[u8]], escaped: bool) -> Option<String> {
    const FEW: usize = 8;
    if escaped {
        let meant: Vec<String> = names.iter().map(|name| unescaped(name)).collect();
        let mut names: Vec<&[u8]> = meant.iter().map(String::as_bytes).collect();
        names.sort_unstable();
        return neighbours(&names).map(|name| String::from_utf8_lossy(name).into_owned());
    }
    if names.len() > FEW {
        names.sort_unstable();
        return neighbours(names).map(unescaped);
    }
    let mut rest: &[&[u8]] = names;
    while let Some((name, others)) = rest.split_first() {
        // Most differ in length already.
        if others.iter().any(|other| other.len() == name.len() && other == name) {
            return Some(unescaped(name));
        }
        rest = others;
    }
    None
}

/// The first of two neighbours that are equal.
fn neighbours<'n>(sorted: &[&'n [u8]]) -> Option<&'n [u8]> {
    sorted.windows(2).find_map(|pair| match pair {
        [one, other] if one == other => Some(*one),
        _ => None,
    })
}

/// A name as it is meant, from what stands between its quotes.
fn unescaped(name: &[u8]) -> String {
    // A part of a text that is UTF-8, between two quotes.
    unescape(std::str::from_utf8(name).unwrap_or_default())
}
