//! `unevaluatedProperties` and `unevaluatedItems`: which members and items other keywords have seen.
//!
//! For each subschema that may have seen some, a function marks them by position, given that the
//! subschema holds. A branch that holds only sometimes is asked first.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use super::by_name::{MANY, is_one_of_many};
use super::{Emitter, scalar};
use crate::validate::program::{Id, InPlace, Node};

/// Members or items.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Members,
    Items,
}

/// The name of the function that marks what another one evaluates.
pub(super) fn name(part: Part, function: &Ident) -> Ident {
    match part {
        Part::Members => format_ident!("mark_members_of_{function}"),
        Part::Items => format_ident!("mark_items_of_{function}"),
    }
}

impl Emitter<'_> {
    /// The check of the members of `object` that nothing else has seen.
    pub(super) fn unevaluated_members(&self, node: &Node, inner: Id) -> TokenStream {
        let at = quote! { R::at_member(&at, name) };
        let ask = if self.facts.never(inner) {
            let known: Vec<&String> = node.object.properties.iter().map(|(name, _)| name).collect();
            quote! {
                if report.unknown(#at, "unevaluatedProperties", name, &[#(#known),*], member) {
                    return false;
                }
            }
        } else {
            self.ask(inner, &quote! { member }, &at, "unevaluatedProperties")
        };
        if ask.is_empty() {
            return quote! {};
        }
        let own = self.marks(node, Part::Members, true);
        quote! {
            if !report.spend(object.len()) {
                return false;
            }
            let mut marks = validation::Marks::new(object.len());
            {
                let (depth, quiet, marks) = (R::depth(at) + 1, report.quiet(), &mut marks);
                #own
            }
            for (index, (name, member)) in object.iter().enumerate() {
                if !marks.has(index) {
                    #ask
                }
            }
        }
    }

    /// The check of the items that nothing else has seen.
    pub(super) fn unevaluated_items(&self, node: &Node, inner: Id) -> TokenStream {
        let ask = self.ask(inner, &quote! { item }, &quote! { R::at_item(&at, index) }, "unevaluatedItems");
        if ask.is_empty() {
            return quote! {};
        }
        let own = self.marks(node, Part::Items, true);
        quote! {
            if !report.spend(items.len()) {
                return false;
            }
            let mut marks = validation::Marks::new(items.len());
            {
                let (depth, quiet, marks) = (R::depth(at) + 1, report.quiet(), &mut marks);
                #own
            }
            for (index, item) in items.iter().enumerate() {
                if !marks.has(index) {
                    #ask
                }
            }
        }
    }

    /// The function of what one subschema evaluates.
    pub(super) fn mark_function(&self, part: Part, id: Id) -> TokenStream {
        let Some(name) = self.names.get(id).map(|function| name(part, function)) else { return TokenStream::new() };
        let node = &self.program.nodes[id];
        let body = self.marks(node, part, false);
        let doc = format!(" What `{}` evaluates, given that it holds.", super::naming::in_docs(&node.place));
        let (collection, inner) = match part {
            Part::Members => (quote! { object }, quote! { &::serde_json::Map<String, Value> }),
            Part::Items => (quote! { items }, quote! { &[Value] }),
        };
        quote! {
            #[doc = #doc]
            fn #name(
                value: &Value,
                #collection: #inner,
                depth: usize,
                quiet: &mut validation::Quiet,
                marks: &mut validation::Marks,
            ) {
                #body
            }
        }
    }

    fn does_mark(&self, id: Id, part: Part) -> bool {
        self.facts.is_named(id)
            && match part {
                Part::Members => self.facts.marks_members(id),
                Part::Items => self.facts.marks_items(id),
            }
    }

    /// Statements that mark; `own`: for the node's own `unevaluated*`, which has not seen anything yet.
    fn marks(&self, node: &Node, part: Part, own: bool) -> TokenStream {
        let direct = match part {
            Part::Members => self.direct_members(node, own),
            Part::Items => self.direct_items(node, own),
        };
        let inner = node.in_place.iter().map(|in_place| self.inner_marks(in_place, part));
        let body = quote! { #direct #(#inner)* };
        // Not every node uses all of what it is given.
        let collection = if part == Part::Members {
            quote! { object }
        } else {
            quote! { items }
        };
        quote! {
            let _ = (value, #collection, depth, &quiet, &marks);
            #body
        }
    }

    fn direct_members(&self, node: &Node, own: bool) -> TokenStream {
        let object = &node.object;
        if object.additional.is_some() || (object.unevaluated.is_some() && !own) {
            return all_of(&quote! { object });
        }
        let names: Vec<&String> = object.properties.iter().map(|(name, _)| name).collect();
        let mut tests = Vec::new();
        if names.len() > MANY {
            tests.push(is_one_of_many(&names));
        } else if !names.is_empty() {
            tests.push(quote! { matches!(name.as_str(), #(#names)|*) });
        }
        for (pattern, _) in &object.patterns {
            // The machine asks for a report; here it is called `quiet`.
            let found = self.finds(*pattern, &quote! { name });
            tests.push(quote! { { let report = &mut *quiet; let _ = &report; #found } });
        }
        if tests.is_empty() {
            return TokenStream::new();
        }
        let each = Literal::usize_unsuffixed(object.patterns.len().saturating_add(1));
        let long = (!object.patterns.is_empty()).then(|| {
            let long = scalar::long(&quote! { name }, object.patterns.len());
            // Nothing is left then for what follows, and the whole run is told so.
            quote! {
                if !quiet.spend(#long) {
                    break;
                }
            }
        });
        quote! {
            if quiet.spend(object.len().saturating_mul(#each)) {
                for (index, name) in object.keys().enumerate() {
                    #long
                    if #(#tests)||* {
                        marks.set(index);
                    }
                }
            }
        }
    }

    fn direct_items(&self, node: &Node, own: bool) -> TokenStream {
        let array = &node.array;
        if array.rest.is_some() || (array.unevaluated.is_some() && !own) {
            return all_of(&quote! { items });
        }
        let prefix = (!array.prefix.is_empty()).then(|| {
            let count = Literal::usize_unsuffixed(array.prefix.len());
            quote! { marks.set_below(items.len().min(#count)); }
        });
        let contains = array.contains.as_ref().filter(|contains| contains.evaluates);
        if contains.is_some_and(|contains| self.facts.always(contains.node)) {
            return all_of(&quote! { items });
        }
        let contains = contains.filter(|contains| !self.facts.never(contains.node)).map(|contains| {
            let holds = self.quietly(contains.node, &quote! { item });
            quote! {
                if quiet.spend(items.len()) {
                    for (index, item) in items.iter().enumerate() {
                        if #holds {
                            marks.set(index);
                        }
                    }
                }
            }
        });
        quote! { #prefix #contains }
    }

    fn inner_marks(&self, in_place: &InPlace, part: Part) -> TokenStream {
        let value = quote! { value };
        let mark = |id: Id| self.mark(id, part);
        let if_holds = |id: Id| {
            let (holds, mark) = (self.quietly(id, &value), mark(id));
            if mark.is_empty() {
                mark
            } else {
                quote! { if #holds { #mark } }
            }
        };
        match in_place {
            InPlace::All(id) => mark(*id),
            InPlace::Any(ids) | InPlace::One(ids) => ids.iter().map(|id| if_holds(*id)).collect(),
            InPlace::Not(_) => quote! {},
            InPlace::If { condition, then, otherwise } => {
                let own = mark(*condition);
                let then = then.map(mark).unwrap_or_default();
                let otherwise = otherwise.map(mark).unwrap_or_default();
                if own.is_empty() && then.is_empty() && otherwise.is_empty() {
                    return own;
                }
                let holds = self.quietly(*condition, &value);
                quote! { if #holds { #own #then } else { #otherwise } }
            }
            InPlace::Dependent(name, id) => {
                let mark = mark(*id);
                if mark.is_empty() {
                    return mark;
                }
                quote! {
                    if validation::members::of(value, #name).is_some() {
                        #mark
                    }
                }
            }
        }
    }

    fn mark(&self, id: Id, part: Part) -> TokenStream {
        let function = self.names.get(id).filter(|_| self.does_mark(id, part));
        let Some(name) = function.map(|function| name(part, function)) else { return quote! {} };
        let collection = if part == Part::Members {
            quote! { object }
        } else {
            quote! { items }
        };
        quote! { #name(value, #collection, depth + 1, quiet, marks); }
    }

    /// An expression: whether the subschema holds, where the report is called `quiet`.
    fn quietly(&self, id: Id, value: &TokenStream) -> TokenStream {
        self.holds_in(id, value, &quote! { depth + 1 }, &quote! { &mut *quiet })
    }
}

/// Statements that mark all `parts`: many with each step.
fn all_of(parts: &TokenStream) -> TokenStream {
    quote! {
        if quiet.spend(#parts.len() / 64) {
            marks.set_below(#parts.len());
        }
    }
}
