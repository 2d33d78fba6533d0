//! Enums of alternatives: chosen before anything is read.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::Writer;
use crate::fused::plan::{Read, Variant};
use crate::typed::Kind;

impl Writer<'_> {
    /// By the first byte.
    pub(super) fn by_kind(&self, item: usize, variants: &[(Kind, String, Read)]) -> TokenStream {
        let item = self.item(item);
        let arms = variants.iter().map(|(kind, variant, read)| {
            let (variant, read) = (format_ident!("{variant}"), self.expression(read));
            let byte = |byte: u8| Literal::byte_character(byte);
            let first = match kind {
                Kind::Boolean => {
                    let (one, other) = (byte(b't'), byte(b'f'));
                    quote! { #one | #other }
                }
                Kind::Number => {
                    let (minus, zero, nine) = (byte(b'-'), byte(b'0'), byte(b'9'));
                    quote! { #minus | #zero..=#nine }
                }
                Kind::String => {
                    let quote = byte(b'"');
                    quote! { #quote }
                }
                Kind::Array => {
                    let bracket = byte(b'[');
                    quote! { #bracket }
                }
                Kind::Object => {
                    let brace = byte(b'{');
                    quote! { #brace }
                }
            };
            quote! { #first => #read.map(#item::#variant), }
        });
        quote! {
            match reader.peek()? {
                #(#arms)*
                _ => None,
            }
        }
    }

    /// By the string of a member, looked up ahead.
    pub(super) fn by_tag(&self, item: usize, member: &str, variants: &[Variant]) -> TokenStream {
        let item = self.item(item);
        let arms = variants.iter().map(|Variant { values, name, read }| {
            let (variant, read) = (format_ident!("{name}"), self.expression(read));
            quote! { #(#values)|* => #read.map(#item::#variant), }
        });
        quote! {
            match &*reader.tag(#member)? {
                #(#arms)*
                _ => None,
            }
        }
    }
}
