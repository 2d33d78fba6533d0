//! Objects: the members are read in their order, each into its place.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::{Writer, bounds, names, refuse};
use crate::fused::plan::{Member, Object, Text};
use crate::typed::layout::{Body, Field, Type};

impl Writer<'_> {
    /// A struct, or a map that asks for more than its values.
    pub(super) fn object(&self, object: &Object, ty: &Type) -> TokenStream {
        match object.item.and_then(|index| self.plan.layout.items.get(index)).map(|item| &item.body) {
            Some(Body::Struct { fields, rest }) => self.structure(object, fields, rest.as_ref()),
            _ if is_plain(object) => self.map(object),
            _ => {
                let ty = self.ty(ty);
                let members = format_ident!("members");
                let read = self.members(object, &[], Some(&members));
                let refuse = refuse(conditions(object, &[], Some(&members)));
                quote! {
                    let mut members = <#ty>::default();
                    #read
                    #refuse
                    Some(members)
                }
            }
        }
    }

    /// An expression for a map that asks for no more than its values.
    pub(super) fn map(&self, object: &Object) -> TokenStream {
        match &object.rest {
            Member::Kept(value) => {
                let value = self.callable(value);
                quote! { reader.map(#value) }
            }
            _ => quote! { None },
        }
    }

    fn structure(&self, object: &Object, fields: &[Field], rest: Option<&Type>) -> TokenStream {
        let name = object.item.map(|index| self.item(index));
        let slots = slots(fields);
        let extra = rest.map(|_| format_ident!("extra"));
        let filled: Vec<&Ident> = slots
            .iter()
            .enumerate()
            .filter(|(index, _)| {
                object.members.iter().any(|(_, member)| matches!(member, Member::Field(field, _) if field == index))
            })
            .map(|(_, slot)| slot)
            .collect();
        let unfilled = slots.iter().filter(|slot| !filled.contains(slot));
        let make_extra = rest.map(|rest| {
            let map = if *rest == Type::Any {
                quote! { ::serde_json::Map }
            } else {
                quote! { ::std::collections::BTreeMap }
            };
            // Where nothing may be kept, nothing is.
            let mutable = keeps(object).then(|| quote! { mut });
            quote! { let #mutable extra = #map::new(); }
        });
        let read = self.members(object, fields, extra.as_ref());
        let refuse = refuse(conditions(object, fields, extra.as_ref()));
        let made = fields.iter().zip(&slots).map(|(field, slot)| {
            let ident = format_ident!("{}", field.ident);
            match (field.required, ident == *slot) {
                (true, _) => quote! { #ident: #slot?, },
                (false, true) => quote! { #ident, },
                (false, false) => quote! { #ident: #slot, },
            }
        });
        quote! {
            #(let mut #filled = None;)*
            #(let #unfilled = None;)*
            #make_extra
            #read
            #refuse
            Some(#name { #(#made)* #extra })
        }
    }

    /// The statement that reads all members.
    fn members(&self, object: &Object, fields: &[Field], kept: Option<&Ident>) -> TokenStream {
        let slots = slots(fields);
        let arm = |member: &Member| match member {
            Member::Field(index, read) => {
                let (slot, read) = (slots.get(*index), self.expression(read));
                quote! { fused::once(&mut #slot, #read?) }
            }
            Member::Kept(read) => {
                let read = self.expression(read);
                quote! { fused::keep(&mut #kept, key, #read?) }
            }
            Member::Refused => quote! { None },
        };
        let rest = arm(&object.rest);
        // What is refused or kept like any other needs no word.
        let named: Vec<(&String, TokenStream)> = object
            .members
            .iter()
            .map(|(name, member)| (name, arm(member)))
            .filter(|(_, body)| body.to_string() != rest.to_string())
            .collect();
        let on_names: Vec<TokenStream> = object.names.iter().map(|names| self.refuse_name(names)).collect();
        let count = counts(object).then(|| quote! { count += 1; });
        let start = counts(object).then(|| quote! { let mut count = 0usize; });
        let choose = if named.is_empty() {
            rest
        } else {
            let arms = named.iter().map(|(name, body)| quote! { #name => #body, });
            quote! { match key { #(#arms)* _ => #rest, } }
        };
        let key = if named.is_empty() && on_names.is_empty() && !keeps_rest(object) {
            quote! { _ }
        } else {
            quote! { key }
        };
        let body = if on_names.is_empty() && count.is_none() {
            choose
        } else {
            quote! { { #count #(#on_names)* #choose } }
        };
        let reader = if names(&body, "reader") {
            quote! { reader }
        } else {
            quote! { _ }
        };
        quote! {
            #start
            reader.object(&mut |#reader, #key| #body)?;
        }
    }

    fn refuse_name(&self, names: &Text) -> TokenStream {
        let refuse = self.refuse_text(names);
        quote! {
            let text = key;
            #refuse
        }
    }
}

/// Whether only the values matter.
pub(super) fn is_plain(object: &Object) -> bool {
    object.members.is_empty()
        && matches!(object.rest, Member::Kept(_))
        && object.min == 0
        && object.max.is_none()
        && object.present.is_empty()
        && object.dependent.is_empty()
        && object.names.is_empty()
}

fn counts(object: &Object) -> bool {
    object.item.is_some() && (object.min > 0 || object.max.is_some())
}

fn keeps_rest(object: &Object) -> bool {
    matches!(object.rest, Member::Kept(_))
}

fn keeps(object: &Object) -> bool {
    keeps_rest(object) || object.members.iter().any(|(_, member)| matches!(member, Member::Kept(_)))
}

/// What is known when all members were read: when the object is refused.
fn conditions(object: &Object, fields: &[Field], kept: Option<&Ident>) -> Vec<TokenStream> {
    let slots = slots(fields);
    let is_there = |name: &String| match fields.iter().zip(&slots).find(|(field, _)| field.wire == *name) {
        Some((_, slot)) => quote! { #slot.is_some() },
        None => quote! { #kept.contains_key(#name) },
    };
    let mut bad = match object.item {
        None => bounds(&quote! { members }, object.min, object.max),
        Some(_) => {
            let (min, max) = (super::length(object.min), object.max.map(super::length));
            let min = (object.min > 0).then(|| quote! { count < #min });
            min.into_iter().chain(max.map(|max| quote! { count > #max })).collect()
        }
    };
    bad.extend(object.present.iter().map(|name| {
        let there = is_there(name);
        quote! { !#there }
    }));
    for (name, others) in &object.dependent {
        let there = is_there(name);
        let others: Vec<TokenStream> = others.iter().map(is_there).collect();
        bad.extend(match others.as_slice() {
            [] => None,
            [other] => Some(quote! { #there && !#other }),
            others => Some(quote! { #there && !(#(#others)&&*) }),
        });
    }
    bad
}

/// The variables that fields are read into.
fn slots(fields: &[Field]) -> Vec<Ident> {
    const TAKEN: [&str; 6] = ["count", "extra", "key", "reader", "report", "text"];
    let is_field = |name: &str| fields.iter().any(|field| field.ident == name);
    let slot = |field: &Field| {
        let mut name = field.ident.clone();
        if TAKEN.contains(&name.as_str()) || name.starts_with("read_") {
            name.push('_');
            while is_field(&name) {
                name.push('_');
            }
        }
        format_ident!("{name}")
    };
    fields.iter().map(slot).collect()
}
