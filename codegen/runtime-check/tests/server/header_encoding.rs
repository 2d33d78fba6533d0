//! The fixed vectors E-01 to E-46: values as field values.

use runtime_check::contract::HeaderKind;
use runtime_check::headers::{NotMirrored, encode_argument, encode_text};
use serde_json::{Value, json};

#[test]
fn e_01_to_e_32_texts() {
    for (id, text, header) in [
        ("E-01", "us-west1", "us-west1"),
        ("E-02", "us west 1", "us west 1"),
        ("E-03", "Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="),
        ("E-04", "日本語", "=?base64?5pel5pys6Kqe?="),
        ("E-05", "😀", "=?base64?8J+YgA==?="),
        ("E-06", " padded ", "=?base64?IHBhZGRlZCA=?="),
        ("E-07", " us-west1", "=?base64?IHVzLXdlc3Qx?="),
        ("E-08", "us-west1 ", "=?base64?dXMtd2VzdDEg?="),
        ("E-09", " ", "=?base64?IA==?="),
        ("E-10", "", ""),
        ("E-11", "a\tb", "=?base64?YQli?="),
        ("E-12", "\ttab", "=?base64?CXRhYg==?="),
        ("E-13", "tab\t", "=?base64?dGFiCQ==?="),
        ("E-14", "a\u{7f}b", "=?base64?YX9i?="),
        ("E-15", "\0", "=?base64?AA==?="),
        ("E-16", "line1\nline2", "=?base64?bGluZTEKbGluZTI=?="),
        ("E-17", "line1\r\nline2", "=?base64?bGluZTENCmxpbmUy?="),
        ("E-18", "a\r\nX-Evil: 1", "=?base64?YQ0KWC1FdmlsOiAx?="),
        ("E-19", "\u{e9}", "=?base64?w6k=?="),
        ("E-20", "e\u{301}", "=?base64?ZcyB?="),
        ("E-21", "\u{a0}x", "=?base64?wqB4?="),
        ("E-22", "\u{feff}x", "=?base64?77u/eA==?="),
        ("E-23", "\u{2028}", "=?base64?4oCo?="),
        ("E-24", "=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="),
        ("E-25", "=?base64??=", "=?base64?PT9iYXNlNjQ/Pz0=?="),
        ("E-26", "=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="),
        ("E-27", "=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?="),
        ("E-28", "=?base64?SGVsbG8=", "=?base64?SGVsbG8="),
        ("E-29", "SGVsbG8=", "SGVsbG8="),
        ("E-30", "a,b; c=\"d\"", "a,b; c=\"d\""),
        ("E-31", "True", "True"),
        ("E-32", "042", "042"),
        ("E-45", "file:///d/é.txt", "=?base64?ZmlsZTovLy9kL8OpLnR4dA==?="),
        ("E-46", "file:///path/to/file%20name.txt", "file:///path/to/file%20name.txt"),
        ("case 70", "x=?base64?bm8=?=", "x=?base64?bm8=?="),
        ("case 70", "=?base64?", "=?base64?"),
    ] {
        assert_eq!(encode_text(text), header, "{id}");
        assert_eq!(encode_argument(&json!(text), HeaderKind::String), Ok(Some(header.to_owned())), "{id}");
    }
}

#[test]
fn e_33_half_a_surrogate_pair_never_becomes_an_argument() {
    assert!(serde_json::from_str::<Value>(r#""\ud800""#).is_err());
}

#[test]
fn e_34_to_e_42_integers() {
    for (number, outcome) in [
        ("42", Ok("42")),
        ("-7", Ok("-7")),
        ("42.0", Ok("42")),
        ("1e2", Ok("100")),
        ("-0", Ok("0")),
        ("-0.0", Ok("0")),
        ("0", Ok("0")),
        ("9007199254740991", Ok("9007199254740991")),
        ("-9007199254740991", Ok("-9007199254740991")),
        ("9007199254740992", Err(NotMirrored::OutOfRange)),
        ("-9007199254740992", Err(NotMirrored::OutOfRange)),
        ("18446744073709551615", Err(NotMirrored::OutOfRange)),
        ("1e300", Err(NotMirrored::OutOfRange)),
        ("42.5", Err(NotMirrored::NotAnInteger)),
        ("1e-5", Err(NotMirrored::NotAnInteger)),
    ] {
        let value: Value = serde_json::from_str(number).unwrap();
        let expected = outcome.map(|text| Some(text.to_owned()));
        assert_eq!(encode_argument(&value, HeaderKind::Integer), expected, "{number}");
    }
}

#[test]
fn e_43_and_e_44_booleans_and_null() {
    assert_eq!(encode_argument(&json!(true), HeaderKind::Boolean), Ok(Some("true".to_owned())));
    assert_eq!(encode_argument(&json!(false), HeaderKind::Boolean), Ok(Some("false".to_owned())));
    for kind in [HeaderKind::String, HeaderKind::Integer, HeaderKind::Boolean] {
        assert_eq!(encode_argument(&Value::Null, kind), Ok(None));
    }
}

#[test]
fn a_value_of_another_type_is_not_sent() {
    for (value, kind, fault) in [
        (json!("42"), HeaderKind::Integer, NotMirrored::NotAnInteger),
        (json!(1), HeaderKind::Boolean, NotMirrored::NotABoolean),
        (json!(7), HeaderKind::String, NotMirrored::NotAString),
        (json!(["a"]), HeaderKind::String, NotMirrored::NotAString),
    ] {
        assert_eq!(encode_argument(&value, kind), Err(fault), "{value}");
    }
}
