//! Readers to Rust: a function for each that is more than one call of the runtime.

mod object;
mod pieces;
mod scalar;
mod union;
mod write;

use proc_macro2::{Ident, Literal, TokenStream, TokenTree};
use quote::{format_ident, quote};

use super::plan::{Plan, Read, Reader, Unique};
use crate::docs;
use crate::typed::layout::Type;
use crate::validate::emit::{Emitter, closure};

/// What the parts of emission share.
struct Writer<'w> {
    plan: &'w Plan,
    checks: &'w Emitter<'w>,
}

/// What is named of the runtime, and the items: the function `read` and the readers that it asks, or, of values that
/// are written, `write` and what it asks.
pub(super) fn items(plan: &Plan, checks: &Emitter<'_>, runtime: &TokenStream) -> (TokenStream, TokenStream) {
    let writer = Writer { plan, checks };
    let text = plan.written.then(|| quote! { use #runtime::serialize::Text; });
    if plan.written
        && let Some(write) = writer.write_by_value()
    {
        return (quote! { use #runtime::fused; #text }, write);
    }
    let imports = quote! { use #runtime::fused::{self, Reader}; #text };
    let whole = writer.ty(&Type::Item(0));
    let (levels, steps) = (Literal::usize_unsuffixed(plan.levels), Literal::u64_unsuffixed(plan.steps));
    let readers = plan.readers.iter().map(|reader| writer.reader(reader));
    let write = plan.written.then(|| {
        quote! {
            /// Writes a value that fits. Nothing where [`check`] has to be asked.
            #[must_use]
            pub fn write(value: &#whole, out: &mut Text) -> Option<()> {
                out.value(value)?;
                read(out.json()).map(|_| ())
            }
        }
    });
    let items = quote! {
        #write

        /// Reads a text and checks it on the way. Nothing where [`check`] has to be asked.
        #[must_use]
        pub fn read(text: &str) -> Option<#whole> {
            fused::read(text, &LIMITS, fused::Cost { levels: #levels, steps: #steps }, read_root)
        }

        #(#readers)*
    };
    (imports, items)
}

impl Writer<'_> {
    fn reader(&self, reader: &Reader) -> TokenStream {
        let name = name(reader);
        let ty = self.ty(&reader.ty);
        let doc = docs::attributes_of([format!("{}, out of its text.", docs::code(&reader.place))]);
        let body = self.body(&reader.read, &reader.ty);
        quote! {
            #doc
            fn #name(reader: &mut Reader<'_>) -> Option<#ty> { #body }
        }
    }

    /// The statements of a function, and its value.
    fn body(&self, read: &Read, ty: &Type) -> TokenStream {
        match read {
            Read::Bool(legal) => scalar::boolean(legal),
            Read::Text(text) => self.text(text),
            Read::Choice { item, variants, strings } => self.choice(*item, variants, strings),
            Read::Number(number) => scalar::number(number),
            Read::Array { item, min, max, unique } => self.array(item, *min, *max, *unique),
            Read::Object(object) => self.object(object, ty),
            Read::Newtype(item, inner) => {
                let (item, inner) = (self.item(*item), self.expression(inner));
                quote! { #inner.map(#item) }
            }
            Read::ByKind(item, variants) => self.by_kind(*item, variants),
            Read::ByTag { item, member, variants } => self.by_tag(*item, member, variants),
            Read::Call(_) | Read::Part(..) | Read::Any | Read::Null | Read::Nullable { .. } | Read::Boxed(_) => {
                self.expression(read)
            }
        }
    }

    /// An expression that reads with `reader`: an option.
    fn expression(&self, read: &Read) -> TokenStream {
        match read {
            Read::Call(index) => match self.plan.readers.get(*index) {
                Some(reader) => {
                    let name = name(reader);
                    quote! { #name(reader) }
                }
                None => quote! { None },
            },
            Read::Part(ids, ty) => {
                let fits = self.checks.fits(ids);
                let how = match ty {
                    Type::Any => format_ident!("fitting"),
                    ty if ty.is_numeric() => format_ident!("numeric_part"),
                    _ => format_ident!("part"),
                };
                if ids.is_empty() {
                    return quote! { reader.#how(|_, _, _| true) };
                }
                match function(&fits) {
                    Some(function) => quote! { reader.#how(#function) },
                    None => {
                        let fits = closure(&fits);
                        quote! { reader.#how(#fits) }
                    }
                }
            }
            Read::Nullable { null: true, inner } => {
                let inner = self.callable(inner);
                quote! { reader.nullable(#inner) }
            }
            Read::Nullable { null: false, inner } => {
                let inner = self.expression(inner);
                quote! { #inner.map(Some) }
            }
            Read::Boxed(inner) => {
                let inner = self.callable(inner);
                quote! { reader.boxed(#inner) }
            }
            Read::Array { item, .. } => {
                let item = self.callable(item);
                quote! { reader.array(#item) }
            }
            Read::Object(object) => self.map(object),
            _ => match method(read) {
                Some(method) => quote! { reader.#method() },
                None => quote! { None },
            },
        }
    }

    /// The same as something to be called with a reader.
    fn callable(&self, read: &Read) -> TokenStream {
        if let Some(method) = method(read) {
            return quote! { Reader::#method };
        }
        if let Read::Call(index) = read
            && let Some(reader) = self.plan.readers.get(*index)
        {
            let name = name(reader);
            return quote! { #name };
        }
        let expression = self.expression(read);
        quote! { |reader| #expression }
    }

    fn array(&self, item: &Read, min: u64, max: Option<u64>, unique: Option<Unique>) -> TokenStream {
        let item = self.callable(item);
        let length = bounds(&quote! { items }, min, max);
        let differ = match unique {
            None => None,
            Some(Unique::ByHash) => Some(quote! { !fused::differ(&items) }),
            Some(Unique::Floats) => Some(quote! { !fused::floats_differ(&items) }),
        };
        let read = quote! { reader.array(#item) };
        match refuse(length.into_iter().chain(differ)) {
            None => read,
            Some(refuse) => quote! {
                let items = #read?;
                #refuse
                Some(items)
            },
        }
    }

    fn item(&self, index: usize) -> TokenStream {
        let name = self.plan.layout.items.get(index).map_or("", |item| item.name.as_str());
        let name = format_ident!("{name}");
        quote! { super::#name }
    }

    /// A type as Rust.
    fn ty(&self, ty: &Type) -> TokenStream {
        match ty {
            Type::Any => quote! { Value },
            Type::Null => quote! { () },
            Type::Bool => quote! { bool },
            Type::I64 => quote! { i64 },
            Type::U64 => quote! { u64 },
            Type::F64 => quote! { f64 },
            Type::Number => quote! { ::serde_json::Number },
            Type::String => quote! { String },
            Type::Item(index) => self.item(*index),
            Type::Array(inner) => {
                let inner = self.ty(inner);
                quote! { Vec<#inner> }
            }
            Type::Map(inner) if **inner == Type::Any => quote! { ::serde_json::Map<String, Value> },
            Type::Map(inner) => {
                let inner = self.ty(inner);
                quote! { ::std::collections::BTreeMap<String, #inner> }
            }
            Type::Nullable(inner) => {
                let inner = self.ty(inner);
                quote! { Option<#inner> }
            }
            Type::Boxed(inner) => {
                let inner = self.ty(inner);
                quote! { Box<#inner> }
            }
        }
    }
}

/// The method of the runtime that is all there is to it.
fn method(read: &Read) -> Option<Ident> {
    Some(match read {
        Read::Any => format_ident!("value"),
        Read::Null => format_ident!("null"),
        Read::Bool(legal) if legal.len() == 2 => format_ident!("boolean"),
        Read::Text(text) if text.values.is_none() && text.strings.is_empty() => format_ident!("string"),
        Read::Number(number) if !number.whole && number.values.is_none() && number.bounds.is_empty() => {
            scalar::method(&number.ty)
        }
        _ => return None,
    })
}

/// The function, where checking is no more than a call of it.
fn function(fits: &TokenStream) -> Option<Ident> {
    let mut tokens = fits.clone().into_iter();
    match (tokens.next(), tokens.next(), tokens.next()) {
        (Some(TokenTree::Ident(function)), Some(TokenTree::Group(arguments)), None) => {
            (arguments.stream().to_string() == quote! { value, at, report }.to_string()).then_some(function)
        }
        _ => None,
    }
}

fn name(reader: &Reader) -> Ident {
    format_ident!("read_{}", reader.name)
}

/// Conditions on the length of something: when it is refused.
fn bounds(of: &TokenStream, min: u64, max: Option<u64>) -> Vec<TokenStream> {
    let mut bad = Vec::new();
    match min {
        0 => {}
        1 => bad.push(quote! { #of.is_empty() }),
        min => {
            let min = length(min);
            bad.push(quote! { #of.len() < #min });
        }
    }
    match max {
        None => {}
        Some(0) => bad.push(quote! { !#of.is_empty() }),
        Some(max) => {
            let max = length(max);
            bad.push(quote! { #of.len() > #max });
        }
    }
    bad
}

fn length(length: u64) -> TokenStream {
    match u32::try_from(length) {
        Ok(length) => {
            let length = Literal::u32_unsuffixed(length);
            quote! { #length }
        }
        // No text is so long.
        Err(_) => quote! { ::std::primitive::usize::MAX },
    }
}

/// A statement that gives nothing when any of the conditions holds.
fn refuse(bad: impl IntoIterator<Item = TokenStream>) -> Option<TokenStream> {
    let bad = bad.into_iter().reduce(|all, one| quote! { #all || #one })?;
    Some(quote! {
        if #bad {
            return None;
        }
    })
}

/// Whether tokens name something.
fn names(tokens: &TokenStream, name: &str) -> bool {
    tokens.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Group(group) => names(&group.stream(), name),
        _ => false,
    })
}
