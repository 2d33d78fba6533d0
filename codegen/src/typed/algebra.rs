//! Meet and join of shapes.

use std::collections::BTreeMap;
use std::rc::Rc;

use super::arena::{Arena, Form};
use super::shape::{ANY, Array, Id, Member, Number, Object, Shape, Text};

/// More alternatives than this are made one object that has the members of all.
const MOST_ALTERNATIVES: usize = 64;

impl Arena<'_> {
    /// What all of some shapes let through.
    pub(super) fn meet_shapes(&mut self, shapes: &[Rc<Shape>], at: &str) -> Rc<Shape> {
        let Some((first, others)) = shapes.split_first() else { return Rc::new(Shape::any()) };
        let mut shape = (**first).clone();
        for other in others {
            shape = Shape {
                null: shape.null && other.null,
                boolean: shape.boolean && other.boolean,
                number: shape.number.zip(other.number).and_then(|(a, b)| a.meet(b)),
                string: shape.string.as_ref().zip(other.string.as_ref()).and_then(|(a, b)| a.meet(b)),
                array: shape
                    .array
                    .zip(other.array)
                    .map(|(a, b)| Array { items: a.items.zip(b.items).map(|(a, b)| self.meet([a, b], at)) }),
                objects: self.meet_objects(&shape.objects, &other.objects, at),
            };
        }
        Rc::new(shape)
    }

    fn meet_objects(&mut self, left: &[Rc<Object>], right: &[Rc<Object>], at: &str) -> Vec<Rc<Object>> {
        if left.is_empty() || right.is_empty() {
            return Vec::new();
        }
        let (mut left, mut right) = (left.to_vec(), right.to_vec());
        if left.len().saturating_mul(right.len()) > MOST_ALTERNATIVES {
            right = vec![Rc::new(self.merged(&right, at))];
            if left.len() > MOST_ALTERNATIVES {
                left = vec![Rc::new(self.merged(&left, at))];
            }
        }
        let mut both = Vec::new();
        for a in &left {
            for b in &right {
                if b.is_any() {
                    both.push(a.clone());
                } else if a.is_any() {
                    both.push(b.clone());
                } else {
                    both.extend(self.meet_object(a, b, at).map(Rc::new));
                }
            }
        }
        both
    }

    fn meet_object(&mut self, a: &Object, b: &Object, at: &str) -> Option<Object> {
        let mut fields = BTreeMap::new();
        for name in a.fields.keys().chain(b.fields.keys().filter(|name| !a.fields.contains_key(*name))) {
            let member = match (a.fields.get(name), b.fields.get(name)) {
                (Some(x), Some(y)) => {
                    Member { node: self.meet([x.node, y.node], at), required: x.required || y.required }
                }
                (Some(member), None) | (None, Some(member)) => {
                    let other = if a.fields.contains_key(name) { b } else { a };
                    match other.rest {
                        Some(rest) => Member { node: self.meet([member.node, rest], at), ..*member },
                        None if member.required => return None,
                        None => continue,
                    }
                }
                (None, None) => continue,
            };
            fields.insert(name.clone(), member);
        }
        let rest = a.rest.zip(b.rest).map(|(a, b)| self.meet([a, b], at));
        Some(Object { fields, rest, node: None })
    }

    /// The form of "any of these nodes".
    pub(super) fn join_form(&mut self, ids: Vec<Id>, at: &str) -> Form {
        let mut nullable = false;
        let mut live: Vec<(Id, Rc<Shape>)> = Vec::new();
        for id in ids {
            let shape = self.shape(id);
            if shape.is_null_only() {
                nullable = true;
            } else if shape.is_any() {
                return Form::Same { node: ANY, nullable: false };
            } else if !shape.is_never() {
                live.push((id, shape));
            }
        }
        if let [(node, _)] = live[..] {
            return Form::Same { node, nullable };
        }
        let shapes: Vec<_> = live.into_iter().map(|(_, shape)| shape).collect();
        let mut shape = self.join_shapes(&shapes, at);
        shape.null |= nullable;
        Form::Shape(Rc::new(shape))
    }

    fn join_shapes(&mut self, shapes: &[Rc<Shape>], at: &str) -> Shape {
        let texts: Vec<&Text> = shapes.iter().filter_map(|shape| shape.string.as_ref()).collect();
        let arrays: Vec<Array> = shapes.iter().filter_map(|shape| shape.array).collect();
        let mut objects: Vec<Rc<Object>> = Vec::new();
        for object in shapes.iter().flat_map(|shape| &shape.objects) {
            // The same object twice is one alternative; comparing with the last few is enough to be linear.
            if !objects.iter().rev().take(8).any(|known| known == object) {
                objects.push(object.clone());
            }
        }
        if objects.iter().any(|object| object.is_any()) {
            objects = vec![Rc::new(Object::any())];
        } else if objects.len() > MOST_ALTERNATIVES {
            objects = vec![Rc::new(self.merged(&objects, at))];
        }
        Shape {
            null: shapes.iter().any(|shape| shape.null),
            boolean: shapes.iter().any(|shape| shape.boolean),
            number: shapes.iter().filter_map(|shape| shape.number).reduce(Number::join),
            string: (!texts.is_empty()).then(|| Text::join(&texts)),
            array: (!arrays.is_empty())
                .then(|| Array { items: self.join(arrays.iter().filter_map(|array| array.items), at) }),
            objects,
        }
    }

    /// One object that lets through whatever one of some objects does.
    pub(super) fn merged(&mut self, objects: &[Rc<Object>], at: &str) -> Object {
        if let [one] = objects {
            return (**one).clone();
        }
        let open = objects.iter().filter(|object| object.rest.is_some()).count();
        let rest = self.join(objects.iter().filter_map(|object| object.rest), at);
        let mut names: BTreeMap<&str, Vec<(Member, bool)>> = BTreeMap::new();
        for object in objects {
            for (name, member) in &object.fields {
                names.entry(name).or_default().push((*member, object.rest.is_some()));
            }
        }
        let mut fields = BTreeMap::new();
        for (name, members) in names {
            let open_with_it = members.iter().filter(|(_, open)| *open).count();
            // Where it is not named, an open object may still have it.
            let unnamed = rest.filter(|_| open > open_with_it);
            let nodes = members.iter().map(|(member, _)| member.node).chain(unnamed);
            let node = self.join(nodes, at).unwrap_or(ANY);
            let required = members.len() == objects.len() && members.iter().all(|(member, _)| member.required);
            fields.insert(name.to_owned(), Member { node, required });
        }
        Object { fields, rest, node: None }
    }
}
