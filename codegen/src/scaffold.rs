//! The files of a crate that become the user's: written once by `new`, and never again.
//!
//! Comes in: a contract, the manifest's own files, the dependencies of the generated code. Goes
//! out: files at the crate's root. Always holds: askama does not escape Rust, so that nothing from
//! a manifest reaches a template but through the types of [`text`], which cannot hold anything that
//! would mean something else there; and the text is as rustfmt would lay it out.

mod crate_name;
mod sample;
mod signature;
mod text;

use askama::Template;
use serde_json::{Value, json};

pub use crate_name::CrateName;
pub use sample::sample;
pub use signature::{Function, functions};
use text::{Ident, JsonLiteral, Printable};

use crate::ir::asks::Asks;
use crate::ir::contract::{Contract, Tool};
use crate::output::FileSet;

/// The manifest of the example, as it is written.
pub const EXAMPLE_MANIFEST: &str = include_str!("../../templates/weather/mcp.toml");

/// Paths of the user's files that a scaffolded crate has besides its manifest.
pub const USER_FILES: [&str; 5] = ["Cargo.toml", "README.md", "src/main.rs", "src/tools.rs", "tests/smoke.rs"];

/// What the templates are filled from.
#[derive(Clone, Debug)]
pub struct Scaffold<'a> {
    /// Name of the crate.
    pub crate_name: &'a CrateName,
    /// The file name of the manifest: `mcp.toml`, `mcp.yaml` or `mcp.json`.
    pub manifest: &'static str,
    /// The revision of the protocol.
    pub revision: &'a str,
    /// The server.
    pub contract: &'a Contract,
    /// Lines of `[dependencies]`.
    pub dependencies: &'a [String],
    /// Whether it is the example, whose tools are written already.
    pub is_example: bool,
}

/// Fills the templates.
#[must_use]
pub fn files(scaffold: &Scaffold<'_>) -> FileSet {
    let contract = scaffold.contract;
    let crate_name = scaffold.crate_name.as_str();
    let path = Printable::new(&contract.http.path);
    let mut files = FileSet::new();
    let mut add = |path: &str, text: askama::Result<String>| {
        // The templates only print strings and loop over lists.
        let mut text = text.unwrap_or_else(|error| unreachable!("template of {path}: {error}")).trim_end().to_owned();
        text.push('\n');
        files.add(path, text);
    };
    add("Cargo.toml", CargoToml { crate_name, dependencies: scaffold.dependencies }.render());
    add("README.md", readme(scaffold, &path).render());
    add(
        "src/main.rs",
        MainRs { crate_name, manifest: scaffold.manifest, path: &path, has_scopes: contract.has_scopes() }.render(),
    );
    add(".gitignore", GitIgnore.render());
    add(".gitattributes", GitAttributes.render());
    if scaffold.is_example {
        add("src/tools.rs", Ok(include_str!("../../templates/weather/tools.rs").to_owned()));
        let smoke = include_str!("../../templates/weather/smoke.rs");
        add("tests/smoke.rs", Ok(smoke.replace("CARGO_BIN_EXE_weather", &format!("CARGO_BIN_EXE_{crate_name}"))));
    } else {
        let functions = functions(contract);
        let has_tools = !contract.tools.is_empty();
        let has_entries = functions.len() > contract.tools.len();
        let trait_name = Ident::new(&contract.trait_name);
        let has_completions = contract.completions().next().is_some();
        let tools_rs = ToolsRs { trait_name, functions: &functions, has_tools, has_completions, has_entries };
        add("src/tools.rs", tools_rs.render());
        let tools: Vec<_> = contract.tools.iter().map(CalledTool::of).collect();
        add("tests/smoke.rs", SmokeRs { crate_name, tools: &tools, entries: &CalledEntry::all(contract) }.render());
    }
    files
}

#[derive(Template)]
#[template(path = "server/Cargo.toml.txt", escape = "none")]
struct CargoToml<'a> {
    crate_name: &'a str,
    dependencies: &'a [String],
}

#[derive(Template)]
#[template(path = "server/main.rs.txt", escape = "none")]
struct MainRs<'a> {
    crate_name: &'a str,
    manifest: &'a str,
    path: &'a Printable,
    has_scopes: bool,
}

#[derive(Template)]
#[template(path = "server/gitignore.txt", escape = "none")]
struct GitIgnore;

#[derive(Template)]
#[template(path = "server/gitattributes.txt", escape = "none")]
struct GitAttributes;

#[derive(Template)]
#[template(path = "server/tools.rs.txt", escape = "none")]
struct ToolsRs<'a> {
    trait_name: Ident,
    functions: &'a [Function],
    has_tools: bool,
    has_completions: bool,
    has_entries: bool,
}

