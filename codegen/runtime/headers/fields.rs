//! The header fields that something looks at, found in one walk over all of them.

use http::{HeaderMap, HeaderValue};

use super::PREFIX;

/// A field: its first line, and whether there are more.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Field<'h> {
    pub(in super::super) first: Option<&'h HeaderValue>,
    pub(in super::super) repeated: bool,
}

impl<'h> Field<'h> {
    fn add(&mut self, line: &'h HeaderValue) {
        if self.first.is_some() {
            self.repeated = true;
        } else {
            self.first = Some(line);
        }
    }

    /// The one line; `None` if there is none, or more than one.
    pub(in super::super) fn only(self) -> Option<&'h HeaderValue> {
        self.first.filter(|_| !self.repeated)
    }

    /// Whether it is there once and is this text byte for byte, and that is all there is to say: nothing to trim, to
    /// decode or to refuse. `false` says nothing.
    #[inline]
    pub(in super::super) fn is_plainly(self, text: &str) -> bool {
        let bytes = text.as_bytes();
        let blank = |byte: Option<&u8>| matches!(byte, Some(b' ' | b'\t'));
        // Of characters that are not allowed, a `HeaderValue` can have only those beyond ASCII.
        self.only().is_some_and(|line| line.as_bytes() == bytes)
            && bytes.is_ascii()
            && !blank(bytes.first())
            && !blank(bytes.last())
            && !bytes.starts_with(PREFIX.as_bytes())
    }
}

/// The fields of a request that the checks look at.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Fields<'h> {
    /// All of them.
    pub(in super::super) all: &'h HeaderMap,
    pub(in super::super) accept: Field<'h>,
    pub(in super::super) content_length: Field<'h>,
    pub(in super::super) content_type: Field<'h>,
    pub(in super::super) host: Field<'h>,
    pub(in super::super) origin: Field<'h>,
    pub(in super::super) protocol_version: Field<'h>,
    pub(in super::super) method: Field<'h>,
    pub(in super::super) name: Field<'h>,
    pub(in super::super) trace_parent: Field<'h>,
}

impl<'h> Fields<'h> {
    pub(in super::super) fn of(all: &'h HeaderMap) -> Self {
        let none = Field::default();
        let mut fields = Self {
            all,
            accept: none,
            content_length: none,
            content_type: none,
            host: none,
            origin: none,
            protocol_version: none,
            method: none,
            name: none,
            trace_parent: none,
        };
        for (name, line) in all {
            // Names of a `HeaderMap` are in lower case.
            let field = match name.as_str() {
                "accept" => &mut fields.accept,
                "content-length" => &mut fields.content_length,
                "content-type" => &mut fields.content_type,
                "host" => &mut fields.host,
                "origin" => &mut fields.origin,
                "mcp-protocol-version" => &mut fields.protocol_version,
                "mcp-method" => &mut fields.method,
                "mcp-name" => &mut fields.name,
                "traceparent" => &mut fields.trace_parent,
                _ => continue,
            };
            field.add(line);
        }
        fields
    }

    /// The field of any name.
    pub(in super::super) fn named(&self, name: &str) -> Field<'h> {
        let mut field = Field::default();
        for (other, line) in self.all {
            // Most differ in length already.
            if other.as_str().len() == name.len() && other.as_str().eq_ignore_ascii_case(name) {
                field.add(line);
            }
        }
        field
    }
}
