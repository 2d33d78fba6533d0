//! Strings and numbers as JSON text.

use super::tokens::plain;

/// Appends a JSON string.
pub(in super::super) fn push_escaped(out: &mut String, text: &str) {
    out.push('"');
    push_inside(out, text);
    out.push('"');
}

/// Appends what a JSON string has between its quotes.
pub(in super::super) fn push_inside(out: &mut String, text: &str) {
    let mut rest = text;
    loop {
        // What is escaped is ASCII, so these are character boundaries.
        let (before, special) = rest.split_at_checked(plain(rest.as_bytes())).unwrap_or((rest, ""));
        out.push_str(before);
        let Some(byte) = special.bytes().next() else { break };
        match byte {
            b'"' => out.push_str("\\\""),
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            0x08 => out.push_str("\\b"),
            0x0c => out.push_str("\\f"),
            _ => {
                out.push_str(if byte < 0x10 { "\\u000" } else { "\\u001" });
                out.push(char::from_digit(u32::from(byte % 16), 16).unwrap_or('0'));
            }
        }
        rest = special.get(1..).unwrap_or_default();
    }
}

/// Appends a JSON number; whole numbers without a fraction. What is not finite becomes `null`.
pub(in super::super) fn push_number(out: &mut String, number: f64) {
    use std::fmt::Write as _;
    let written = if number.is_finite() {
        // The shortest decimal text that reads back as the same number, never with an exponent.
        write!(out, "{number}")
    } else {
        out.write_str("null")
    };
    // Writing to a `String` cannot fail.
    debug_assert!(written.is_ok());
}

#[cfg(test)]
mod tests {
    use super::push_escaped;

    #[test]
    fn a_string_is_written_so_that_it_reads_back() {
        for length in 0..20 {
            for special in (0..0x80_u8).map(char::from).chain(['é', '\u{2028}', '\u{10FFFF}']) {
                for place in 0..=length {
                    let text = format!("{}{special}{}", "a".repeat(place), "ü".repeat(length - place));
                    let mut written = String::new();
                    push_escaped(&mut written, &text);
                    assert_eq!(serde_json::from_str::<String>(&written).ok(), Some(text), "{written}");
                }
            }
        }
    }
}
