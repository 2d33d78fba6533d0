//! Values that stand in a schema (`const`, `enum`), as static data, and JSON equality with them.

use serde_json::{Number, Value};

use super::number;

/// A JSON value known when the code was generated.
#[derive(Clone, Copy, Debug)]
pub enum Literal {
    /// `null`
    Null,
    /// `true`, `false`
    Bool(bool),
    /// A whole number below 2^63.
    Integer(i64),
    /// A whole number from 2^63 on.
    Unsigned(u64),
    /// Any other number.
    Float(f64),
    /// A string.
    String(&'static str),
    /// An array.
    Array(&'static [Literal]),
    /// An object; names are not repeated.
    Object(&'static [(&'static str, Literal)]),
}

impl Literal {
    /// Equality as JSON Schema defines it: numbers by their mathematical value, objects without order.
    #[must_use]
    pub fn equals(&self, value: &Value) -> bool {
        match (self, value) {
            (Self::Null, Value::Null) => true,
            (Self::Bool(a), Value::Bool(b)) => a == b,
            (Self::Integer(a), Value::Number(b)) => number::compare(b, &Number::from(*a)).is_eq(),
            (Self::Unsigned(a), Value::Number(b)) => number::compare(b, &Number::from(*a)).is_eq(),
            (Self::Float(a), Value::Number(b)) => Number::from_f64(*a).is_some_and(|a| number::compare(b, &a).is_eq()),
            (Self::String(a), Value::String(b)) => a == b,
            (Self::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.equals(b)),
            (Self::Object(a), Value::Object(b)) => {
                a.len() == b.len() && a.iter().all(|(name, a)| b.get(*name).is_some_and(|b| a.equals(b)))
            }
            _ => false,
        }
    }
}
