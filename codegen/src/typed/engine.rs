//! typify, and the guard around it.
//!
//! Comes in: the planned items. They are written as a schema of the subset on which typify is
//! exact (objects whose members are all required, arrays, maps, nullable, scalars, references),
//! under names that need no mapping: `T0`, `T1`, … for the items, `f0`, `f1`, … for their parts. So
//! nothing of what somebody called their members or types reaches it, nor any default, constant,
//! format, pattern or description. Goes out: for each part the Rust type that typify gives it,
//! boxed where a type would contain itself. Always holds: a panic or an error of typify, and a
//! type that is not made of the few that may occur, end here and are reported.

use std::panic::{AssertUnwindSafe, catch_unwind};

use proc_macro2::TokenStream;
use serde_json::{Value, json};
use typify::{TypeDetails, TypeSpace, TypeSpaceSettings};

use super::item::{Body, Item};
use super::part::Type;

/// The types of the parts of every item: fields, then what is left; variants; the content of a newtype.
pub(super) type Parts = Vec<Vec<TokenStream>>;

/// Asks typify for the type of every part.
pub(super) fn parts(items: &[Item<'_>]) -> Result<Parts, String> {
    let asked: Vec<Vec<&Type>> = items.iter().map(|item| item.body.parts()).collect();
    let schema = schema(&asked);
    quietly(move || types(schema, &asked)).unwrap_or_else(|| Err("typify panicked".to_owned()))
}

impl Body<'_> {
    fn parts(&self) -> Vec<&Type> {
        match self {
            Self::Struct { fields, rest } => fields.iter().map(|field| &field.ty).chain(rest).collect(),
            Self::Strings(_) => Vec::new(),
            Self::Newtype(ty) => vec![ty],
            Self::ByKind(variants) => variants.iter().map(|(_, ty)| ty).collect(),
            Self::ByKey(variants) => variants.iter().map(|(_, ty)| ty).collect(),
            Self::ByTag { variants, .. } => variants.iter().map(|(_, ty)| ty).collect(),
        }
    }
}

fn schema(asked: &[Vec<&Type>]) -> Value {
    let item = |parts: &Vec<&Type>| {
        let names: Vec<String> = (0..parts.len()).map(part_name).collect();
        let properties: serde_json::Map<String, Value> =
            names.iter().cloned().zip(parts.iter().map(|ty| ty.schema())).collect();
        json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
    };
    let mut definitions: serde_json::Map<String, Value> =
        asked.iter().enumerate().map(|(index, parts)| (item_name(index), item(parts))).collect();
    definitions.insert(BIG.to_owned(), json!({"type": "number"}));
    json!({"$schema": "http://json-schema.org/draft-07/schema#", "definitions": definitions})
}

fn item_name(index: usize) -> String {
    format!("T{index}")
}

fn part_name(index: usize) -> String {
    format!("f{index}")
}

/// The item that an identifier of typify's stands for.
fn item_index(ident: &str) -> Option<usize> {
    ident.strip_prefix('T')?.parse().ok()
}

/// Stands for `serde_json::Number`.
const BIG: &str = "Big";

impl Type {
    fn schema(&self) -> Value {
        match self {
            Self::Any => json!({}),
            Self::Null => json!({"type": "null"}),
            Self::Bool => json!({"type": "boolean"}),
            Self::I64 => json!({"type": "integer", "format": "int64"}),
            Self::U64 => json!({"type": "integer", "format": "uint64"}),
            Self::F64 => json!({"type": "number", "format": "double"}),
            Self::Number => json!({"$ref": format!("#/definitions/{BIG}")}),
            Self::String => json!({"type": "string"}),
            Self::Item(index) => json!({"$ref": format!("#/definitions/{}", item_name(*index))}),
            Self::Array(items) => json!({"type": "array", "items": items.schema()}),
            Self::Map(values) => json!({"type": "object", "additionalProperties": values.schema()}),
            Self::Nullable(inner) => json!({"oneOf": [inner.schema(), {"type": "null"}]}),
            // typify puts the boxes.
            Self::Boxed(inner) => inner.schema(),
        }
    }
}

