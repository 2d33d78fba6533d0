//! `allOf` of objects to one object that demands what all of them demand.

use crate::schema::{Kind, Literal, Node, Object, ProtocolSchema, Rest, Scalar, Shape};

/// The one object that all parts together describe.
pub(super) fn merge(schema: &ProtocolSchema, parts: &[Node]) -> Result<Object, String> {
    let mut merged = Object::default();
    for part in parts {
        add(&mut merged, object_of(schema, part)?)?;
    }
    Ok(merged)
}

fn object_of(schema: &ProtocolSchema, node: &Node) -> Result<Object, String> {
    match &node.shape {
        Shape::Object(object) => Ok(object.clone()),
        Shape::AllOf(parts) => merge(schema, parts),
        Shape::Reference(name) => match schema.definitions.get(name) {
            Some(node) => object_of(schema, node),
            None => Err(format!("`{name}` is not defined")),
        },
        _ => Err("a part of this `allOf` is no object".to_owned()),
    }
}

fn add(merged: &mut Object, part: Object) -> Result<(), String> {
    for (name, node) in part.members {
        match merged.members.remove(&name) {
            None => merged.members.insert(name, node),
            Some(present) => {
                let both = narrower(present, node)
                    .ok_or_else(|| format!("the parts of this `allOf` say different things of `{name}`"))?;
                merged.members.insert(name, both)
            }
        };
    }
    merged.required.extend(part.required);
    if !merged.any_of.is_empty() && !part.any_of.is_empty() {
        return Err("two parts of this `allOf` have an `anyOf`".to_owned());
    }
    merged.any_of.extend(part.any_of);
    merged.rest = match (std::mem::take(&mut merged.rest), part.rest) {
        (Rest::Any, rest) | (rest, Rest::Any) => rest,
        // `additionalProperties` looks at the `properties` beside it only: what two of them say of
        // a merged object is not what either says.
        _ => return Err("more than one part of this `allOf` limits other members".to_owned()),
    };
    Ok(())
}

/// Of two schemas the one that implies the other.
fn narrower(one: Node, two: Node) -> Option<Node> {
    if implies(&one.shape, &two.shape) {
        return Some(one);
    }
    implies(&two.shape, &one.shape).then_some(two)
}

fn implies(narrow: &Shape, wide: &Shape) -> bool {
    match (narrow, wide) {
        (_, Shape::Any) => true,
        (Shape::Constant(Literal::Integer(_)), Shape::Scalar(wide)) => unbounded(wide, &[Kind::Integer, Kind::Number]),
        (Shape::Constant(Literal::Text(_)) | Shape::Strings(_), Shape::Scalar(wide)) => {
            unbounded(wide, &[Kind::String])
        }
        (Shape::Constant(Literal::Text(text)), Shape::Strings(list)) => list.contains(text),
        (Shape::Reference(one), Shape::Reference(two)) => one == two,
        (Shape::Scalar(one), Shape::Scalar(two)) => one == two,
        (Shape::Object(_), Shape::Object(two)) => {
            two.members.is_empty() && two.rest == Rest::Any && two.any_of.is_empty()
        }
        _ => false,
    }
}

fn unbounded(scalar: &Scalar, kinds: &[Kind]) -> bool {
    scalar.minimum.is_none() && scalar.maximum.is_none() && kinds.iter().any(|kind| scalar.kinds.contains(kind))
}
