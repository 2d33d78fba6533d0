//! Values as JSON text, and that text as the inside of a JSON string, written in one walk over the value.
//!
//! Comes in: what serialises, or, from generated code, the parts of a value and the literals between them. Goes out: text of
//! one line (STD-01), byte for byte what `serde_json` writes. Always holds: the text says what the value is, and everybody
//! reads it so. Infinities and NaN, which JSON has not and `serde_json` writes as `null`, are refused, and so are names that
//! `serde_json` takes for marks of its own.

mod compound;
mod name;
mod value;

use std::fmt::{self, Display};

use serde::ser::{Error, Serialize};

use super::json::{RESERVED, is_plain, push_inside, unreadable};

/// The JSON text of a value.
///
/// # Errors
///
/// If it cannot be written as JSON, or has a number that JSON has not, or a name that is reserved.
pub(super) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, Unwritable> {
    let mut text = Text::new(false);
    value.serialize(&mut text)?;
    Ok(text.json)
}

/// The JSON text of a value, and what a JSON string has between its quotes that stands for that text.
///
/// # Errors
///
/// As [`to_json`].
pub(super) fn to_json_twice<T: Serialize + ?Sized>(value: &T) -> Result<(String, String), Unwritable> {
    let mut text = Text::new(true);
    value.serialize(&mut text)?;
    Ok(text.into_texts())
}

/// Why a value has no text.
#[derive(Debug)]
pub struct Unwritable(Box<str>);

impl Display for Unwritable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unwritable {}

impl Error for Unwritable {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string().into())
    }
}

type Written = Result<(), Unwritable>;

/// What is written so far.
#[derive(Debug)]
pub struct Text {
    json: String,
    /// The same as the inside of a string, where that is wanted.
    inside: String,
    twice: bool,
    /// Whether the string that comes next is JSON text that is written already.
    raw: bool,
}

impl Text {
    /// Nothing yet; the second text where it is wanted.
    #[must_use]
    pub fn new(twice: bool) -> Self {
        const MOST_FIT: usize = 256;
        let inside = if twice { String::with_capacity(MOST_FIT) } else { String::new() };
        Self { json: String::with_capacity(MOST_FIT), inside, twice, raw: false }
    }

    /// Both texts: of the value, and of the inside of a string that stands for it.
    #[must_use]
    pub fn into_texts(self) -> (String, String) {
        (self.json, self.inside)
    }

    /// The JSON text.
    #[must_use]
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Writes JSON text, and what stands for it in a string.
    #[inline]
    pub fn put(&mut self, json: &str, inside: &str) {
        self.json.push_str(json);
        if self.twice {
            self.inside.push_str(inside);
        }
    }

    /// Writes what is the same in a string.
    #[inline]
    pub fn token(&mut self, token: &str) {
        self.put(token, token);
    }

    /// Writes what a string has between its quotes.
    pub fn chars(&mut self, text: &str) {
        if is_plain(text.as_bytes()) {
            return self.token(text);
        }
        let start = self.json.len();
        push_inside(&mut self.json, text);
        self.repeat_from(start);
    }

    /// Writes any value; nothing if it cannot be written as JSON.
    #[must_use]
    pub fn value<T: Serialize + ?Sized>(&mut self, value: &T) -> Option<()> {
        value.serialize(self).ok()
    }

    /// Writes an array, of which `write` writes each item, or says that it must not be.
    #[must_use]
    pub fn items<'v, T>(
        &mut self,
        items: &'v [T],
        mut write: impl FnMut(&mut Self, &'v T) -> Option<()>,
    ) -> Option<()> {
        let mut before = "[";
        for item in items {
            self.token(before);
            write(self, item)?;
            before = ",";
        }
        self.token(if items.is_empty() { "[]" } else { "]" });
        Some(())
    }

