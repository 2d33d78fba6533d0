//! How a subschema is asked, and how a fault is told.

use proc_macro2::TokenStream;
use quote::quote;

use super::inline::Test;
use super::{Emitter, words};
use crate::validate::program::Id;

/// What a generated function does when `bad` holds.
pub(super) fn check(bad: &TokenStream, keyword: &str, expected: &str) -> TokenStream {
    let fault = quote! { report.fault(at, #keyword, #expected, value) };
    let condition = match bad.to_string().as_str() {
        "false" => return TokenStream::new(),
        "true" => fault,
        _ => quote! { #bad && #fault },
    };
    quote! {
        if #condition {
            return false;
        }
    }
}

impl Emitter<'_> {
    /// Statements before so many `steps`; nothing where the schema alone bounds the work.
    pub(super) fn spend(&self, steps: &TokenStream) -> TokenStream {
        if !self.facts.counts() {
            return TokenStream::new();
        }
        quote! {
            if !report.spend(#steps) {
                return false;
            }
        }
    }

    /// An expression: whether to go on after the subschema has seen `value`. `None`: it takes everything.
    pub(super) fn go_on(&self, id: Id, value: &TokenStream, at: &TokenStream, keyword: &str) -> Option<TokenStream> {
        if self.facts.always(id) {
            return None;
        }
        if self.facts.never(id) {
            return Some(quote! { !report.fault(#at, #keyword, "nothing here", #value) });
        }
        if let Some(Test { holds, keyword, expected }) = self.test(id, value) {
            return Some(quote! { (#holds || !report.fault(#at, #keyword, #expected, #value)) });
        }
        let function = self.names.get(id)?;
        Some(quote! { #function(#value, #at, report) })
    }

    /// Statements: the subschema sees `value`; nothing when it takes everything.
    pub(super) fn ask(&self, id: Id, value: &TokenStream, at: &TokenStream, keyword: &str) -> TokenStream {
        if self.facts.never(id) {
            return quote! {
                if report.fault(#at, #keyword, "nothing here", #value) {
                    return false;
                }
            };
        }
        if let Some(Test { holds, keyword, expected }) = self.test(id, value) {
            return quote! {
                if !#holds && report.fault(#at, #keyword, #expected, #value) {
                    return false;
                }
            };
        }
        match self.go_on(id, value, at, keyword) {
            None => quote! {},
            Some(go_on) => quote! {
                if !#go_on {
                    return false;
                }
            },
        }
    }

    /// An expression: whether the subschema holds for `value`, without telling anything.
    pub(super) fn holds(&self, id: Id, value: &TokenStream) -> TokenStream {
        self.holds_in(id, value, &quote! { R::depth(at) + 1 }, &quote! { report.quiet() })
    }

    /// The same, with expressions for the depth of the subschema and the report.
    pub(super) fn holds_in(
        &self,
        id: Id,
        value: &TokenStream,
        depth: &TokenStream,
        quiet: &TokenStream,
    ) -> TokenStream {
        if self.facts.always(id) {
            return quote! { true };
        }
        if let Some(test) = self.test(id, value) {
            return test.holds;
        }
        match self.names.get(id) {
            Some(function) => quote! { #function(#value, #depth, #quiet) },
            None => quote! { false },
        }
    }

    /// What a subschema wants, in a few words.
    pub(super) fn words(&self, id: Id) -> String {
        words::schema(self.program, &self.facts, id)
    }
}
