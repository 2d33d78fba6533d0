//! Strings, numbers and booleans.

use serde_json::Value;

use super::{Listed, Number, Planner, Read, Text};
use crate::typed::layout::{Body, Type};
use crate::validate::emit::borrow;
use crate::validate::program::{Id, Node, Numbers, Strings, Types};

impl Planner<'_> {
    /// How a scalar is read; `None` for what is none.
    pub(super) fn scalar(&self, ty: &Type, ids: &[Id]) -> Option<Read> {
        let read = match ty {
            Type::Null => self.null(ids).filter(|legal| *legal).map(|_| Read::Null),
            Type::Bool => self.boolean(ids),
            Type::String => self.text(ids).map(Read::Text),
            Type::I64 | Type::U64 | Type::F64 | Type::Number => self.number(ty, ids),
            Type::Item(item) => match self.layout.items.get(*item).map(|item| &item.body) {
                Some(Body::Strings(variants)) => self.choice(*item, variants, ids),
                _ => return None,
            },
            _ => return None,
        };
        Some(read.unwrap_or_else(|| Read::Part(ids.to_vec(), ty.clone())))
    }

    fn nodes(&self, ids: &[Id], kind: Types) -> Option<Vec<&Node>> {
        let nodes = self.facts.expand(ids, kind)?;
        Some(nodes.into_iter().map(|id| self.facts.node(id)).collect())
    }

    fn boolean(&self, ids: &[Id]) -> Option<Read> {
        let nodes = self.nodes(ids, Types::BOOLEAN)?;
        let legal = |value: bool| {
            let value = Value::Bool(value);
            nodes.iter().all(|node| {
                node.types.meets(Types::BOOLEAN) && node.values.iter().all(|(_, values)| values.contains(&value))
            })
        };
        let values: Vec<bool> = [false, true].into_iter().filter(|value| legal(*value)).collect();
        (!values.is_empty()).then_some(Read::Bool(values))
    }

    /// What is asked of a string.
    pub(super) fn text(&self, ids: &[Id]) -> Option<Text> {
        let nodes = self.nodes(ids, Types::STRING)?;
        let mut text = Text { values: None, strings: Vec::new() };
        for node in nodes {
            // Readers count no work that a part's length does not say.
            if !node.types.meets(Types::STRING) || node.string.reads_expressions() {
                return None;
            }
            for (_, values) in &node.values {
                let strings = || values.iter().filter_map(Value::as_str);
                text.values = Some(match text.values.take() {
                    None => strings().map(str::to_owned).collect(),
                    Some(known) => known.into_iter().filter(|known| strings().any(|text| text == known)).collect(),
                });
            }
            if node.string != Strings::default() && !text.strings.contains(&node.string) {
                text.strings.push(node.string.clone());
            }
        }
        if let Some(values) = &mut text.values {
            values.sort_unstable();
            values.dedup();
            if values.is_empty() {
                return None;
            }
        }
        Some(text)
    }

    fn choice(&self, item: usize, variants: &[(String, String)], ids: &[Id]) -> Option<Read> {
        let Text { values, strings } = self.text(ids)?;
        let legal = |wire: &String| values.as_ref().is_none_or(|values| values.binary_search(wire).is_ok());
        let variants: Vec<_> = variants.iter().filter(|(wire, _)| legal(wire)).cloned().collect();
        (!variants.is_empty()).then_some(Read::Choice { item, variants, strings })
    }

    fn number(&self, ty: &Type, ids: &[Id]) -> Option<Read> {
        let nodes = self.nodes(ids, Types::NUMBER)?;
        let mut number = Number { ty: ty.clone(), whole: false, values: None, bounds: Vec::new() };
        for node in nodes {
            if !node.types.meets(Types::INTEGER) {
                return None;
            }
            number.whole |= !node.types.meets(Types::FRACTION) && matches!(ty, Type::F64 | Type::Number);
            for (_, values) in &node.values {
                // Two lists would have to be intersected by value.
                if number.values.is_some() {
                    return None;
                }
                number.values = Some(listed(ty, values)?);
            }
            if node.number != Numbers::default() && !number.bounds.contains(&node.number) {
                number.bounds.push(node.number.clone());
            }
        }
        Some(Read::Number(number))
    }
}

/// The numbers of a list that a type holds; `None` if there are none.
fn listed(ty: &Type, values: &[Value]) -> Option<Listed> {
    let numbers = values.iter().filter_map(|value| match value {
        Value::Number(number) => Some(number),
        _ => None,
    });
    match ty {
        Type::I64 | Type::U64 => {
            let mut list: Vec<i64> = numbers.filter_map(borrow::whole).collect();
            list.retain(|value| *ty == Type::I64 || *value >= 0);
            list.sort_unstable();
            list.dedup();
            (!list.is_empty()).then_some(Listed::Integers(list))
        }
        Type::F64 => {
            let list: Vec<f64> = numbers.filter_map(borrow::exact).collect();
            (!list.is_empty()).then_some(Listed::Floats(list))
        }
        _ => None,
    }
}