    /// Writes an object, of which `write` writes each member, or says that it must not be.
    #[must_use]
    pub fn members<'v, T: 'v>(
        &mut self,
        members: impl IntoIterator<Item = (&'v String, &'v T)>,
        mut write: impl FnMut(&mut Self, &'v T) -> Option<()>,
    ) -> Option<()> {
        self.token("{");
        let mut between = "";
        for (name, member) in members {
            self.token(between);
            self.name(name).ok()?;
            write(self, member)?;
            between = ",";
        }
        self.token("}");
        Some(())
    }

    /// Writes a string.
    fn string(&mut self, text: &str) {
        self.put("\"", "\\\"");
        self.chars(text);
        self.put("\"", "\\\"");
    }

    /// Writes the name of a member.
    fn name(&mut self, name: &str) -> Written {
        if name.starts_with(RESERVED) {
            return Err(Unwritable::custom(format_args!("a member has the name {name:?}, which is reserved")));
        }
        self.string(name);
        self.token(":");
        Ok(())
    }

    /// Writes JSON text that the application brought. A line break in it is a blank between tokens.
    fn raw(&mut self, json: &str) -> Written {
        if let Some(why) = unreadable(json) {
            return Err(Unwritable::custom(why));
        }
        let start = self.json.len();
        self.json.extend(json.chars().map(|char| if matches!(char, '\n' | '\r') { ' ' } else { char }));
        self.repeat_from(start);
        Ok(())
    }

    /// Writes once more what was written from here on.
    fn repeat_from(&mut self, start: usize) {
        if self.twice {
            push_inside(&mut self.inside, self.json.get(start..).unwrap_or_default());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Debug;

    use serde::Serialize;
    use serde_json::value::RawValue;
    use serde_json::{Value, json};

    use super::{to_json, to_json_twice};

    #[derive(Serialize)]
    enum Shape {
        Unit,
        Newtype(f64),
        Tuple(f32, Option<f64>),
        Struct { at: f64, r#in: u8 },
        Empty {},
    }

    #[derive(Serialize)]
    struct Newtype(i8);

    #[derive(Serialize)]
    struct Pair(char, ());

    #[derive(Serialize)]
    struct Nothing;

    #[derive(Serialize)]
    struct Odd<'a> {
        #[serde(rename = "a \"name\"\n")]
        name: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        absent: Option<u8>,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }

    #[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
    enum Letter {
        A,
    }

    struct Shown;

    impl Serialize for Shown {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.collect_str(&format_args!("{}\"", 1))
        }
    }

    struct Bytes;

    impl Serialize for Bytes {
        fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            serializer.serialize_bytes(&[0, 255])
        }
    }

    /// Both texts are those of `serde_json`.
    fn is_the_same(value: &(impl Serialize + ?Sized)) {
        let expected = serde_json::to_string(value).ok();
        assert_eq!(to_json(value).ok(), expected);
        let Some(expected) = expected else { return assert!(to_json_twice(value).is_err()) };
        let string = serde_json::to_string(&expected).ok();
        let (json, inside) = to_json_twice(value).unwrap_or_default();
        assert_eq!((json, Some(format!("\"{inside}\""))), (expected, string));
    }

    #[test]
    fn the_text_is_that_of_serde_json() {
        for text in
            ["", "plain", "a \"word\", a \\, a\nbreak, \r\t\u{8}\u{c}\u{1}\u{1f}\u{7f} é \u{2028} \u{10FFFF}", "/"]
        {
            is_the_same(text);
            is_the_same(&BTreeMap::from([(text, [text])]));
        }
        for number in [0.0, -0.0, 18.0, 1e-7, 1e16, 1.5e300, f64::MIN_POSITIVE, 5e-324, f64::MAX, 0.1 + 0.2] {
            is_the_same(&number);
            is_the_same(&(number as f32).min(f32::MAX));
        }
        is_the_same(&(u8::MAX, i16::MIN, u16::MAX, i32::MIN, u32::MAX, i64::MIN, i64::MAX, u64::MAX));
        is_the_same(&(i128::MIN, u128::MAX, 0_i64, -1_i8));
        is_the_same(&(Shape::Unit, Shape::Newtype(1.0), Shape::Tuple(0.1, None), Shape::Empty {}));
        is_the_same(&(Shape::Struct { at: 1.0, r#in: 2 }, Newtype(-3), Pair('\'', ()), Pair('"', ()), Nothing));
        is_the_same(&(None::<u8>, Some(true), [0_u8; 0], [false], Shown, Bytes));
        is_the_same(
            &json!({"a": [null, {"b": {}}, []], "": -1.5, "\"": {"\\": "\\\""}, "$ref": "$serde_json::private::"}),
        );
        let rest = BTreeMap::from([("é".to_owned(), json!([1])), ("absent".to_owned(), json!(2))]);
        is_the_same(&Odd { name: "n", absent: None, rest });
    }

    #[test]
    fn names_are_texts_or_what_can_be_one() {
        fn keyed<K: Ord + Serialize>(key: K) {
            is_the_same(&BTreeMap::from([(key, 1)]));
        }
        keyed(true);
        keyed('"');
        keyed(i64::MIN);
        keyed(u64::MAX);
        keyed(i128::MIN);
        keyed(u128::MAX);
        keyed((1_i8, ()).0);
        keyed(Some("x"));
        keyed(Letter::A);
        keyed([1]);
        keyed(());
        keyed(None::<u8>);
        keyed((1, 2));
        keyed(BTreeMap::from([(1, 2)]));
        struct Float(f64);
        impl Serialize for Float {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                use serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(None)?;
                map.serialize_entry(&self.0, &1)?;
                map.serialize_entry(&(self.0 as f32), &Newtype(1))?;
                map.end()
            }
        }
        is_the_same(&Float(1.5));
        is_the_same(&Float(f64::NAN));
    }

    #[test]
    fn what_json_has_no_number_for_is_refused_wherever_it_stands() {
        fn is_written(value: &impl Serialize) -> bool {
            to_json(value).is_ok() || to_json_twice(value).is_ok()
        }
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(!is_written(&number));
            assert!(!is_written(&vec![1.0, number]));
            assert!(!is_written(&(1, number)));
            assert!(!is_written(&Some(number)));
            assert!(!is_written(&BTreeMap::from([("a", number)])));
            assert!(!is_written(&Shape::Newtype(number)));
            assert!(!is_written(&Shape::Tuple(1.0, Some(number))));
            assert!(!is_written(&Shape::Struct { at: number, r#in: 1 }));
        }
        assert!(!is_written(&Shape::Tuple(f32::NAN, None)));
        assert!(super::super::tool::ToolOutput::structured(&[f64::NAN]).is_err());
    }

    #[test]
    fn what_readers_of_json_would_take_for_something_else_is_refused() {
        fn refused(value: impl Serialize + Debug) {
            assert!(to_json(&value).is_err() && to_json_twice(&value).is_err(), "{value:?}");
        }
        refused(json!({"a": [{"$serde_json::private::RawValue": "1"}]}));
        refused(json!({"$serde_json::private::Number": "1"}));
        refused(BTreeMap::from([(Some("$serde_json::private::"), 1)]));
        let mut deep = json!({"$serde_json::private::RawValue": "1"});
        for _ in 0..1000 {
            deep = json!([deep]);
        }
        refused(deep);
        let raw = |text: &str| RawValue::from_string(text.to_owned()).ok();
        refused(raw(r#"{"\u0024serde_json::private::RawValue": "1"}"#));
        refused([raw(r#"[{"$serde_json::private::RawValue": "1"}]"#)]);
    }

    #[test]
    fn text_that_the_application_brought_is_written_as_it_is_on_one_line() -> Result<(), Box<dyn std::error::Error>> {
        let brought = RawValue::from_string("{\"a\":\n[1e400,\r\n\t\"é\\n\"]}".to_owned())?;
        let (json, inside) = to_json_twice(&(&brought, "x"))?;
        assert_eq!(json, "[{\"a\": [1e400,  \t\"é\\n\"]},\"x\"]");
        assert_eq!(serde_json::from_str::<String>(&format!("\"{inside}\""))?, json);
        assert_eq!(to_json(&(&brought, "x"))?, json);
        Ok(())
    }
}
