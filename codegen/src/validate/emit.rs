//! Checks to Rust: one function for each subschema, generic over how faults are reported.
//!
//! Comes in: a [`Program`]. Goes out: the items of one module. Always holds: linear in the program;
//! the functions are called by name, so no function is deeper than one subschema.

mod array;
pub(crate) mod borrow;
mod bounds;
mod branch;
mod by_name;
mod call;
mod condition;
mod dispatch;
mod facts;
mod function;
mod inline;
mod literal;
mod mark;
mod naming;
mod object;
mod pattern;
mod scalar;
mod words;

use std::collections::BTreeMap;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens as _, format_ident, quote};

use super::Program;
use super::program::{Id, Node};
use dispatch::Dispatches;
use facts::Facts;

/// Bounds of one run, as `runtime/validation/report.rs` knows them (JSC-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many subschemas may be open inside one another.
    pub depth: usize,
    /// How many steps may be taken.
    pub work: u64,
    /// How many faults are told.
    pub violations: usize,
}

impl Limits {
    /// What the runtime takes where nothing else is said; a test compares the two.
    pub const DEFAULT: Self = Self { depth: 512, work: 20_000_000, violations: 32 };
}

/// Steps that the runtime gives for each part of a value.
const LEAST_PER_PART: u64 = 1_000;

/// Where the functions will stand.
#[derive(Clone, Debug)]
pub struct Emission {
    /// The path of the runtime's module `validation`, as seen from the module that takes the items.
    pub validation: TokenStream,
    /// Bounds; `None` for the runtime's defaults.
    pub limits: Option<Limits>,
}

/// What is at most so deep needs no counting of depth.
const SHALLOW: usize = 128;

/// A program of so many nodes is small; of [`FEW`], where no part of it is for more than one member or item.
const SMALL: usize = 12;

/// See [`SMALL`].
const FEW: usize = 48;

/// A program of more nodes than this is large: what its functions share is called, not written out in each, because
/// `rustc` would take minutes.
const LARGE: usize = 1_000;

/// An item of the module.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Function(Id),
    Marks(mark::Part, Id),
    Pattern(usize),
}

/// What the parts of emission share.
pub(crate) struct Emitter<'p> {
    program: &'p Program,
    dispatches: Dispatches,
    facts: Facts,
    names: naming::Names,
}

impl Program {
    /// The items of a module: private functions, and `check` and `is_valid`; of a program with several
    /// roots, a module of each root's name with these two.
    #[must_use]
    pub fn emit(&self, emission: &Emission) -> TokenStream {
        self.emit_with(emission, &|_| (TokenStream::new(), TokenStream::new()))
    }

