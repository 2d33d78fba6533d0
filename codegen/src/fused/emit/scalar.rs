//! Strings, numbers and booleans.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Writer, names, refuse};
use crate::fused::plan::{Listed, Number, Text};
use crate::typed::layout::Type;
use crate::validate::emit::borrow;
use crate::validate::program::{Numbers, Strings};

impl Writer<'_> {
    pub(super) fn text(&self, text: &Text) -> TokenStream {
        let refuse = self.refuse_text(text);
        quote! {
            let owned = reader.text()?;
            let text: &str = &owned;
            #refuse
            Some(owned.into_owned())
        }
    }

    pub(super) fn choice(&self, item: usize, variants: &[(String, String)], strings: &[Strings]) -> TokenStream {
        let item = self.item(item);
        let arms = variants.iter().map(|(wire, variant)| {
            let variant = format_ident!("{variant}");
            quote! { #wire => #item::#variant, }
        });
        let choose = |text: TokenStream| {
            quote! {
                Some(match #text {
                    #(#arms)*
                    _ => return None,
                })
            }
        };
        let refuse = self.refuse_text(&Text { values: None, strings: strings.to_vec() });
        if refuse.is_empty() {
            return choose(quote! { &*reader.text()? });
        }
        let choose = choose(quote! { text });
        quote! {
            let owned = reader.text()?;
            let text: &str = &owned;
            #refuse
            #choose
        }
    }

    /// Statements that give nothing unless `text` is legal.
    pub(super) fn refuse_text(&self, text: &Text) -> TokenStream {
        let listed = text.values.as_ref().map(|values| match values.len() {
            0..=16 => quote! { !matches!(text, #(#values)|*) },
            _ => quote! { [#(#values),*].binary_search(&text).is_err() },
        });
        let bad = text.strings.iter().flat_map(|strings| self.checks.bad_strings(strings));
        let all: Vec<TokenStream> = listed.into_iter().chain(bad).collect();
        let counts = all.iter().any(|bad| names(bad, "report"));
        let report = counts.then(|| quote! { let report = reader.quiet(); });
        let refuse = refuse(all);
        quote! { #report #refuse }
    }
}

pub(super) fn boolean(legal: &[bool]) -> TokenStream {
    match legal {
        [only] => {
            let only = if *only {
                quote! { *value }
            } else {
                quote! { !*value }
            };
            quote! { reader.boolean().filter(|value| #only) }
        }
        _ => quote! { reader.boolean() },
    }
}

/// The method of the runtime that reads a number of this type.
pub(super) fn method(ty: &Type) -> Ident {
    match ty {
        Type::I64 => format_ident!("i64"),
        Type::U64 => format_ident!("u64"),
        Type::F64 => format_ident!("f64"),
        _ => format_ident!("number"),
    }
}

pub(super) fn number(number: &Number) -> TokenStream {
    let method = method(&number.ty);
    let mut bad = of_kind(number);
    if number.bounds.iter().any(|bounds| bounds.multiple_of.is_some()) {
        bad.extend(beyond_decimals(&number.ty));
    }
    let mut slow = Vec::new();
    for bounds in &number.bounds {
        match direct(&number.ty, bounds) {
            Some(fast) => bad.extend(fast),
            None => slow.extend(borrow::bad_numbers(bounds)),
        }
    }
    let as_number = (!slow.is_empty()).then(|| match number.ty {
        Type::F64 => quote! { let number = &::serde_json::Number::from_f64(value)?; },
        Type::Number => quote! { let number = &value; },
        _ => quote! { let number = &::serde_json::Number::from(value); },
    });
    let refuse = refuse(bad.into_iter().chain(slow));
    quote! {
        let value = reader.#method()?;
        #as_number
        #refuse
        Some(value)
    }
}

/// When a number is not whole that has to be, or none of a list.
fn of_kind(number: &Number) -> Vec<TokenStream> {
    let mut bad = Vec::new();
    if number.whole {
        bad.push(match number.ty {
            Type::F64 => quote! { value.fract() != 0.0 },
            _ => quote! { !validation::number::is_integer(&value) },
        });
    }
    bad.extend(number.values.as_ref().map(unlisted));
    bad
}

/// When a number that was not read from a text is refused, if comparing it is all there is to it.
pub(super) fn bad_values(number: &Number) -> Option<Vec<TokenStream>> {
    if number.ty == Type::Number || number.bounds.iter().any(|bounds| bounds.multiple_of.is_some()) {
        return None;
    }
    let mut bad = of_kind(number);
    for bounds in &number.bounds {
        bad.extend(direct(&number.ty, bounds)?);
    }
    Some(bad)
}

/// When a number is so large that the decimal which it was written as, which is what has to be a multiple, is not
/// the one that its type would be written as.
fn beyond_decimals(ty: &Type) -> Option<TokenStream> {
    match ty {
        Type::I64 => Some(quote! { value.unsigned_abs() >= 1 << 53 }),
        Type::U64 => Some(quote! { value >= 1 << 53 }),
        Type::F64 => Some(quote! { value.abs() >= 9_007_199_254_740_992.0 }),
        _ => None,
    }
}

/// When a number is none of a list.
fn unlisted(values: &Listed) -> TokenStream {
    match values {
        Listed::Integers(list) => {
            let list = list.iter().copied().map(Literal::i64_unsuffixed);
            quote! { !matches!(value, #(#list)|*) }
        }
        Listed::Floats(list) => {
            let list = list.iter().copied().map(Literal::f64_unsuffixed);
            quote! { ![#(#list),*].contains(&value) }
        }
    }
}

/// Plain comparisons of `value` with bounds that its type holds; `None` where they do not do.
fn direct(ty: &Type, bounds: &Numbers) -> Option<Vec<TokenStream>> {
    match ty {
        Type::I64 => integers(i64::MIN, bounds),
        Type::U64 => integers(0, bounds),
        Type::F64 => floats(bounds),
        _ => None,
    }
}

/// Of integers from `lowest` on: what is excluded makes a bound of its neighbour.
fn integers(lowest: i64, bounds: &Numbers) -> Option<Vec<TokenStream>> {
    let whole = |bound: &Option<serde_json::Number>| match bound {
        None => Some(None),
        Some(bound) => borrow::whole(bound).map(Some),
    };
    let above = match whole(&bounds.exclusive_minimum)? {
        None => None,
        Some(above) => Some(above.checked_add(1)?),
    };
    let below = match whole(&bounds.exclusive_maximum)? {
        None => None,
        Some(below) => Some(below.checked_sub(1)?),
    };
    let least = whole(&bounds.minimum)?.max(above).filter(|least| *least > lowest);
    let most = match (whole(&bounds.maximum)?, below) {
        (Some(most), Some(below)) => Some(most.min(below)),
        (most, below) => most.or(below),
    };
    // A number without sign may be beyond.
    let most = most.filter(|most| *most < i64::MAX || lowest == 0);
    if most.is_some_and(|most| most < least.unwrap_or(lowest) || most == lowest) {
        return None;
    }
    let literal = Literal::i64_unsuffixed;
    let mut bad: Vec<TokenStream> = match (least.map(literal), most.map(literal)) {
        (Some(least), Some(most)) => vec![quote! { !(#least..=#most).contains(&value) }],
        (Some(least), None) => vec![quote! { value < #least }],
        (None, Some(most)) => vec![quote! { value > #most }],
        (None, None) => Vec::new(),
    };
    if let Some(divisor) = &bounds.multiple_of {
        let divisor = Literal::i64_unsuffixed(borrow::whole(divisor).filter(|divisor| *divisor > 0)?);
        bad.push(match lowest {
            0 => quote! { !value.is_multiple_of(#divisor) },
            _ => quote! { value % #divisor != 0 },
        });
    }
    Some(bad)
}

fn floats(bounds: &Numbers) -> Option<Vec<TokenStream>> {
    let literal = |bound: &Option<serde_json::Number>| match bound {
        None => Some(None),
        Some(bound) => borrow::exact(bound).map(|bound| Some(Literal::f64_unsuffixed(bound))),
    };
    if bounds.multiple_of.is_some() {
        return None;
    }
    let mut bad = Vec::new();
    let (least, most) = (literal(&bounds.minimum)?, literal(&bounds.maximum)?);
    let (above, below) = (literal(&bounds.exclusive_minimum)?, literal(&bounds.exclusive_maximum)?);
    match (least, most) {
        (Some(least), Some(most)) => bad.push(quote! { !(#least..=#most).contains(&value) }),
        (least, most) => {
            bad.extend(least.map(|least| quote! { value < #least }));
            bad.extend(most.map(|most| quote! { value > #most }));
        }
    }
    bad.extend(above.map(|above| quote! { value <= #above }));
    bad.extend(below.map(|below| quote! { value >= #below }));
    Some(bad)
}
