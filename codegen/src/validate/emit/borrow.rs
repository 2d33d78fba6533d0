//! What another stage that checks the same values may borrow from here.
//!
//! Always holds: an expression names items of the module that [`Program::emit_with`] makes, and
//! they are there.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::Number;

use super::{Emitter, scalar};
use crate::validate::program::{Id, Numbers, Strings};

impl Emitter<'_> {
    /// An expression over `value`, `at` and `report`: whether a value fits all of these.
    pub(crate) fn fits(&self, ids: &[Id]) -> TokenStream {
        let (value, at) = (quote! { value }, quote! { at });
        let all = ids.iter().filter(|id| !self.facts.always(**id)).map(|id| {
            // Without a function of its own nothing can be said: the validator of the whole will.
            self.go_on(*id, &value, &at, "schema")
                .filter(|_| !self.facts.never(*id))
                .unwrap_or_else(|| quote! { false })
        });
        all.reduce(|all, one| quote! { #all && #one }).unwrap_or_else(|| quote! { true })
    }

    /// Expressions over `text`, a `&str`, and maybe `report`: when a string is none of these.
    pub(crate) fn bad_strings(&self, strings: &Strings) -> Vec<TokenStream> {
        self.string_faults(strings).into_iter().map(|(bad, _, _)| bad).collect()
    }
}

/// Expressions over `number`, a `&Number`: when it breaks a bound.
pub(crate) fn bad_numbers(numbers: &Numbers) -> Vec<TokenStream> {
    scalar::number_faults(numbers).into_iter().map(|(bad, _, _)| bad).collect()
}

/// The number as an integer, also when it is written as `3.0`.
pub(crate) fn whole(number: &Number) -> Option<i64> {
    scalar::whole(number)
}

/// The number as a double, if it is that.
pub(crate) fn exact(number: &Number) -> Option<f64> {
    const EXACT: i64 = 1 << 53;
    match whole(number) {
        Some(integer) if (-EXACT..=EXACT).contains(&integer) => number.as_f64(),
        Some(_) => None,
        None => number.as_f64().filter(|_| number.is_f64()),
    }
}
