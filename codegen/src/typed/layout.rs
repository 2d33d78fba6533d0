//! The types as they were written, as plain data: what another stage needs to make values of them.
//!
//! Comes in: the planned items, and what typify and `names` made of them. Goes out: for each item
//! its name, its fields or variants, and where a box is. Always holds: it says what the tokens say.

use proc_macro2::TokenStream;

use super::engine::Parts;
use super::item::{Body as Planned, Item as PlannedItem, Kind};
pub(crate) use super::part::Type;
use super::write::{field_names, item_names, strings_names, unions};

/// All items, the root first; none where the whole is any value.
#[derive(Clone, Debug, Default)]
pub(crate) struct Layout {
    pub(crate) items: Vec<Item>,
}

/// An item.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    /// Its Rust name.
    pub(crate) name: String,
    pub(crate) body: Body,
}

/// What an item is.
#[derive(Clone, Debug)]
pub(crate) enum Body {
    /// Fields, and the type of all other members if there may be any.
    Struct { fields: Vec<Field>, rest: Option<Type> },
    /// An enum of strings: as they stand in JSON, and variants.
    Strings(Vec<(String, String)>),
    /// A struct of one unnamed field.
    Newtype(Type),
    /// An enum told apart by the kind of value.
    ByKind(Vec<(Kind, String, Type)>),
    /// An enum told apart by the string of a member.
    ByTag { member: String, variants: Vec<Tagged> },
    /// An enum told apart by the members that there are: read as a value.
    ByKey,
}

/// A variant that a string tells apart.
#[derive(Clone, Debug)]
pub(crate) struct Tagged {
    /// The strings.
    pub(crate) values: Vec<String>,
    /// Whether it is this one when there is no such string.
    pub(crate) absent: bool,
    pub(crate) variant: String,
    pub(crate) ty: Type,
}

/// A field.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    pub(crate) wire: String,
    pub(crate) ident: String,
    pub(crate) ty: Type,
    /// Otherwise its Rust type is an option of the type.
    pub(crate) required: bool,
}

/// The layout of what [`super::write`] writes.
pub(super) fn layout(root: &str, items: &[PlannedItem<'_>], parts: &Parts) -> Layout {
    let names = item_names(root, items);
    let items = items.iter().zip(parts).zip(names).map(|((item, parts), name)| Item { name, body: body(item, parts) });
    Layout { items: items.collect() }
}

fn body(item: &PlannedItem<'_>, parts: &[TokenStream]) -> Body {
    let texts = |idents: Vec<proc_macro2::Ident>| idents.into_iter().map(|ident| ident.to_string());
    match &item.body {
        Planned::Struct { fields, rest } => {
            let idents = texts(field_names(fields, rest.is_some()));
            let of = fields.iter().zip(idents).zip(parts);
            let of = of.map(|((field, ident), part)| Field {
                wire: field.wire.clone(),
                ident,
                ty: ty(&field.ty, part),
                required: field.required,
            });
            Body::Struct {
                fields: of.collect(),
                rest: rest.as_ref().zip(parts.last()).map(|(rest, part)| ty(rest, part)),
            }
        }
        Planned::Strings(list) => Body::Strings(list.iter().cloned().zip(texts(strings_names(list))).collect()),
        Planned::Newtype(inner) => Body::Newtype(ty(inner, &parts[0])),
        Planned::ByKind(variants) => {
            let of = variants.iter().zip(parts);
            Body::ByKind(of.map(|((kind, of), part)| (*kind, kind.name().to_owned(), ty(of, part))).collect())
        }
        Planned::ByTag { member, variants } => {
            let of = variants.iter().zip(texts(unions::tag_names(variants))).zip(parts);
            let of = of.map(|(((case, of), variant), part)| Tagged {
                values: case.values.clone(),
                absent: case.absent,
                variant,
                ty: ty(of, part),
            });
            Body::ByTag { member: member.clone(), variants: of.collect() }
        }
        Planned::ByKey(_) => Body::ByKey,
    }
}

/// A type with the boxes that typify put where types contain themselves.
fn ty(planned: &Type, part: &TokenStream) -> Type {
    match syn::parse2(part.clone()) {
        Ok(written) => boxed(planned, Some(&written)),
        Err(_) => boxed(planned, None),
    }
}

fn boxed(planned: &Type, written: Option<&syn::Type>) -> Type {
    let inner = written.and_then(argument);
    if let Some((name, inner)) = &inner
        && name == "Box"
    {
        return Type::Boxed(Box::new(boxed(planned, Some(inner))));
    }
    let inner = inner.map(|(_, inner)| inner);
    match planned {
        Type::Array(of) => Type::Array(Box::new(boxed(of, inner.as_ref()))),
        Type::Map(of) => Type::Map(Box::new(boxed(of, inner.as_ref()))),
        Type::Nullable(of) => Type::Nullable(Box::new(boxed(of, inner.as_ref()))),
        plain => plain.clone(),
    }
}

/// The name of a generic type, and its last argument.
fn argument(ty: &syn::Type) -> Option<(String, syn::Type)> {
    let syn::Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last()?;
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.last()? {
        syn::GenericArgument::Type(inner) => Some((segment.ident.to_string(), inner.clone())),
        _ => None,
    }
}