fn types(schema: Value, asked: &[Vec<&Type>]) -> Result<Parts, String> {
    let schema = serde_json::from_value(schema).map_err(|error| error.to_string())?;
    let mut settings = TypeSpaceSettings::default();
    settings.with_map_type("::std::collections::BTreeMap").with_replacement(
        BIG,
        "::serde_json::Number",
        std::iter::empty(),
    );
    let mut space = TypeSpace::new(&settings);
    space.add_root_schema(schema).map_err(|error| error.to_string())?;
    let mut parts: Vec<Option<Vec<TokenStream>>> = asked.iter().map(|parts| parts.is_empty().then(Vec::new)).collect();
    for ty in space.iter_types() {
        let TypeDetails::Struct(structure) = ty.details() else { continue };
        let Some(index) = item_index(&ty.name()) else { continue };
        let (Some(parts), Some(asked)) = (parts.get_mut(index), asked.get(index)) else { continue };
        let mut found: Vec<Option<TokenStream>> = vec![None; asked.len()];
        for property in structure.properties_info() {
            let part = property.name.strip_prefix('f').and_then(|name| name.parse::<usize>().ok());
            let slot = part.and_then(|part| found.get_mut(part)).ok_or("typify renamed a member")?;
            let tokens = space.get_type(&property.type_id).map_err(|error| error.to_string())?.ident();
            if !property.required || slot.is_some() {
                return Err("typify did not keep the members as they are".to_owned());
            }
            *slot = Some(checked(tokens)?);
        }
        *parts = Some(found.into_iter().collect::<Option<_>>().ok_or("typify dropped a member")?);
    }
    parts.into_iter().collect::<Option<_>>().ok_or_else(|| "typify dropped a type".to_owned())
}

/// Tokens that are a type of the kinds asked for, and nothing else.
fn checked(tokens: TokenStream) -> Result<TokenStream, String> {
    let ty: syn::Type = syn::parse2(tokens.clone()).map_err(|error| format!("typify wrote no type: {error}"))?;
    if expected(&ty) { Ok(tokens) } else { Err(format!("typify wrote an unexpected type: {tokens}")) }
}

fn expected(ty: &syn::Type) -> bool {
    const LEAVES: [&str; 7] =
        ["bool", "i64", "u64", "f64", "std::string::String", "serde_json::Value", "serde_json::Number"];
    const CONTAINERS: [&str; 5] =
        ["std::option::Option", "std::vec::Vec", "std::boxed::Box", "std::collections::BTreeMap", "serde_json::Map"];
    let path = match ty {
        syn::Type::Tuple(tuple) => return tuple.elems.is_empty(),
        syn::Type::Path(path) if path.qself.is_none() => &path.path,
        _ => return false,
    };
    let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
    let name = names.join("::");
    let arguments = path.segments.last().map(|segment| &segment.arguments);
    match arguments {
        Some(syn::PathArguments::None) => LEAVES.contains(&name.as_str()) || item_index(&name).is_some(),
        Some(syn::PathArguments::AngleBracketed(inner)) => {
            CONTAINERS.contains(&name.as_str())
                && inner.args.iter().all(|arg| matches!(arg, syn::GenericArgument::Type(ty) if expected(ty)))
        }
        _ => false,
    }
}

/// Tokens of typify's with the names of the items in the place of `T0`, `T1`, ….
pub(super) fn named(tokens: &TokenStream, names: &[String]) -> TokenStream {
    use proc_macro2::{Group, Ident, TokenTree};
    let name = |token: TokenTree| match token {
        TokenTree::Ident(ident) => {
            let index = item_index(&ident.to_string());
            let name = index.and_then(|index| names.get(index)).map(|name| Ident::new(name, ident.span()));
            TokenTree::Ident(name.unwrap_or(ident))
        }
        TokenTree::Group(group) => TokenTree::Group(Group::new(group.delimiter(), named(&group.stream(), names))),
        token => token,
    };
    tokens.clone().into_iter().map(name).collect()
}

thread_local! {
    static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
}

/// Runs something that may panic; `None` if it did. Its panic is not printed, any other is.
fn quietly<T>(run: impl FnOnce() -> T) -> Option<T> {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !QUIET.get() {
                before(panic);
            }
        }));
    });
    let outer = QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(outer);
    result.ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_panic_of_typify_ends_here() {
        // `not` with a type is one of the schemas that make it panic.
        let schema = json!({"definitions": {"T0": {"$ref": "#/definitions/Missing"}}});
        assert!(quietly(|| types(schema, &[Vec::new()])).is_none_or(|parts| parts.is_err()));
        assert_eq!(quietly(|| -> u8 { std::panic::resume_unwind(Box::new("gone")) }), None);
        assert_eq!(quietly(|| 1), Some(1));
    }

    #[test]
    fn unexpected_types_are_refused() {
        for legal in
            ["()", "::std::option::Option<T3>", "::serde_json::Map<::std::string::String, ::serde_json::Value>"]
        {
            assert!(checked(legal.parse().unwrap()).is_ok(), "{legal}");
        }
        for foreign in
            ["::chrono::DateTime<::chrono::offset::Utc>", "::uuid::Uuid", "(i64, i64)", "&'static str", "T", "i64;"]
        {
            assert!(checked(foreign.parse().unwrap()).is_err(), "{foreign}");
        }
    }
}
