//! Strings and numbers as JSON text.

/// Appends a JSON string.
pub(in super::super) fn push_escaped(out: &mut String, text: &str) {
    out.push('"');
    let mut plain = 0;
    for (place, byte) in text.bytes().enumerate() {
        let short = match byte {
            b'"' => "\\\"",
            b'\\' => "\\\\",
            b'\n' => "\\n",
            b'\r' => "\\r",
            b'\t' => "\\t",
            0x08 => "\\b",
            0x0c => "\\f",
            0..0x20 => "",
            _ => continue,
        };
        // Only ASCII is replaced, so these are character boundaries.
        out.push_str(text.get(plain..place).unwrap_or_default());
        plain = place + 1;
        if short.is_empty() {
            out.push_str("\\u00");
            out.push(if byte < 0x10 { '0' } else { '1' });
            out.push(char::from_digit(u32::from(byte % 16), 16).unwrap_or('0'));
        } else {
            out.push_str(short);
        }
    }
    out.push_str(text.get(plain..).unwrap_or_default());
    out.push('"');
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
