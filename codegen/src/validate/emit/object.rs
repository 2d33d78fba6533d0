//! Keywords of objects. The members are walked once.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::by_name::by_name;
use super::call::check;
use super::condition::Condition;
use super::{Emitter, literal, mentions, scalar, words};
use crate::validate::program::{Id, InPlace, Objects, Types};

/// A `propertyNames` of more subschemas than this has functions of its own.
const MOST_PARTS: usize = 32;

impl Emitter<'_> {
    /// Checks of `object`, a `&Map<String, Value>`.
    pub(super) fn object(&self, object: &Objects) -> TokenStream {
        let known = self.known_names(object);
        let sizes = sizes(object);
        let counts = self.counts(object);
        let (walk, required) = match self.only(object) {
            Some(only) => (only, TokenStream::new()),
            None => self.walk(object),
        };
        let dependent = object.dependent_required.iter().filter(|(_, names)| !names.is_empty()).map(|(name, names)| {
            let inner = self.requires(names, "dependentRequired");
            quote! {
                if validation::members::has(object, #name) {
                    #inner
                }
            }
        });
        let checks = quote! { #walk #required #(#dependent)* };
        let known = mentions(&checks, "MEMBERS").then_some(known);
        quote! { #known #sizes #counts #checks }
    }

    /// What the number of members says before any is looked at; which one is wrong takes the look.
    fn counts(&self, object: &Objects) -> TokenStream {
        let fewest = object.required.len();
        let closed = object.patterns.is_empty() && object.additional.is_some_and(|id| self.facts.never(id));
        let exact = closed && fewest > 0 && fewest == object.properties.len();
        let least = (fewest > 1 && !exact).then(|| {
            let fewest = Literal::usize_unsuffixed(fewest);
            quote! { object.len() < #fewest }
        });
        let most = closed.then(|| {
            let most = Literal::usize_unsuffixed(object.properties.len());
            match (object.properties.len(), exact) {
                (0, _) => quote! { !object.is_empty() },
                (_, true) => quote! { object.len() != #most },
                (_, false) => quote! { object.len() > #most },
            }
        });
        let bad = match (least, most) {
            (None, None) => return TokenStream::new(),
            (Some(bad), None) | (None, Some(bad)) => bad,
            (Some(few), Some(many)) => quote! { (#few || #many) },
        };
        quote! {
            if !R::EXPLAINS && #bad {
                return false;
            }
        }
    }

    fn known_names(&self, object: &Objects) -> TokenStream {
        let names: Vec<&String> =
            object.properties.iter().filter(|(_, id)| !self.facts.never(*id)).map(|(name, _)| name).collect();
        quote! { const MEMBERS: &[&str] = &[#(#names),*]; }
    }

    fn requires(&self, names: &[String], keyword: &str) -> TokenStream {
        let all = match names {
            [] => return quote! {},
            [name] if self.is_large() => quote! { object.contains_key(#name) },
            [name] => quote! { validation::members::has(object, #name) },
            names if names.len() > 4 || self.is_large() => {
                quote! { [#(#names),*].iter().all(|name| object.contains_key(*name)) }
            }
            _ => quote! { (#(validation::members::has(object, #names))&&*) },
        };
        quote! {
            if !#all && report.missing(at, #keyword, &[#(#names),*], MEMBERS, object) {
                return false;
            }
        }
    }

    /// Where one member alone is looked at: the look at it.
    fn only(&self, object: &Objects) -> Option<TokenStream> {
        let others = object.names.is_some_and(|id| !self.facts.always(id))
            || object.additional.is_some_and(|id| !self.facts.always(id))
            || object.patterns.iter().any(|(_, id)| !self.facts.always(*id));
        let mut asked = object.properties.iter().filter(|(_, id)| !self.facts.always(*id));
        let ((name, id), None, false) = (asked.next()?, asked.next(), others) else { return None };
        if object.required.iter().any(|required| required != name) {
            return None;
        }
        let spend = self.spend_on_members(object);
        let ask = self.ask(*id, &quote! { member }, &quote! { R::at_member(&at, #name) }, "properties");
        let find = match self.is_large() {
            true => quote! { object.get(#name) },
            false => quote! { validation::members::find(object, #name) },
        };
        let look = match object.required.is_empty() {
            true => quote! { if let Some(member) = #find { #ask } },
            false => quote! {
                match #find {
                    Some(member) => { #ask }
                    None => {
                        if report.missing(at, "required", &[#name], MEMBERS, object) {
                            return false;
                        }
                    }
                }
            },
        };
        Some(quote! { #spend #look })
    }

    /// The loop over the members, and what follows it about the required ones.
    fn walk(&self, object: &Objects) -> (TokenStream, TokenStream) {
        let at = quote! { R::at_member(&at, name) };
        let value = quote! { member };
        let names = object.names.map(|id| self.name(id)).unwrap_or_default();
        let patterns: Vec<(usize, TokenStream)> = object
            .patterns
            .iter()
            .map(|(pattern, id)| (*pattern, self.ask(*id, &value, &at, "patternProperties")))
            .collect();
        let rest = object.additional.map(|id| self.rest(object, id)).unwrap_or_default();
        let mut arms: Vec<(&str, TokenStream)> = Vec::new();
        for (name, id) in &object.properties {
            arms.push((name, self.ask(*id, &value, &at, "properties")));
        }
        let walks = !names.is_empty()
            || !rest.is_empty()
            || arms.iter().any(|(_, body)| !body.is_empty())
            || patterns.iter().any(|(_, body)| !body.is_empty());
        if !walks {
            return (quote! {}, self.requires(&object.required, "required"));
        }
        let counts = !object.required.is_empty();
        if counts {
            for name in &object.required {
                let one = quote! { missing -= 1; };
                match arms.iter_mut().find(|(known, _)| known == name) {
                    Some((_, body)) => *body = quote! { #one #body },
                    None => arms.push((name, one)),
                }
            }
        }
        let body = self.member(object, &arms, &patterns, &rest);
        let count = counts.then(|| {
            let count = Literal::usize_suffixed(object.required.len());
            quote! { let mut missing = #count; }
        });
        let body = quote! { #names #body };
        let (members, one) = match mentions(&body, "member") {
            true => (quote! { iter }, quote! { (name, member) }),
            false => (quote! { keys }, quote! { name }),
        };
        let spend = self.spend_on_members(object);
        let long = self.spend_on_name(object);
        // The first is taken before the loop, so that the loop has one kind of step: a map finds its first leaf at
        // the first step, and `for` would ask at each whether it is that.
        let walk = if self.is_large() {
            let part = if mentions(&body, "member") { &one } else { &quote! { (name, _) } };
            quote! {
                #spend
                #count
                for #part in validation::members::each(object) {
                    #long
                    #body
                }
            }
        } else {
            quote! {
                #spend
                #count
                let mut members = object.#members();
                let mut next = members.next();
                while let Some(#one) = next {
                    #long
                    #body
                    next = members.next();
                }
            }
        };
        let names = &object.required;
        let required = counts.then(|| {
            quote! {
                if missing > 0 && report.missing(at, "required", &[#(#names),*], MEMBERS, object) {
                    return false;
                }
            }
        });
        (walk, required.unwrap_or_default())
    }

    /// Statements before the loop over the members. To look for a pattern in a name is a step.
    fn spend_on_members(&self, object: &Objects) -> TokenStream {
        match object.patterns.len() {
            0 => self.spend(&quote! { object.len() }),
            patterns => {
                let each = Literal::usize_unsuffixed(patterns.saturating_add(1));
                self.spend(&quote! { object.len().saturating_mul(#each) })
            }
        }
    }

    /// Statements for one member: a long name that is read is work like a long string, as often as it is read.
    fn spend_on_name(&self, object: &Objects) -> TokenStream {
        let mut parts = MOST_PARTS;
        let names = object.names.filter(|id| !self.facts.always(*id)).map_or(0, |id| {
            // Where it becomes a value, it is copied.
            self.text_holds(id, &mut parts).map_or(1, |_| MOST_PARTS - parts)
        });
        match object.patterns.len().saturating_add(names) {
            0 => TokenStream::new(),
            reads => self.spend(&scalar::long(&quote! { name }, reads)),
        }
    }

    /// What happens to one member.
    fn member(
        &self,
        object: &Objects,
        arms: &[(&str, TokenStream)],
        patterns: &[(usize, TokenStream)],
        rest: &TokenStream,
    ) -> TokenStream {
        let is_property = |name: &str| object.properties.iter().any(|(known, _)| known == name);
        if patterns.is_empty() {
            // A required name that is no property is one of the rest.
            let arms: Vec<(&str, TokenStream)> = arms
                .iter()
                .map(|(name, body)| {
                    (
                        *name,
                        if is_property(name) {
                            body.clone()
                        } else {
                            quote! { #body #rest }
                        },
                    )
                })
                .filter(|(_, body)| !rest.is_empty() || !body.is_empty())
                .collect();
            return by_name(&arms, rest, &quote! { {} });
        }
        let tests = patterns.iter().map(|(pattern, body)| {
            let found = self.finds(*pattern, &quote! { name });
            let known = (!rest.is_empty()).then(|| quote! { known = true; });
            match body.is_empty() && known.is_none() {
                true => quote! {},
                false => quote! { if #found { #known #body } },
            }
        });
        if rest.is_empty() {
            let arms: Vec<(&str, TokenStream)> =
                arms.iter().filter(|(_, body)| !body.is_empty()).map(|(name, body)| (*name, body.clone())).collect();
            let own = by_name(&arms, &quote! {}, &quote! { {} });
            return quote! { #own #(#tests)* };
        }
        let arms: Vec<(&str, TokenStream)> = arms
            .iter()
            .map(|(name, body)| {
                let known = is_property(name);
                (*name, quote! { #body #known })
            })
            .collect();
        let own = by_name(&arms, &quote! { false }, &quote! { false });
        quote! {
            let mut known = #own;
            #(#tests)*
            if !known {
                #rest
            }
        }
    }

    /// `additionalProperties` for one member.
    fn rest(&self, object: &Objects, id: Id) -> TokenStream {
        if self.facts.never(id) {
            let _ = object;
            return quote! {
                if report.unknown(R::at_member(&at, name), "additionalProperties", name, MEMBERS, member) {
                    return false;
                }
            };
        }
        self.ask(id, &quote! { member }, &quote! { R::at_member(&at, name) }, "additionalProperties")
    }

    /// `propertyNames` for one member. A name becomes a value only where plain comparisons do not do.
    fn name(&self, id: Id) -> TokenStream {
        let call = self.ask(id, &quote! { value }, &quote! { R::at_member(&at, name) }, "propertyNames");
        if call.is_empty() {
            return call;
        }
        let call = quote! {{
            let value = &Value::String(name.clone());
            #call
        }};
        match self.text_holds(id, &mut { MOST_PARTS }) {
            // Every name is a string: nothing is left to ask.
            Some(holds) if holds.is(true) => quote! {},
            Some(holds) => {
                // The name becomes a value only to say what is wrong with it.
                let wrong = holds.negated();
                let text = mentions(&wrong, "text").then(|| quote! { let text = name; });
                quote! {
                    #text
                    if #wrong {
                        if !R::EXPLAINS {
                            return false;
                        }
                        #call
                    }
                }
            }
            None => call,
        }
    }

    /// Whether `text`, a `&String`, is valid; `None` where that takes more than `parts`
    /// subschemas to say.
    fn text_holds(&self, id: Id, parts: &mut usize) -> Option<Condition> {
        *parts = parts.checked_sub(1)?;
        let node = &self.program.nodes[id];
        if self.facts.never(id) || !node.types.meets(Types::STRING) {
            return Some(Condition::literal(false));
        }
        let mut tests: Vec<Condition> = Vec::new();
        for (_, values) in &node.values {
            let strings: Vec<&str> = values.iter().filter_map(serde_json::Value::as_str).collect();
            tests.push(Condition::Expression(literal::is_one_of_strings(&strings)));
        }
        for (bad, _, _) in self.string_faults(&node.string) {
            tests.push(Condition::Not(bad));
        }
        for part in &node.in_place {
            let ids = part.ids();
            let all = ids.iter().map(|id| self.text_holds(*id, parts)).collect::<Option<Vec<_>>>()?;
            match (part, all.as_slice()) {
                (InPlace::All(_), all) => tests.extend(all.iter().cloned()),
                (InPlace::Any(_), all) => tests.push(Condition::any(all.to_vec())),
                (InPlace::One(_), all) => {
                    let all = all.iter().map(Condition::alone);
                    tests.push(Condition::Not(quote! { [#(#all),*].iter().filter(|held| **held).count() != 1 }));
                }
                (InPlace::Not(_), [one]) => tests.push(one.not()),
                (InPlace::If { then, otherwise, .. }, [condition, rest @ ..]) => {
                    let (then, otherwise) = match (then, otherwise, rest) {
                        (Some(_), Some(_), [then, otherwise]) => (then.clone(), otherwise.clone()),
                        (Some(_), None, [then]) => (then.clone(), Condition::literal(true)),
                        (None, Some(_), [otherwise]) => (Condition::literal(true), otherwise.clone()),
                        _ => continue,
                    };
                    tests.push(match (condition.is(true), condition.is(false)) {
                        (true, _) => then,
                        (_, true) => otherwise,
                        _ => Condition::If(Box::new([condition.clone(), then, otherwise])),
                    });
                }
                // No string has members.
                _ => {}
            }
        }
        Some(Condition::all(tests))
    }
}

/// `minProperties`, `maxProperties`
fn sizes(object: &Objects) -> TokenStream {
    let mut checks = TokenStream::new();
    if let Some(min) = object.min {
        let bound = scalar::length(min);
        let expected = format!("an object of at least {}", words::count(min, "member", "members"));
        let bad = if min == 1 {
            quote! { object.is_empty() }
        } else {
            quote! { object.len() < #bound }
        };
        checks.extend(check(&bad, "minProperties", &expected));
    }
    if let Some(max) = object.max {
        let bound = scalar::length(max);
        let expected = format!("an object of at most {}", words::count(max, "member", "members"));
        let bad = if max == 0 {
            quote! { !object.is_empty() }
        } else {
            quote! { object.len() > #bound }
        };
        checks.extend(check(&bad, "maxProperties", &expected));
    }
    checks
}
