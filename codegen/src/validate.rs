//! JSON Schema to checks, and checks to straight-line Rust.
//!
//! Comes in: a schema of draft 2020-12 or draft-07, as `$schema` says. Goes out: a [`Program`], the
//! checks as plain data, whose [`Program::emit`] gives functions over `&serde_json::Value`. Always
//! holds: the output is linear in the schema, at most one function a subschema, one for all that are
//! equal; what cannot be honoured is a [`Fault`], never a check left out; all faults of a schema are
//! found in one run; nothing is fetched.
//!
//! The functions need `runtime/validation` and `serde_json`, and for a format that is asserted the crate that decides
//! it ([`Program::formats`], `dependencies`), nothing else: patterns become finite
//! automata, or programs of a small backtracking machine that counts its steps, so that no engine
//! for regular expressions lands in the user's crate.

mod cycle;
mod dialect;
mod ecma;
pub(crate) mod emit;
mod form;
pub mod format;
mod judge;
mod keyword;
mod lower;
mod metaschema;
mod pointer;
pub(crate) mod program;
mod resource;
mod share;
mod standalone;

use std::collections::BTreeMap;

use serde_json::Value;

pub use dialect::{DRAFT_7, DRAFT_2020_12, Dialect};
pub use emit::{Emission, Limits};
pub use judge::{RefusedDefault, refused_defaults};
pub use program::Program;
pub use standalone::{InvalidSchema, runtime, validator, validator_with, validators};

/// How a schema is read.
#[derive(Clone, Debug)]
pub struct Options {
    /// What is read where `$schema` is absent (JSC-01).
    pub dialect: Dialect,
    /// The address of the schema, absolute or relative; references are resolved against it.
    pub base: Option<String>,
    /// Documents that references may lead to, by address; relative addresses as seen from `base`.
    pub documents: BTreeMap<String, Value>,
    /// Whether `format` is asserted; otherwise it is an annotation.
    pub assert_format: bool,
    /// How deep arrays and objects may be nested in a schema (JSC-06).
    pub max_depth: usize,
    /// How many subschemas there may be, counted once for each dynamic scope they are used in (JSC-06).
    pub max_subschemas: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            dialect: Dialect::Draft202012,
            base: None,
            documents: BTreeMap::new(),
            assert_format: false,
            max_depth: 256,
            max_subschemas: 100_000,
        }
    }
}

/// What is wrong with a schema.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    /// The bundled document that it is in; `None` for the schema itself.
    pub document: Option<String>,
    /// JSON Pointer (RFC 6901) into it.
    pub pointer: String,
    /// Id of the rule, such as `JSC-02`.
    pub rule: &'static str,
    /// One sentence: what is wrong.
    pub message: String,
    /// What is legal and what to do.
    pub help: String,
}

/// The checks of one schema. The entry point has no name of its own.
///
/// # Errors
/// Every fault of the schema, sorted by place.
pub fn compile(schema: &Value, options: &Options) -> Result<Program, Vec<Fault>> {
    compile_many(schema, &[(String::new(), String::new())], options)
}

/// The checks of several schemas in one document: `roots` are Rust names and JSON Pointers.
///
/// # Errors
/// Every fault of the document, sorted by place.
pub fn compile_many(document: &Value, roots: &[(String, String)], options: &Options) -> Result<Program, Vec<Fault>> {
    if let Some(pointer) = too_deep(document, options.max_depth) {
        let message = format!("the schema is nested deeper than {} levels", options.max_depth);
        let help = String::from("move inner schemas into `$defs` and refer to them");
        return Err(vec![Fault { document: None, pointer, rule: "JSC-06", message, help }]);
    }
    let mut lowering = lower::Lowering::new(document, options);
    let mut entries = Vec::new();
    for (name, pointer) in roots {
        entries.push((name.clone(), lowering.root(pointer)));
    }
    let lower::Lowering { resources, mut nodes, patterns, .. } = lowering;
    let mut faults = resources.faults;
    faults.extend(cycle::check(&nodes, options.max_depth));
    if !faults.is_empty() {
        faults.sort();
        faults.dedup();
        return Err(faults);
    }
    cycle::skip_references(&mut nodes, &mut entries);
    share::merge(&mut nodes, &mut entries);
    Ok(Program { nodes, patterns, roots: entries })
}

/// The pointer of a place below which a document is nested too deep; no recursion.
fn too_deep(document: &Value, limit: usize) -> Option<String> {
    let mut open = vec![(document, String::new(), 0)];
    while let Some((value, place, depth)) = open.pop() {
        if depth > limit {
            return Some(place);
        }
        match value {
            Value::Array(items) => {
                let inner = items.iter().enumerate().filter(|(_, value)| value.is_array() || value.is_object());
                open.extend(inner.map(|(index, value)| (value, format!("{place}/{index}"), depth + 1)));
            }
            Value::Object(members) => {
                let inner = members.iter().filter(|(_, value)| value.is_array() || value.is_object());
                open.extend(inner.map(|(name, value)| (value, pointer::push(&place, name), depth + 1)));
            }
            _ => {}
        }
    }
    None
}
