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
    /// The lines of fields that mirror arguments, in their order.
    params: [Option<(&'h str, &'h HeaderValue)>; MOST_PARAMS],
    /// How many such lines there are, beyond [`MOST_PARAMS`] more than those.
    param_lines: usize,
}

/// How many lines that mirror arguments are found in the one walk; those of more are looked for.
const MOST_PARAMS: usize = 4;

/// How the names of the others begin.
const PARAM: &str = "mcp-param-";

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
            params: [None; MOST_PARAMS],
            param_lines: 0,
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
                param if param.starts_with(PARAM) => {
                    if let Some(place) = fields.params.get_mut(fields.param_lines) {
                        *place = Some((param, line));
                    }
                    fields.param_lines += 1;
                    continue;
                }
                _ => continue,
            };
            field.add(line);
        }
        fields
    }

    /// The field of a name, in any case, that begins with `Mcp-Param-`.
    pub(in super::super) fn param(&self, name: &str) -> Field<'h> {
        let mut field = Field::default();
        // Most differ in length already.
        let is_it = |other: &str| other.len() == name.len() && other.eq_ignore_ascii_case(name);
        if self.param_lines > MOST_PARAMS {
            self.all.iter().filter(|(other, _)| is_it(other.as_str())).for_each(|(_, line)| field.add(line));
        } else {
            let lines = self.params.iter().flatten().filter(|(other, _)| is_it(other));
            lines.for_each(|(_, line)| field.add(line));
        }
        field
    }
}

#[cfg(test)]
mod tests {
    use http::HeaderName;

    use super::*;

    #[test]
    fn hdr_06_a_mirrored_field_is_found_in_any_case_however_many_there_are() {
        for count in 0..8_usize {
            let mut all = HeaderMap::new();
            for index in 0..count {
                let name = HeaderName::try_from(format!("Mcp-Param-P{index}")).ok();
                let value = HeaderValue::from_str(&index.to_string()).ok();
                let (Some(name), Some(value)) = (name, value) else { continue };
                all.insert("accept", HeaderValue::from_static("*/*"));
                all.append(name, value);
            }
            if count > 1 {
                all.append("mcp-param-p0", HeaderValue::from_static("again"));
            }
            let fields = Fields::of(&all);
            for index in 0..9 {
                let field = fields.param(&format!("MCP-param-P{index}"));
                let wanted = (index < count).then(|| index.to_string());
                assert_eq!(field.first.and_then(|line| line.to_str().ok()), wanted.as_deref(), "{index} of {count}");
                assert_eq!(field.repeated, index == 0 && count > 1, "{index} of {count}");
            }
        }
    }
}
