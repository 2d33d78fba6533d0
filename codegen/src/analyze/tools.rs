//! What follows from the tools: validators and types of each schema.
//!
//! Always holds: an emitter can rely on a fact without checking it again; a schema that cannot be
//! honoured is an error here, with its place in the manifest, and nothing is emitted.

use serde_json::Value;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::docs;
use crate::fused;
use crate::ir::contract::{Contract, Tool};
use crate::source::Place;
use crate::typed::{self, Types};
use crate::validate::{self, Program};

/// What follows from a tool.
#[derive(Clone, Debug)]
pub struct ToolFacts {
    /// Of `inputSchema`.
    pub input: SchemaFacts,
    /// How arguments are read in one pass, where that gains anything.
    pub readers: Option<fused::Plan>,
    /// Of `outputSchema`, if there is one.
    pub output: Option<SchemaFacts>,
    /// How it is seen of an output that it fits without a `Value` of it, where that is possible.
    pub output_readers: Option<fused::Plan>,
}

/// What follows from one schema.
#[derive(Clone, Debug)]
pub struct SchemaFacts {
    /// Its checks.
    pub program: Program,
    /// Its types.
    pub types: Types,
}

impl ToolFacts {
    /// The facts of its schemas.
    pub fn schemas(&self) -> impl Iterator<Item = &SchemaFacts> {
        std::iter::once(&self.input).chain(&self.output)
    }
}

/// Where a part of a tool stands: from its wire name and a JSON Pointer into its definition.
pub type Locate<'a> = &'a dyn Fn(&str, &str) -> Option<Place>;

/// Derives the facts of all tools, in their order. `None` if a schema cannot be honoured; all such
/// schemas are named.
pub(super) fn tools(contract: &Contract, locate: Locate<'_>, found: &mut Diagnostics) -> Option<Vec<ToolFacts>> {
    // All of them first, then the verdict: one run names every fault.
    let options = validate::Options {
        assert_format: contract.validation.assert_format,
        documents: contract.validation.documents.clone(),
        ..validate::Options::default()
    };
    let facts: Vec<Option<ToolFacts>> =
        contract.tools.iter().map(|tool| tool_facts(tool, &options, locate, found)).collect();
    facts.into_iter().collect()
}

fn tool_facts(
    tool: &Tool,
    options: &validate::Options,
    locate: Locate<'_>,
    found: &mut Diagnostics,
) -> Option<ToolFacts> {
    let name = docs::code(&tool.name);
    let mut schema = |member: &str, root: &str, about: String, schema: &Value| {
        let place = |pointer: &str| locate(&tool.name, &format!("/{member}{pointer}"));
        let of = format!("tool {name}");
        schema_facts(Typed { of: &of, root, about: &about }, schema, options, &place, found)
    };
    let input = schema("inputSchema", &tool.rust.args, format!("Arguments of {name}."), &tool.input_schema);
    let output = tool
        .output_schema
        .as_ref()
        .map(|output| schema("outputSchema", &tool.rust.output, format!("What {name} gives."), output));
    let (input, output) = (input?, output.map_or(Some(None), |output| output.map(Some))?);
    let readers = fused::plan(&input.program, &input.types);
    let output_readers = output.as_ref().and_then(|output| fused::plan_written(&output.program, &output.types));
    Some(ToolFacts { input, readers, output, output_readers })
}

/// What a schema is to become.
pub(super) struct Typed<'a> {
    /// Of what it is, for findings.
    pub(super) of: &'a str,
    /// Name of the type.
    pub(super) root: &'a str,
    /// First words of its documentation.
    pub(super) about: &'a str,
}

/// The facts of one schema; `place` leads from a JSON Pointer into it to where it stands.
pub(super) fn schema_facts(
    typed: Typed<'_>,
    schema: &Value,
    options: &validate::Options,
    place: &dyn Fn(&str) -> Option<Place>,
    found: &mut Diagnostics,
) -> Option<SchemaFacts> {
    let program = match validate::compile(schema, options) {
        Ok(program) => program,
        Err(faults) => {
            for fault in faults {
                let message = format!("{}: {}", typed.of, fault.message);
                found.push(Diagnostic::error(fault.rule, place(&fault.pointer), message).help(fault.help));
            }
            return None;
        }
    };
    let types = typed::types(typed.root, typed.about, schema);
    for note in &types.notes {
        let message = format!("{}: {}", typed.of, note.message);
        found.push(Diagnostic::warning(note.rule, place(&note.pointer), message));
    }
    Some(SchemaFacts { program, types })
}
