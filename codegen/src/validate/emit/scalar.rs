//! Keywords of numbers and strings.

use proc_macro2::{Literal, TokenStream};
use quote::quote;
use serde_json::Number;

use super::Emitter;
use super::call::check;
use super::words;
use crate::validate::format;
use crate::validate::program::{Numbers, Strings};

/// Checks of `number`, a `&Number`.
pub(super) fn number(numbers: &Numbers) -> TokenStream {
    number_faults(numbers).iter().map(|(bad, keyword, expected)| check(bad, keyword, expected)).collect()
}

/// Each check: when it is broken, its keyword, what is legal.
pub(super) fn number_faults(numbers: &Numbers) -> Vec<(TokenStream, &'static str, String)> {
    let bounds = [
        ("minimum", &numbers.minimum, quote! { is_lt }, "at least"),
        ("exclusiveMinimum", &numbers.exclusive_minimum, quote! { is_le }, "more than"),
        ("maximum", &numbers.maximum, quote! { is_gt }, "at most"),
        ("exclusiveMaximum", &numbers.exclusive_maximum, quote! { is_ge }, "less than"),
    ];
    let mut faults = Vec::new();
    for (keyword, bound, bad, words) in bounds {
        let Some(bound) = bound else { continue };
        let order = compare(bound);
        faults.push((quote! { #order.#bad() }, keyword, format!("a number of {words} {bound}")));
    }
    if let Some(divisor) = &numbers.multiple_of {
        let whole = multiple_of(divisor);
        faults.push((quote! { !#whole }, "multipleOf", format!("a multiple of {divisor}")));
    }
    faults
}

fn compare(bound: &Number) -> TokenStream {
    if let Some(integer) = whole(bound) {
        let integer = Literal::i64_unsuffixed(integer);
        quote! { validation::number::compare_i64(number, #integer) }
    } else if let Some(integer) = bound.as_u64() {
        let integer = Literal::u64_unsuffixed(integer);
        quote! { validation::number::compare_u64(number, #integer) }
    } else {
        let float = Literal::f64_unsuffixed(bound.as_f64().unwrap_or_default());
        quote! { validation::number::compare_f64(number, #float) }
    }
}

/// The number as an integer, also when it is written as `3.0`.
pub(super) fn whole(number: &Number) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    number.as_i64().or_else(|| {
        let float = number.as_f64().filter(|f| f.fract() == 0.0 && f.abs() <= EXACT && !number.is_u64())?;
        #[allow(clippy::cast_possible_truncation, reason = "whole and small: exact")]
        Some(float as i64)
    })
}

fn multiple_of(divisor: &Number) -> TokenStream {
    if let Some(integer) = whole(divisor) {
        let integer = Literal::i64_unsuffixed(integer);
        return quote! { validation::number::is_multiple_of_u64(number, #integer) };
    }
    let decimal = decimal(divisor);
    quote! { validation::number::is_multiple_of(number, #decimal) }
}

/// The divisor as it is written: digits and a power of ten.
fn decimal(number: &Number) -> TokenStream {
    let text = match number.as_u64() {
        Some(integer) => integer.to_string(),
        None => format!("{:e}", number.as_f64().unwrap_or_default()),
    };
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits: u128 = format!("{whole}{fraction}").parse().unwrap_or_default();
    let exponent = exponent.parse::<i32>().unwrap_or_default() - i32::try_from(fraction.len()).unwrap_or_default();
    let (digits, exponent) = (Literal::u128_unsuffixed(digits), Literal::i32_unsuffixed(exponent));
    quote! { validation::number::Decimal { digits: #digits, exponent: #exponent } }
}

/// Lengths as the runtime counts; what does not fit is more than any text has.
pub(super) fn length(length: u64) -> TokenStream {
    match u32::try_from(length) {
        Ok(length) => {
            let length = Literal::u32_unsuffixed(length);
            quote! { #length }
        }
        Err(_) => quote! { ::std::primitive::usize::MAX },
    }
}

/// An expression: the steps of reading `text`, a string, so many times.
pub(super) fn long(text: &TokenStream, reads: usize) -> TokenStream {
    /// Bytes that a step may look at.
    const PER_STEP: usize = 1_024;
    let part = Literal::usize_unsuffixed(PER_STEP);
    let times = (reads > 1).then(|| {
        let reads = Literal::usize_unsuffixed(reads);
        quote! { * #reads }
    });
    quote! { #text.len() / #part #times }
}

impl Emitter<'_> {
    /// Checks of `text`, a `&String`.
    pub(super) fn string(&self, strings: &Strings) -> TokenStream {
        let mut checks = TokenStream::new();
        // Whether there is one character, or none, is seen without a look at the others.
        let counted = strings.min.is_some_and(|min| min > 1) || strings.max.is_some_and(|max| max > 0);
        let read = strings.pattern.is_some() || strings.format.is_some();
        if counted || read {
            // A string may be all of a value: to look at it as often as there are steps is work without end.
            checks.extend(self.spend(&long(&quote! { text }, 1)));
        }
        if strings.reads_expressions() {
            checks.extend(self.spend(&quote! { validation::format::regex::steps(text) }));
        }
        for (bad, keyword, expected) in self.string_faults(strings) {
            checks.extend(check(&bad, keyword, &expected));
        }
        checks
    }

    /// Each check: when it is broken, its keyword, what is legal.
    pub(super) fn string_faults(&self, strings: &Strings) -> Vec<(TokenStream, &'static str, String)> {
        let mut faults = Vec::new();
        if let Some(min) = strings.min {
            let bound = length(min);
            let expected = format!("a string of at least {}", words::count(min, "character", "characters"));
            let bad = if min == 1 {
                quote! { text.is_empty() }
            } else {
                quote! { validation::text::shorter(text, #bound) }
            };
            faults.push((bad, "minLength", expected));
        }
        if let Some(max) = strings.max {
            let bound = length(max);
            let expected = format!("a string of at most {}", words::count(max, "character", "characters"));
            let bad = if max == 0 {
                quote! { !text.is_empty() }
            } else {
                quote! { validation::text::longer(text, #bound) }
            };
            faults.push((bad, "maxLength", expected));
        }
        if let Some(pattern) = strings.pattern {
            let found = self.finds(pattern, &quote! { text });
            let source = &self.program.patterns[pattern].source;
            faults.push((quote! { !#found }, "pattern", format!("a string that matches the pattern {source}")));
        }
        if let Some(format) = strings.format {
            let module = quote::format_ident!("{}", format::module(format));
            let bad = quote! { !validation::format::#module::legal(text) };
            faults.push((bad, "format", format!("a string of the format {format}")));
        }
        faults
    }
}
