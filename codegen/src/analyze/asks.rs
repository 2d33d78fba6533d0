//! What follows from the forms that are asked for: validators and types of their contents.

use std::collections::BTreeMap;

use super::tools::{Locate, SchemaFacts, Typed, schema_facts};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::docs;
use crate::ir::asks::Answer;
use crate::ir::contract::Contract;
use crate::ir::protocol::Protocol;
use crate::validate;

/// The facts of all forms. `None` if one cannot be honoured, or asks for what the revision does not have.
pub(super) fn forms(
    protocol: &Protocol,
    contract: &Contract,
    locate: Locate<'_>,
    found: &mut Diagnostics,
) -> Option<BTreeMap<String, BTreeMap<String, SchemaFacts>>> {
    let mut whole = true;
    let mut all = BTreeMap::new();
    for asks in contract.asks() {
        let of = docs::code(&asks.asker);
        let at = |key: &str, more: &str| locate(&asks.asker, &format!("/asks/{}{more}", escaped(key)));
        for (key, missing) in asks.types().filter(|(_, name)| !protocol.types.contains_key(*name)) {
            let message = format!("revision {} of the protocol has no `{missing}`", protocol.revision);
            let help = "ask for something else, or generate from a revision that has it";
            found.push(Diagnostic::error("MRT-04", at(key, "/method"), message).help(help));
            whole = false;
        }
        let mut forms = BTreeMap::new();
        for (key, ask) in &asks.requests {
            let Answer::Form { schema, content, .. } = &ask.answer else { continue };
            let place = |pointer: &str| at(key, &format!("/params/requestedSchema{pointer}"));
            let about = format!("What is filled in for {} of {of}.", docs::code(key));
            // A client is to check formats too (ELI-09).
            let options = validate::Options { assert_format: true, ..validate::Options::default() };
            let typed = Typed { of: &of, root: content, about: &about };
            match schema_facts(typed, schema, &options, &place, found) {
                Some(facts) => {
                    forms.insert(key.clone(), facts);
                }
                None => whole = false,
            }
        }
        all.insert(asks.module.clone(), forms);
    }
    whole.then_some(all)
}

/// A member name in a JSON Pointer.
fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