    /// The same with `more` in the module: imports, and items with what they name.
    pub(crate) fn emit_with(
        &self,
        emission: &Emission,
        more: &dyn Fn(&Emitter<'_>) -> (TokenStream, TokenStream),
    ) -> TokenStream {
        let (planned, dispatches) = dispatch::plan(self);
        // The default of the runtime is more than this.
        let depth = emission.limits.map_or(SHALLOW, |limits| limits.depth.min(SHALLOW));
        let facts = Facts::of(&planned, &dispatches, depth, emission.limits.is_some());
        let names = naming::Names::of(&planned, &facts);
        let emitter = Emitter { program: &planned, dispatches, facts, names };
        let entries: Vec<TokenStream> = self.roots.iter().map(|(name, id)| emitter.entry(name, *id)).collect();
        let (imports, more) = more(&emitter);
        let items = emitter.items(entries.iter().chain([&more]));
        let path = &emission.validation;
        let tells = !items.is_empty() || self.roots.iter().any(|(_, id)| emitter.facts.never(*id));
        let report = tells.then(|| quote! { use validation::Report; });
        // Each part of a value may meet every subschema, several times over.
        let part = 4 * self.nodes.len() as u64;
        let part = (part > LEAST_PER_PART).then(|| quote! { part: #part, });
        let limits = match (emission.limits, &part) {
            (None, None) => quote! { validation::Limits::DEFAULT },
            (None, Some(part)) => quote! { validation::Limits { #part ..validation::Limits::DEFAULT } },
            (Some(Limits { depth, work, violations }), part) => quote! {
                validation::Limits {
                    depth: #depth,
                    work: #work,
                    violations: #violations,
                    #part
                    ..validation::Limits::DEFAULT
                }
            },
        };
        let last = path.clone().into_iter().last().map(|token| token.to_string());
        let import = match last.as_deref() {
            // It stands in the same module.
            Some("validation") if path.to_string() == "self :: validation" => quote! {},
            Some("validation") => quote! { use #path; },
            _ => quote! { use #path as validation; },
        };
        quote! {
            use ::serde_json::Value;
            #imports
            #import
            #report

            /// Bounds of one check.
            const LIMITS: validation::Limits = #limits;

            #(#entries)*
            #more
            #(#items)*
        }
    }
}

impl Emitter<'_> {
    fn is_large(&self) -> bool {
        self.program.nodes.len() > LARGE
    }

    /// Whether the schema alone says how much there is to look at, and that is little.
    fn is_small(&self) -> bool {
        let nodes = &self.program.nodes;
        let asks = |id: &Id| !self.facts.always(*id) && !self.facts.never(*id);
        let repeats = |node: &Node| {
            let (array, object) = (&node.array, &node.object);
            array.rest.is_some_and(|(_, id)| asks(&id))
                || array.contains.is_some()
                || object.patterns.iter().any(|(_, id)| asks(id))
                || object.additional.iter().chain(&object.names).any(asks)
        };
        nodes.len() <= SMALL || (nodes.len() <= FEW && !nodes.iter().any(repeats))
    }

    /// The items that the entry points name, and those that these name, in order.
    fn items<'t>(&self, entries: impl Iterator<Item = &'t TokenStream>) -> Vec<TokenStream> {
        let known = self.known_items();
        let mut items: BTreeMap<Item, TokenStream> = BTreeMap::new();
        let mut open: Vec<Item> = Vec::new();
        let find = |tokens: &TokenStream, open: &mut Vec<Item>| {
            each_ident(tokens, &mut |ident| open.extend(known.get(&ident.to_string()).copied()));
        };
        entries.for_each(|entry| find(entry, &mut open));
        while let Some(item) = open.pop() {
            if items.contains_key(&item) {
                continue;
            }
            let tokens = match item {
                Item::Function(id) => self.function(id),
                Item::Marks(part, id) => self.mark_function(part, id),
                Item::Pattern(index) => self.pattern(index),
            };
            find(&tokens, &mut open);
            items.insert(item, tokens);
        }
        items.into_values().collect()
    }

    /// Every item that there could be, by name.
    fn known_items(&self) -> BTreeMap<String, Item> {
        let mut known = BTreeMap::new();
        for id in 0..self.program.nodes.len() {
            let Some(name) = self.names.get(id) else { continue };
            known.insert(name.to_string(), Item::Function(id));
            for part in [mark::Part::Members, mark::Part::Items] {
                known.insert(mark::name(part, name).to_string(), Item::Marks(part, id));
            }
        }
        for index in 0..self.program.patterns.len() {
            known.insert(pattern::name(index).to_string(), Item::Pattern(index));
        }
        known
    }

    /// `check` and `is_valid` of a root.
    fn entry(&self, name: &str, root: Id) -> TokenStream {
        let value = quote! { value };
        let body = self.go_on(root, &value, &quote! { at }, "schema");
        let closure = match &body {
            None => quote! { |_, _| true },
            Some(body) => quote! { |at, report| #body },
        };
        // Where nothing is counted there is one quiet run, whoever asks.
        let counts = self.facts.counts() || body.is_none();
        let (holds, quietly) = match counts {
            true => (quote! { validation::holds(&LIMITS, value, #closure) }, closure.clone()),
            false => (quote! { validation::holds_uncounted(#closure) }, quote! { |_, _| is_valid(value) }),
        };
        // A small schema is over before a run that tells has begun.
        let at_once = (!counts && self.is_small()).then(|| {
            quote! {
                if is_valid(value) {
                    return Ok(());
                }
            }
        });
        let items = quote! {
            /// Whether a value fits the schema.
            #[must_use]
            pub fn is_valid(value: &Value) -> bool {
                #holds
            }

            /// Checks a value.
            ///
            /// # Errors
            /// Every fault up to the limit, in document order.
            pub fn check(value: &Value) -> ::std::result::Result<(), validation::Violations> {
                validation::check(&LIMITS, value, #quietly, #closure)
            }

            /// Checks a value up to the first fault.
            ///
            /// # Errors
            /// The fault that was found first.
            pub fn first(value: &Value) -> ::std::result::Result<(), validation::Violation> {
                #at_once
                validation::first(&LIMITS, value, #closure)
            }
        };
        if name.is_empty() {
            return items;
        }
        let module = format_ident!("{name}");
        let text = format!(" The checks of `{}`.", naming::in_docs(&self.program.nodes[root].place));
        let import = match self.names.get(root) {
            Some(function) => quote! { use super::{LIMITS, Value, #function, validation}; },
            None if self.facts.never(root) => quote! { use super::{LIMITS, Report, Value, validation}; },
            None => quote! { use super::{LIMITS, Value, validation}; },
        };
        quote! {
            #[doc = #text]
            pub mod #module {
                #import
                #items
            }
        }
    }
}

/// Visits the identifiers of tokens.
fn each_ident(tokens: &TokenStream, visit: &mut dyn FnMut(&Ident)) {
    for token in tokens.clone() {
        match token {
            TokenTree::Group(group) => each_ident(&group.stream(), visit),
            TokenTree::Ident(ident) => visit(&ident),
            _ => {}
        }
    }
}

/// The parameters of an expression over `value`, `at` and `report`: of those that it does not name, no names.
fn parameters(body: &TokenStream) -> [TokenStream; 3] {
    ["value", "at", "report"].map(|name| match mentions(body, name) {
        true => Ident::new(name, Span::call_site()).into_token_stream(),
        false => quote! { _ },
    })
}

/// The same expression as a closure.
pub(crate) fn closure(body: &TokenStream) -> TokenStream {
    let [value, at, report] = parameters(body);
    quote! { |#value, #at, #report| #body }
}

/// Whether tokens name something.
fn mentions(tokens: &TokenStream, name: &str) -> bool {
    let mut found = false;
    each_ident(tokens, &mut |ident| found |= ident == name);
    found
}
