//! Typed values to JSON text, asked on the way whether they fit: what their type says of it already is not asked again.
//!
//! Comes in: a plan. Goes out: a function for each struct; nothing where some part can be judged by its text alone. Always
//! holds: what is written is what `serde_json` writes, and the checks accept it. Members that no field is for are not
//! looked at: a value that has some is not said to fit.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::pieces::{Pieces, can_refuse};
use super::{Writer, bounds, names, object, refuse, scalar};
use crate::fused::plan::{Member, Object, Read};
use crate::typed::layout::{Body, Field, Type};

/// How names begin that `serde_json` takes for marks of its own.
const RESERVED: &str = "$serde_json::private::";

/// Where a part is.
enum Place {
    /// A variable that is a reference.
    Variable(Ident),
    /// A field of `value`.
    Field(Ident),
}

impl Place {
    fn variable(name: &str) -> Self {
        Self::Variable(format_ident!("{name}"))
    }

    /// To look into.
    fn path(&self) -> TokenStream {
        match self {
            Self::Variable(name) => quote! { #name },
            Self::Field(name) => quote! { value.#name },
        }
    }

    fn reference(&self) -> TokenStream {
        match self {
            Self::Variable(name) => quote! { #name },
            Self::Field(name) => quote! { &value.#name },
        }
    }

    fn copy(&self) -> TokenStream {
        match self {
            Self::Variable(name) => quote! { *#name },
            Self::Field(name) => quote! { value.#name },
        }
    }
}

/// A function that writes a struct.
struct Function {
    tokens: TokenStream,
    can_refuse: bool,
    nesting: usize,
}

/// The structs on the way, and the functions of those that are done.
#[derive(Default)]
struct Structs {
    open: Vec<usize>,
    done: BTreeMap<usize, Function>,
}

impl Writer<'_> {
    /// The function `write` over values, and the functions that it asks.
    pub(super) fn write_by_value(&self) -> Option<TokenStream> {
        let (mut pieces, mut structs) = (Pieces::default(), Structs::default());
        let nesting = self.written(&Read::Call(0), &Place::variable("value"), &mut pieces, &mut structs)?;
        let (whole, statements) = (self.ty(&Type::Item(0)), pieces.finish());
        let (levels, steps) = (Literal::usize_unsuffixed(self.plan.levels), Literal::u64_unsuffixed(self.plan.steps));
        let nesting = Literal::usize_unsuffixed(nesting);
        let functions = structs.done.values().map(|function| &function.tokens);
        let value = parameter("value", &statements);
        Some(quote! {
            /// Writes a value that fits. Nothing where [`check`] has to be asked.
            #[must_use]
            pub fn write(#value: &#whole, out: &mut Text) -> Option<()> {
                #statements
                fused::within(out.json(), &LIMITS, fused::Cost { levels: #levels, steps: #steps }, #nesting)
            }

            #(#functions)*
        })
    }

    /// Writes the part at this place, and gives how many containers may be in it, one inside the other; `None` where
    /// only its text can say whether it fits.
    fn written(&self, read: &Read, place: &Place, pieces: &mut Pieces, structs: &mut Structs) -> Option<usize> {
        match read {
            Read::Call(index) => return self.written_by(*index, place, pieces, structs),
            Read::Null => pieces.constant("null"),
            Read::Bool(legal) if legal.len() == 2 => {
                let copy = place.copy();
                pieces.statements(quote! { out.token(if #copy { "true" } else { "false" }); });
            }
            Read::Text(text) => {
                let refuse = self.refuse_text(text);
                // What patterns may spend is the reader's.
                if names(&refuse, "reader") {
                    return None;
                }
                let reference = place.reference();
                if !refuse.is_empty() {
                    pieces.test(Some(quote! { { let text: &str = #reference; #refuse } }));
                }
                pieces.constant("\"");
                pieces.statements(quote! { out.chars(#reference); });
                pieces.constant("\"");
            }
            Read::Choice { item, variants, strings } => {
                let Body::Strings(all) = &self.plan.layout.items.get(*item)?.body else { return None };
                if !strings.is_empty() || all.len() != variants.len() {
                    return None;
                }
                let path = place.path();
                let plain = all.iter().all(|(string, _)| format!("{string:?}").len() == string.len() + 2);
                let write = if plain { format_ident!("token") } else { format_ident!("chars") };
                pieces.constant("\"");
                pieces.statements(quote! { out.#write(#path.as_str()); });
                pieces.constant("\"");
            }
            Read::Number(number) => {
                let (copy, reference) = (place.copy(), place.reference());
                let refuse = refuse(scalar::bad_values(number)?);
                pieces.test(refuse.map(|refuse| quote! { { let value = #copy; #refuse } }));
                pieces.statements(quote! { out.value(#reference)?; });
            }
            Read::Array { item, min, max, unique: None } => {
                pieces.test(refuse(bounds(&place.path(), *min, *max)));
                return self.each(item, "item", "items", place, pieces, structs);
            }
            Read::Object(map) if map.item.is_none() && object::is_plain(map) => {
                let Member::Kept(read) = &map.rest else { return None };
                return self.each(read, "member", "members", place, pieces, structs);
            }
            Read::Nullable { null: true, inner } => {
                let mut some = Pieces::default();
                let nesting = self.written(inner, &Place::variable("value"), &mut some, structs)?;
                let (reference, some) = (place.reference(), some.finish());
                let value = parameter("value", &some);
                pieces.statements(quote! {
                    match #reference {
                        Some(#value) => { #some }
                        None => out.token("null"),
                    }
                });
                return Some(nesting);
            }
            Read::Bool(_)
            | Read::Array { .. }
            | Read::Object(_)
            | Read::Nullable { .. }
            | Read::Part(..)
            | Read::Any
            | Read::Boxed(_)
            | Read::Newtype(..)
            | Read::ByKind(..)
            | Read::ByTag { .. } => return None,
        }
        Some(0)
    }

    /// Writes each of many parts, by the method of `Text` for such.
    fn each(
        &self,
        read: &Read,
        name: &str,
        method: &str,
        place: &Place,
        pieces: &mut Pieces,
        structs: &mut Structs,
    ) -> Option<usize> {
        let mut each = Pieces::default();
        let nesting = self.written(read, &Place::variable(name), &mut each, structs)?;
        let (each, all, method) = (each.finish(), place.reference(), format_ident!("{method}"));
        let part = parameter(name, &each);
        pieces.statements(quote! {
            out.#method(#all, |out, #part| {
                #each
                Some(())
            })?;
        });
        Some(nesting + 1)
    }

    /// What another reader reads. Of what contains itself there is no telling how deep it is.
    fn written_by(&self, index: usize, place: &Place, pieces: &mut Pieces, structs: &mut Structs) -> Option<usize> {
        let reader = self.plan.readers.get(index)?;
        if structs.open.contains(&index) {
            return None;
        }
        let structure = match &reader.read {
            Read::Object(object) => object.item.map(|item| (item, object)),
            _ => None,
        };
        let Some((item, object)) = structure else {
            structs.open.push(index);
            let nesting = self.written(&reader.read, place, pieces, structs);
            structs.open.pop();
            return nesting;
        };
        let name = format_ident!("write_{}", reader.name);
        if !structs.done.contains_key(&index) {
            let mut inner = Pieces::default();
            structs.open.push(index);
            let nesting = self.structure_written(item, object, &mut inner, structs);
            structs.open.pop();
            let nesting = nesting?;
            let (ty, statements) = (self.ty(&reader.ty), inner.finish());
            let can_refuse = can_refuse(&statements);
            let (gives, done) = can_refuse.then(|| (quote! { -> Option<()> }, quote! { Some(()) })).unzip();
            let value = parameter("value", &statements);
            let doc = crate::docs::attributes_of([format!("{}, to its text.", crate::docs::code(&reader.place))]);
            let tokens = quote! {
                #doc
                fn #name(#value: &#ty, out: &mut Text) #gives { #statements #done }
            };
            structs.done.insert(index, Function { tokens, can_refuse, nesting });
        }
        let function = structs.done.get(&index)?;
        let (reference, refused) = (place.reference(), function.can_refuse.then(|| quote! { ? }));
        pieces.statements(quote! { #name(#reference, out)#refused; });
        Some(function.nesting)
    }

    fn structure_written(
        &self,
        item: usize,
        object: &Object,
        pieces: &mut Pieces,
        structs: &mut Structs,
    ) -> Option<usize> {
        let Body::Struct { fields, rest } = &self.plan.layout.items.get(item)?.body else { return None };
        let required = fields.iter().filter(|field| field.required).count();
        let enough = object.min <= u64::try_from(required).ok()?;
        let few = object.max.is_none_or(|max| u64::try_from(fields.len()).is_ok_and(|fields| fields <= max));
        let more = !object.present.is_empty() || !object.dependent.is_empty() || !object.names.is_empty();
        // A name that is reserved is refused where it is written by `Serialize`.
        let reserved = fields.iter().any(|field| field.wire.starts_with(RESERVED));
        // Of what is nothing but members that no field is for, nothing could be said.
        if reserved || !enough || !few || more || (fields.is_empty() && rest.is_some()) {
            return None;
        }
        if rest.is_some() {
            pieces.test(refuse([quote! { !value.extra.is_empty() }]));
        }
        let mut comma = Comma::before(fields);
        if comma.is_variable {
            pieces.test(Some(quote! { let mut comma = ""; }));
        }
        pieces.constant("{");
        let mut deepest = 0;
        for (index, field) in fields.iter().enumerate() {
            let read = object.members.iter().find_map(|(_, member)| match member {
                Member::Field(of, read) if *of == index => Some(read),
                _ => None,
            })?;
            let place = Place::Field(format_ident!("{}", field.ident));
            let nesting = if field.required {
                comma.write(pieces, index);
                pieces.name(&field.wire);
                comma.is_known = true;
                self.written(read, &place, pieces, structs)?
            } else {
                let mut there = Pieces::default();
                comma.write(&mut there, index);
                there.name(&field.wire);
                let nesting = self.written(read, &Place::variable("value"), &mut there, structs)?;
                there.test(comma.follows(index));
                let (there, reference) = (there.finish(), place.reference());
                if names(&there, "value") {
                    pieces.statements(quote! { if let Some(value) = #reference { #there } });
                } else {
                    let path = place.path();
                    pieces.statements(quote! { if #path.is_some() { #there } });
                }
                nesting
            };
            deepest = deepest.max(nesting);
        }
        pieces.constant("}");
        Some(deepest + 1)
    }
}

/// What stands between the members of a struct.
struct Comma {
    /// Whether a member is sure to stand before.
    is_known: bool,
    /// Whether only the value says if a member stands before: then `comma` is a variable.
    is_variable: bool,
    /// The last member before which that is to be asked.
    last: usize,
}

impl Comma {
    fn before(fields: &[Field]) -> Self {
        let required = fields.iter().position(|field| field.required);
        let last = required.unwrap_or(fields.len().saturating_sub(1));
        Self { is_known: false, is_variable: last > 0, last }
    }

    /// Before the member of this index.
    fn write(&self, pieces: &mut Pieces, index: usize) {
        if self.is_known {
            pieces.constant(",");
        } else if index > 0 {
            pieces.statements(quote! { out.token(comma); });
        }
    }

    /// After the member of this index, which may be left out.
    fn follows(&self, index: usize) -> Option<TokenStream> {
        (!self.is_known && index < self.last).then(|| quote! { comma = ","; })
    }
}

/// A parameter that statements may not need.
fn parameter(name: &str, statements: &TokenStream) -> TokenStream {
    let ident = format_ident!("{name}");
    if names(statements, name) {
        quote! { #ident }
    } else {
        quote! { _ }
    }
}