#[derive(Template)]
#[template(path = "server/smoke.rs.txt", escape = "none")]
struct SmokeRs<'a> {
    crate_name: &'a str,
    tools: &'a [CalledTool],
    entries: &'a [CalledEntry],
}

/// A tool, and arguments to call it with.
struct CalledTool {
    method: Ident,
    test: Ident,
    /// `let answer = …;`
    answer: String,
    /// Arguments that fit, with the space before them.
    sample: Option<String>,
    /// The trait of who answers what it asks.
    input: Option<Ident>,
}

impl CalledTool {
    fn of(tool: &Tool) -> Self {
        Self {
            method: Ident::new(&tool.rust.method),
            test: test_name(&tool.rust.method),
            answer: signature::bound_answer(&tool.rust.method, "args"),
            sample: sample(&tool.input_schema).map(|value| bound(&JsonLiteral::new(&value))),
            input: tool.asks.as_ref().map(|asks| Ident::new(&asks.input)),
        }
    }
}

/// A resource, template or prompt, and how it is called.
struct CalledEntry {
    method: Ident,
    test: Ident,
    /// `let args = …;`, where it takes any.
    args: String,
    /// `let answer = …;`
    answer: String,
    /// The trait of who answers what it asks.
    input: Option<Ident>,
}

impl CalledEntry {
    fn all(contract: &Contract) -> Vec<Self> {
        let resources = contract.resources.iter().map(|resource| (&resource.method, None, &resource.asks));
        let templates = contract
            .resource_templates
            .iter()
            .map(|template| (&template.method, template.args.as_ref(), &template.asks));
        let prompts = contract.prompts.iter().map(|prompt| (&prompt.method, prompt.args.as_ref(), &prompt.asks));
        let entries = resources.chain(templates).chain(prompts);
        let entry = |(method, args, asks): (&String, Option<_>, &Option<Asks>)| Self {
            method: Ident::new(method),
            test: test_name(method),
            answer: signature::bound_answer(method, if args.is_some() { "args" } else { "" }),
            args: args.map(signature::bound_texts).unwrap_or_default(),
            input: asks.as_ref().map(|asks| Ident::new(&asks.input)),
        };
        entries.map(entry).collect()
    }
}

fn test_name(method: &str) -> Ident {
    Ident::new(&format!("{}_answers", method.trim_end_matches('_')))
}

/// A literal after `let json =`, on a line of its own where rustfmt puts it there: where only that
/// fits into 100 columns.
fn bound(literal: &JsonLiteral) -> String {
    let literal = literal.to_string();
    let beside = "    let json = ;".len() + literal.len();
    let below = "        ;".len() + literal.len();
    let space = if beside > 100 && below <= 100 { "\n        " } else { " " };
    format!("{space}{literal}")
}

#[derive(Template)]
#[template(path = "server/README.md.txt", escape = "none")]
struct Readme<'a> {
    crate_name: &'a str,
    manifest: &'a str,
    revision: &'a str,
    path: &'a Printable,
    has_scopes: bool,
    call: Call,
}

/// The request that the README shows.
struct Call {
    method: &'static str,
    headers: Vec<String>,
    body: JsonLiteral,
}

fn readme<'a>(scaffold: &Scaffold<'a>, path: &'a Printable) -> Readme<'a> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": scaffold.revision,
        "io.modelcontextprotocol/clientInfo": { "name": "curl", "version": "8" },
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let body = |method: &str, mut params: Value| {
        params["_meta"] = meta.clone();
        JsonLiteral::for_shell(&json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params }))
    };
    let call = if scaffold.is_example {
        let arguments = json!({ "city": "Lisbon", "region": "Portugal", "month": 7 });
        Call {
            method: "tools/call",
            headers: vec!["Mcp-Name: get_weather".to_owned(), "Mcp-Param-Region: Portugal".to_owned()],
            body: body("tools/call", json!({ "name": "get_weather", "arguments": arguments })),
        }
    } else {
        let contract = scaffold.contract;
        let method = if !contract.tools.is_empty() {
            "tools/list"
        } else if !contract.prompts.is_empty() {
            "prompts/list"
        } else {
            "server/discover"
        };
        Call { method, headers: Vec::new(), body: body(method, json!({})) }
    };
    Readme {
        crate_name: scaffold.crate_name.as_str(),
        manifest: scaffold.manifest,
        revision: scaffold.revision,
        path,
        has_scopes: scaffold.contract.has_scopes(),
        call,
    }
}
