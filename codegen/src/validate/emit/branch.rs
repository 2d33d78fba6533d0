//! `anyOf` and `oneOf`.
//!
//! Where it can be proved that at most one branch can hold, by the type of the value or by a member
//! that is a different constant in each, that branch is asked alone, and its faults are the faults
//! of the value. Otherwise all branches are tried.

use std::collections::BTreeMap;

use proc_macro2::TokenStream;
use quote::quote;

use super::dispatch::Dispatch;
use super::function::{kind, kinds};
use super::{Emitter, closure, words};
use crate::validate::program::{Id, Types};

/// More branches than this become a table of functions.
const FEW: usize = 24;

impl Emitter<'_> {
    /// Statements; `one`: exactly one branch may hold.
    pub(super) fn branches(&self, part: (Id, usize), ids: &[Id], one: bool) -> TokenStream {
        let node = &self.program.nodes[part.0];
        let dispatch = self.dispatches.get(&part);
        let keyword = if one { "oneOf" } else { "anyOf" };
        // Under `anyOf`, a branch that takes everything settles it, and the same branch twice is one.
        if !one && ids.iter().any(|id| self.facts.always(*id)) {
            return quote! {};
        }
        let mut ids: Vec<Id> = ids.iter().copied().filter(|id| !self.facts.never(*id)).collect();
        if !one {
            let mut seen = std::collections::BTreeSet::new();
            ids.retain(|id| seen.insert(*id));
        }
        let expected = self.expected(&ids);
        let mut groups: BTreeMap<Vec<Id>, Vec<Types>> = BTreeMap::new();
        for kind in kinds(node.types) {
            let able = ids.iter().copied().filter(|id| self.facts.types(*id).meets(kind)).collect();
            groups.entry(able).or_default().push(kind);
        }
        let all_kinds = kinds(node.types).count() == kinds(Types::ALL).count();
        let mut arms: Vec<TokenStream> = groups
            .iter()
            .map(|(able, kinds)| {
                let body = self.group(able, kinds, dispatch, keyword, &expected);
                let patterns = kinds.iter().map(|of| kind(*of));
                quote! { #(#patterns)|* => { #body } }
            })
            .collect();
        if groups.len() == 1 && all_kinds {
            let kinds: Vec<Types> = kinds(Types::ALL).collect();
            return self.group(&ids, &kinds, dispatch, keyword, &expected);
        }
        if !all_kinds {
            // What is of no legal type has been told.
            arms.push(quote! { _ => {} });
        }
        quote! { match value { #(#arms)* } }
    }

    /// The branches that are able to hold for values of some types.
    fn group(
        &self,
        ids: &[Id],
        kinds: &[Types],
        dispatch: Option<&Dispatch>,
        keyword: &str,
        expected: &str,
    ) -> TokenStream {
        let fault = quote! {
            if report.fault(at, #keyword, #expected, value) {
                return false;
            }
        };
        match ids {
            [] => fault,
            // The kind alone has settled it.
            [only] if kinds.iter().all(|kind| self.is_kind(*only, *kind)) => quote! {},
            [only] => self.ask(*only, &quote! { value }, &quote! { R::at_same(&at) }, keyword),
            _ => {
                let is_object = kinds == [Types::OBJECT];
                match dispatch.filter(|_| is_object) {
                    Some(dispatch) => self.by_tag(dispatch, keyword),
                    None if keyword == "oneOf" => self.exactly_one(ids, expected),
                    None => {
                        let held = self.any_holds(ids);
                        quote! { if !#held { #fault } }
                    }
                }
            }
        }
    }

    fn by_tag(&self, Dispatch { name, branches }: &Dispatch, keyword: &str) -> TokenStream {
        let values: Vec<serde_json::Value> = branches.iter().map(|(text, _)| text.as_str().into()).collect();
        let expected = words::values(&values);
        let otherwise = quote! {
            let stop = match (validation::members::of(value, #name), value) {
                (Some(tag), _) => report.fault(R::at_member(&at, #name), #keyword, #expected, tag),
                (None, Value::Object(object)) => report.missing(at, #keyword, &[#name], &[], object),
                _ => false,
            };
            if stop {
                return false;
            }
        };
        let tag = quote! { validation::members::of(value, #name).and_then(Value::as_str) };
        let mut bodies: Vec<(Id, Vec<&str>)> = Vec::new();
        let mut known: BTreeMap<Id, usize> = BTreeMap::new();
        for (text, id) in branches {
            let index = *known.entry(*id).or_insert_with(|| {
                bodies.push((*id, Vec::new()));
                bodies.len() - 1
            });
            bodies[index].1.push(text);
        }
        if branches.len() > FEW {
            return self.by_many_tags(&tag, branches, &bodies, keyword, &otherwise);
        }
        let arms = bodies.iter().map(|(id, texts)| {
            let body = self.ask(*id, &quote! { value }, &quote! { R::at_same(&at) }, keyword);
            quote! { Some(#(#texts)|*) => { #body } }
        });
        quote! { match #tag { #(#arms)* _ => { #otherwise } } }
    }

    /// A list of tags, with a function each where it is not the same for all.
    fn by_many_tags(
        &self,
        tag: &TokenStream,
        branches: &[(String, Id)],
        bodies: &[(Id, Vec<&str>)],
        keyword: &str,
        otherwise: &TokenStream,
    ) -> TokenStream {
        if let [(only, texts)] = bodies {
            let body = self.ask(*only, &quote! { value }, &quote! { R::at_same(&at) }, keyword);
            let known = quote! { #tag.is_some_and(|tag| TAGS.binary_search(&tag).is_ok()) };
            let check = match body.is_empty() {
                true => quote! { if !#known { #otherwise } },
                false => quote! { if #known { #body } else { #otherwise } },
            };
            return quote! {
                const TAGS: &[&str] = &[#(#texts),*];
                #check
            };
        }
        let table = branches.iter().map(|(text, id)| {
            let function = self.in_table(*id, &quote! { R });
            quote! { (#text, #function) }
        });
        quote! {
            let branches: &[(&str, validation::Check<R>)] = &[#(#table),*];
            let branch = #tag.and_then(|tag| {
                let index = branches.binary_search_by(|(text, _)| (*text).cmp(tag)).ok()?;
                branches.get(index)
            });
            match branch {
                Some((_, branch)) => {
                    if !branch(value, R::at_same(&at), report) {
                        return false;
                    }
                }
                None => { #otherwise }
            }
        }
    }

    fn any_holds(&self, ids: &[Id]) -> TokenStream {
        if ids.len() > FEW {
            let (required, ids) = self.required_alone(ids);
            let by_names = required.map(|required| {
                quote! {{
                    #required
                    value.as_object().is_none_or(|object| {
                        REQUIRED.iter().any(|names| validation::members::has_all(object, names))
                    })
                }}
            });
            let table = self.quiet_table(&ids);
            let by_branches = (!ids.is_empty()).then(|| {
                quote! {{
                    let branches: &[validation::Check<validation::Quiet>] = &[#(#table),*];
                    branches.iter().any(|branch| branch(value, R::depth(at) + 1, report.quiet()))
                }}
            });
            let held = by_names.into_iter().chain(by_branches);
            return quote! { (#(#held)||*) };
        }
        let value = quote! { value };
        let tests = ids.iter().map(|id| self.holds(*id, &value));
        quote! { (#(#tests)||*) }
    }

    fn exactly_one(&self, ids: &[Id], expected: &str) -> TokenStream {
        let value = quote! { value };
        let count = if ids.len() > FEW {
            let (required, ids) = self.required_alone(ids);
            let by_names = required.map_or(quote! { let held = 0; }, |required| {
                quote! {
                    #required
                    let held = match value {
                        Value::Object(object) => {
                            REQUIRED.iter().filter(|names| validation::members::has_all(object, names)).take(2).count()
                        }
                        // They say nothing of it: all of them hold.
                        _ => 2,
                    };
                }
            });
            let table = self.quiet_table(&ids);
            let by_branches = (!ids.is_empty()).then(|| {
                quote! {
                    let branches: &[validation::Check<validation::Quiet>] = &[#(#table),*];
                    let held = held
                        + branches
                            .iter()
                            .filter(|branch| branch(value, R::depth(at) + 1, report.quiet()))
                            .take(2 - held)
                            .count();
                }
            });
            quote! { #by_names #by_branches }
        } else {
            let tests = ids.iter().enumerate().map(|(index, id)| {
                let holds = self.holds(*id, &value);
                match index {
                    0 | 1 => quote! { held += usize::from(#holds); },
                    _ => quote! { held += usize::from(held < 2 && #holds); },
                }
            });
            quote! {
                let mut held = 0usize;
                #(#tests)*
            }
        };
        let several = format!("exactly {expected}, not several of these at once");
        quote! {{
            #count
            if held == 0 && report.fault(at, "oneOf", #expected, value) {
                return false;
            }
            if held > 1 && report.fault(at, "oneOf", #several, value) {
                return false;
            }
        }}
    }

    /// The branches that do nothing but ask for members, as a table where they are many, and the other ones.
    fn required_alone(&self, ids: &[Id]) -> (Option<TokenStream>, Vec<Id>) {
        let names = |id: &Id| self.program.nodes[*id].required_alone();
        let rows: Vec<&[String]> = ids.iter().filter_map(names).collect();
        if rows.len() <= FEW {
            return (None, ids.to_vec());
        }
        let rows = rows.iter().map(|names| quote! { &[#(#names),*] });
        let table = quote! { const REQUIRED: &[&[&str]] = &[#(#rows),*]; };
        (Some(table), ids.iter().copied().filter(|id| names(id).is_none()).collect())
    }

    /// The functions of branches that are only asked.
    fn quiet_table(&self, ids: &[Id]) -> Vec<TokenStream> {
        ids.iter().map(|id| self.in_table(*id, &quote! { validation::Quiet })).collect()
    }

    /// The function of a branch, for a table; a closure for one that has none of its own.
    fn in_table(&self, id: Id, report: &TokenStream) -> TokenStream {
        if let Some(function) = self.names.get(id) {
            return quote! { #function::<#report> };
        }
        match self.go_on(id, &quote! { value }, &quote! { at }, "") {
            Some(go_on) => closure(&go_on),
            None => quote! { |_, _, _| true },
        }
    }

    fn expected(&self, ids: &[Id]) -> String {
        const MOST: usize = 6;
        let mut forms: Vec<String> = Vec::new();
        for id in ids {
            let form = self.words(*id);
            if !forms.contains(&form) {
                forms.push(form);
            }
            if forms.len() > MOST {
                break;
            }
        }
        if forms.len() > MOST {
            return format!("one of {} forms, such as {}", ids.len(), forms[0]);
        }
        let forms: Vec<&str> = forms.iter().map(String::as_str).collect();
        words::either(&forms)
    }
}
