//! Schemas that no generator has seen: what a server lists, checked by the `jsonschema` crate.
//!
//! Comes in: a tool as it was listed. Goes out: its arguments checked before they are sent, its
//! structured content when it arrives. Always holds: the dialects are those of generated validators
//! (JSC-02), nothing is fetched (JSC-04), `format` is an annotation, patterns run in linear time; a
//! schema that cannot be honoured makes its tool unusable and no other (JSC-05); a check that could
//! be too much work is not begun (JSC-06, see [`Work`]).

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use jsonschema::{Draft, PatternOptions, Validator};
use serde_json::Value;
use serde_json::value::RawValue;

use super::error::Error;
use super::request::Params;
use super::work::Work;

/// Most faults that one error tells of.
const MOST_FAULTS: usize = 32;

/// Most bytes of one compiled pattern. Larger ones are refused: repetitions of repetitions.
const MOST_PATTERN: usize = 1 << 20;

/// The schemas of the tools that were listed last, by the tools' names.
#[derive(Debug, Default)]
pub(super) struct Schemas(RwLock<BTreeMap<String, Arc<Checks>>>);

/// What is checked of one tool. An error says why it cannot be.
struct Checks {
    input: Result<Check, String>,
    output: Option<Result<Check, String>>,
}

/// One schema.
struct Check {
    validator: Validator,
    work: Work,
}

impl Schemas {
    /// Takes in what was listed.
    pub(super) fn learn<'t>(&self, tools: impl IntoIterator<Item = (&'t str, &'t Value)>) {
        let learned = tools.into_iter().map(|(name, definition)| (name.to_owned(), Arc::new(Checks::of(definition))));
        self.0.write().unwrap_or_else(PoisonError::into_inner).extend(learned);
    }

    /// Whether a request may be sent: a call's arguments; those of a tool that was never listed may.
    pub(super) fn request(&self, method: &str, params: &Params) -> Result<(), Error> {
        let Some((tool, checks)) = self.called(method, params) else { return Ok(()) };
        let unsendable = |why: &str| Error::Unsendable(format!("the tool {tool:?}: {why}"));
        let check =
            checks.input.as_ref().map_err(|why| unsendable(&format!("its inputSchema cannot be used: {why}")))?;
        if let Some(Err(why)) = &checks.output {
            return Err(unsendable(&format!("its outputSchema cannot be used: {why}")));
        }
        let Some(arguments) = params.get("arguments") else { return Ok(()) };
        check.holds(arguments).map_err(|faults| unsendable(&format!("arguments that break its inputSchema\n{faults}")))
    }

    /// Whether a call's structured content is what the tool's `outputSchema` says. A tool that failed need not give
    /// any (TOOL-14), nor one that asks for input first.
    pub(super) fn result(&self, method: &str, params: &Params, result: &RawValue) -> Result<(), Error> {
        let Some((tool, checks)) = self.called(method, params) else { return Ok(()) };
        let Some(Ok(check)) = &checks.output else { return Ok(()) };
        // What is no result of a call is for its decoder to say.
        let Ok(result) = serde_json::from_str::<BTreeMap<String, Box<RawValue>>>(result.get()) else { return Ok(()) };
        let is_error = result.get("isError").is_some_and(|value| value.get() == "true");
        let kind: Option<String> = result.get("resultType").and_then(|kind| serde_json::from_str(kind.get()).ok());
        if is_error || kind.is_some_and(|kind| kind != "complete") {
            return Ok(());
        }
        let content = result.get("structuredContent").ok_or_else(|| {
            Error::invalid(format!("the tool {tool:?} has an outputSchema, but its answer no structuredContent"))
        })?;
        let broken = |faults| format!("structuredContent of the tool {tool:?} breaks its outputSchema\n{faults}");
        check.holds(content).map_err(|faults| Error::invalid(broken(faults)))
    }

    /// The tool that a request calls, if it was listed.
    fn called(&self, method: &str, params: &Params) -> Option<(String, Arc<Checks>)> {
        let name = params.get("name").filter(|_| method == "tools/call")?;
        let name: String = serde_json::from_str(name.get()).ok()?;
        let checks = self.of(&name)?;
        Some((name, checks))
    }

    fn of(&self, tool: &str) -> Option<Arc<Checks>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(tool).cloned()
    }
}

impl Checks {
    fn of(definition: &Value) -> Self {
        let input = definition.get("inputSchema").ok_or_else(|| String::from("there is none"));
        Self { input: input.and_then(Check::of), output: definition.get("outputSchema").map(Check::of) }
    }
}

impl fmt::Debug for Checks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Checks").finish_non_exhaustive()
    }
}

impl Check {
    fn of(schema: &Value) -> Result<Self, String> {
        let dialect = dialect(schema)?;
        let work = Work::of(schema)?;
        let validator = jsonschema::options()
            .with_draft(dialect)
            .should_validate_formats(false)
            .with_pattern_options(PatternOptions::regex().size_limit(MOST_PATTERN).dfa_size_limit(MOST_PATTERN))
            .offline()
            .build(schema)
            .map_err(|error| shortened(&error.to_string()))?;
        Ok(Self { validator, work })
    }

    /// The faults of a JSON text, one a line.
    fn holds(&self, text: &RawValue) -> Result<(), String> {
        let value: Value = serde_json::from_str(text.get()).map_err(|error| error.to_string())?;
        self.work.bounds(&value)?;
        if self.validator.is_valid(&value) {
            return Ok(());
        }
        let faults = self.validator.iter_errors(&value).take(MOST_FAULTS);
        let faults: Vec<String> = faults
            .map(|fault| match fault.instance_path().to_string() {
                root if root.is_empty() => shortened(&fault.to_string()),
                pointer => format!("{pointer}: {}", shortened(&fault.to_string())),
            })
            .collect();
        Err(faults.join("\n"))
    }
}

/// Draft 2020-12, also where nothing is said, or draft-07; of parts with an address of their own, too.
fn dialect(schema: &Value) -> Result<Draft, String> {
    let mut open = vec![schema];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(items) => open.extend(items),
            Value::Object(members) => {
                if let (Some(Value::String(part)), true) = (members.get("$schema"), members.contains_key("$id")) {
                    draft(part)?;
                }
                open.extend(members.values());
            }
            _ => {}
        }
    }
    schema.get("$schema").and_then(Value::as_str).map_or(Ok(Draft::Draft202012), draft)
}

fn draft(uri: &str) -> Result<Draft, String> {
    match uri.strip_suffix('#').unwrap_or(uri) {
        "https://json-schema.org/draft/2020-12/schema" => Ok(Draft::Draft202012),
        "http://json-schema.org/draft-07/schema" => Ok(Draft::Draft7),
        _ => Err(format!("the dialect {} is not supported: draft 2020-12 and draft-07 are", shortened(uri))),
    }
}

/// A text of a stranger's, at a length for one line of an error.
fn shortened(text: &str) -> String {
    const MOST: usize = 300;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
