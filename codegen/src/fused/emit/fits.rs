//! Whether a typed value fits, asked of the value itself: what its type says of it already is not asked again.
//!
//! Comes in: a plan. Goes out: a function for each struct of which anything is to be asked; nothing where some part
//! can be judged by its text alone. Always holds: a value that fits, written as JSON, is accepted by the checks. Members
//! that no field is for are not looked at: a value that has some is not said to fit.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::{Writer, bounds, names, object, refuse, scalar};
use crate::fused::plan::{Member, Object, Read};
use crate::typed::layout::{Body, Type};

/// What is to be asked of a part.
#[derive(Clone, Default)]
struct Asked {
    /// Statements that give nothing where it does not fit; none where it always does.
    statements: TokenStream,
    /// How many containers may be in it, one inside the other.
    nesting: usize,
}

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

/// The structs on the way, and those that are done: what is asked, and the function that asks it.
#[derive(Default)]
struct Structs {
    open: Vec<usize>,
    done: BTreeMap<usize, (Asked, TokenStream)>,
}

impl Writer<'_> {
    /// The function `fits` over values, and the functions that it asks.
    pub(super) fn fits_by_value(&self) -> Option<TokenStream> {
        let mut structs = Structs::default();
        let Asked { statements, nesting } = self.asked(&Read::Call(0), &Place::variable("value"), &mut structs)?;
        let whole = self.ty(&Type::Item(0));
        let (levels, steps) = (Literal::usize_unsuffixed(self.plan.levels), Literal::u64_unsuffixed(self.plan.steps));
        let nesting = Literal::usize_unsuffixed(nesting);
        let functions = structs.done.values().map(|(_, function)| function);
        let value = if statements.is_empty() {
            quote! { _ }
        } else {
            quote! { value }
        };
        Some(quote! {
            /// Whether a value fits that is written as this text. Where it does not, [`check`] has to be asked.
            #[must_use]
            pub fn fits(#value: &#whole, text: &str) -> bool {
                fused::fits(text, &LIMITS, fused::Cost { levels: #levels, steps: #steps }, #nesting, || {
                    #statements
                    Some(())
                })
            }

            #(#functions)*
        })
    }

    /// What is to be asked of the part at this place; `None` where only its text can say.
    fn asked(&self, read: &Read, place: &Place, structs: &mut Structs) -> Option<Asked> {
        let statements = |statements: TokenStream| Some(Asked { statements, nesting: 0 });
        match read {
            Read::Call(index) => self.asked_by(*index, place, structs),
            Read::Null => statements(TokenStream::new()),
            Read::Bool(legal) => (legal.len() == 2).then(Asked::default),
            Read::Text(text) => {
                let refuse = self.refuse_text(text);
                // What patterns may spend is the reader's.
                if names(&refuse, "reader") {
                    return None;
                }
                if refuse.is_empty() {
                    return statements(refuse);
                }
                let reference = place.reference();
                statements(quote! { { let text: &str = #reference; #refuse } })
            }
            Read::Choice { item, variants, strings } => match &self.plan.layout.items.get(*item)?.body {
                Body::Strings(all) => (strings.is_empty() && all.len() == variants.len()).then(Asked::default),
                _ => None,
            },
            Read::Number(number) => {
                let refuse = refuse(scalar::bad_values(number)?);
                let copy = place.copy();
                statements(refuse.map(|refuse| quote! { { let value = #copy; #refuse } }).unwrap_or_default())
            }
            Read::Array { item, min, max, unique: None } => {
                let refuse = refuse(bounds(&place.path(), *min, *max));
                let asked = self.asked(item, &Place::variable("item"), structs)?;
                Some(asked.of_each(&quote! { item }, &place.reference(), refuse))
            }
            Read::Object(map) if map.item.is_none() && object::is_plain(map) => {
                let Member::Kept(read) = &map.rest else { return None };
                let asked = self.asked(read, &Place::variable("member"), structs)?;
                let path = place.path();
                Some(asked.of_each(&quote! { member }, &quote! { #path.values() }, None))
            }
            Read::Nullable { null: true, inner } => {
                let asked = self.asked(inner, &Place::variable("value"), structs)?;
                Some(asked.if_there(place))
            }
            Read::Array { .. }
            | Read::Object(_)
            | Read::Nullable { .. }
            | Read::Part(..)
            | Read::Any
            | Read::Boxed(_)
            | Read::Newtype(..)
            | Read::ByKind(..)
            | Read::ByTag { .. } => None,
        }
    }

    /// What another reader asks. Of what contains itself there is no telling how deep it is.
    fn asked_by(&self, index: usize, place: &Place, structs: &mut Structs) -> Option<Asked> {
        let reader = self.plan.readers.get(index)?;
        if structs.open.contains(&index) {
            return None;
        }
        let Read::Object(object) = &reader.read else {
            structs.open.push(index);
            let asked = self.asked(&reader.read, place, structs);
            structs.open.pop();
            return asked;
        };
        let Some(item) = object.item else { return self.asked(&reader.read, place, structs) };
        let name = format_ident!("fit_{}", reader.name);
        if !structs.done.contains_key(&index) {
            structs.open.push(index);
            let asked = self.structure_asked(item, object, structs);
            structs.open.pop();
            let asked = asked?;
            let (ty, statements) = (self.ty(&reader.ty), &asked.statements);
            let function = (!statements.is_empty()).then(|| {
                let doc = crate::docs::attributes_of([format!("{}, as a value.", crate::docs::code(&reader.place))]);
                quote! {
                    #doc
                    fn #name(value: &#ty) -> Option<()> { #statements Some(()) }
                }
            });
            structs.done.insert(index, (asked, function.unwrap_or_default()));
        }
        let (asked, _) = structs.done.get(&index)?;
        let reference = place.reference();
        let call = (!asked.statements.is_empty()).then(|| quote! { #name(#reference)?; });
        Some(Asked { statements: call.unwrap_or_default(), nesting: asked.nesting })
    }

    fn structure_asked(&self, item: usize, object: &Object, structs: &mut Structs) -> Option<Asked> {
        let Body::Struct { fields, rest } = &self.plan.layout.items.get(item)?.body else { return None };
        let required = fields.iter().filter(|field| field.required).count();
        let enough = object.min <= u64::try_from(required).ok()?;
        let few = object.max.is_none_or(|max| u64::try_from(fields.len()).is_ok_and(|fields| fields <= max));
        let more = !object.present.is_empty() || !object.dependent.is_empty() || !object.names.is_empty();
        // Of what is nothing but members that no field is for, nothing could be said.
        if !enough || !few || more || (fields.is_empty() && rest.is_some()) {
            return None;
        }
        let mut all = Asked { statements: TokenStream::new(), nesting: 1 };
        if rest.is_some() {
            all.statements.extend(refuse([quote! { !value.extra.is_empty() }]));
        }
        for (index, field) in fields.iter().enumerate() {
            let read = object.members.iter().find_map(|(_, member)| match member {
                Member::Field(of, read) if *of == index => Some(read),
                _ => None,
            })?;
            let place = Place::Field(format_ident!("{}", field.ident));
            let asked = if field.required {
                self.asked(read, &place, structs)?
            } else {
                self.asked(read, &Place::variable("value"), structs)?.if_there(&place)
            };
            all.statements.extend(asked.statements);
            all.nesting = all.nesting.max(asked.nesting + 1);
        }
        Some(all)
    }
}

impl Asked {
    /// The same of what an option holds, if it holds anything; it is called `value` inside.
    fn if_there(self, place: &Place) -> Self {
        if self.statements.is_empty() {
            return self;
        }
        let (statements, reference) = (self.statements, place.reference());
        Self { statements: quote! { if let Some(value) = #reference { #statements } }, ..self }
    }

    /// The same of each of these, and something of all.
    fn of_each(self, each: &TokenStream, all: &TokenStream, of_all: Option<TokenStream>) -> Self {
        let statements = self.statements;
        let each = (!statements.is_empty()).then(|| quote! { for #each in #all { #statements } });
        Self { statements: quote! { #of_all #each }, nesting: self.nesting + 1 }
    }
}
