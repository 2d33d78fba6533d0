//! Parts of a text that become a `serde_json::Value` first: any value, and what only the validator
//! can judge.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::super::typed::Numeric;
use super::super::validation::Quiet;
use super::Reader;

impl<'t> Reader<'t> {
    /// Any value.
    pub fn value(&mut self) -> Option<Value> {
        match self.peek()? {
            b'"' => self.string().map(Value::String),
            b'n' => self.null().map(|()| Value::Null),
            b't' | b'f' => self.boolean().map(Value::Bool),
            b'{' | b'[' => self.raw()?.parse().ok(),
            _ => self.number().map(Value::Number),
        }
    }

    /// Any value that fits: `fits` is a function of the validator, or several.
    pub fn fitting(&mut self, fits: impl FnOnce(&Value, usize, &mut Quiet) -> bool) -> Option<Value> {
        let depth = self.depth();
        let value = self.value()?;
        fits(&value, depth, &mut self.quiet).then_some(value)
    }

    /// What a value that fits is as a `T`.
    pub fn part<T: DeserializeOwned>(&mut self, fits: impl FnOnce(&Value, usize, &mut Quiet) -> bool) -> Option<T> {
        T::deserialize(self.fitting(fits)?).ok()
    }

    /// The same for numbers, and what is made of them.
    pub fn numeric_part<T: Numeric>(&mut self, fits: impl FnOnce(&Value, usize, &mut Quiet) -> bool) -> Option<T> {
        T::read(self.fitting(fits)?).ok()
    }

    /// The text of a value, passed over: balanced, but only `serde_json` knows whether it is JSON.
    fn raw(&mut self) -> Option<&'t str> {
        let (start, most) = (self.at, self.room);
        let mut open = 0;
        loop {
            match self.byte()? {
                b'"' => {
                    self.at += 1;
                    self.pass_string()?;
                    if open == 0 {
                        break;
                    }
                    continue;
                }
                b'{' | b'[' => {
                    open += 1;
                    if open > most {
                        return None;
                    }
                }
                b'}' | b']' if open <= 1 => {
                    // The bracket after a scalar belongs to who asked.
                    self.at += usize::from(open == 1);
                    break;
                }
                b'}' | b']' => open -= 1,
                b',' if open == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        self.text.get(start..self.at)
    }

    /// The string of a member of the object that comes next, looked up ahead of reading it.
    pub fn tag(&mut self, name: &str) -> Option<Cow<'t, str>> {
        if self.peek()? != b'{' {
            return None;
        }
        let start = self.at;
        let tag = self.find(name);
        self.ahead = self.ahead.checked_sub(self.at - start)?;
        self.at = start;
        tag
    }

    fn find(&mut self, name: &str) -> Option<Cow<'t, str>> {
        self.pass(b'{')?;
        loop {
            let found = self.text()? == name;
            self.pass(b':')?;
            if found {
                return self.text();
            }
            self.peek()?;
            self.raw()?;
            self.pass(b',')?;
        }
    }
}
