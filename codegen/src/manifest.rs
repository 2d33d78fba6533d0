//! What the user states: a server's identity and what it offers.
//!
//! Comes in: `mcp.toml`, `.yaml` or `.json`, or what a server answered to `tools/list`, and the
//! schema files beside it that it refers to. Goes out: a [`Manifest`], typed, with its
//! [`Document`], in which every part has a place in the file it came from. Always holds: own keys
//! are known ones and have the right JSON type; what belongs to MCP or JSON Schema is carried as it
//! stands, unknown members included; no file outside the manifest's directory was opened, and
//! nothing was fetched.
//!
//! A captured list need not name its server. The name is then the `serverInfo` of the captured
//! `_meta`, else the name of the file without extension, else, where that says nothing (`mcp`,
//! `manifest`, `tools`, `tools-list`), the name of the directory, else `server`; the version is
//! `0.1.0`.

mod cache;
mod captured;
mod files;
mod http;
pub mod keys;
pub mod later;
mod lists;
mod origin;
mod pages;
mod section;
mod server;
mod tools;
pub mod uri_template;
mod validation;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::Value;

pub use self::cache::{CACHEABLE_METHODS, CacheHint};
pub use self::http::Http;
pub use self::origin::ProtocolChoice;
pub(crate) use self::section::Section;
pub use self::server::Server;
pub use self::validation::Validation;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::{self, Document};
use crate::source::{Place, Sources};

/// The JSON Schema of a manifest, as `mcp-codegen schema` prints it.
pub const SCHEMA: &str = include_str!("../../schema/manifest.schema.json");

/// A manifest.
#[derive(Clone, Debug)]
pub struct Manifest {
    /// The whole, schema files grafted in, with places. Of a captured response it is the result.
    pub document: Document,
    /// The files that were read, the manifest first.
    pub files: Vec<PathBuf>,
    /// The revision of MCP.
    pub protocol: ProtocolChoice,
    /// Who the server is.
    pub server: Server,
    /// Cache hints of every cacheable method.
    pub cache: BTreeMap<String, CacheHint>,
    /// What the HTTP transport starts from.
    pub http: Http,
    /// Entries on one page of a list; all of them without.
    pub page_size: Option<u64>,
    /// How schemas are checked, and within which bounds.
    pub validation: Validation,
    /// Revisions served beside `protocol`.
    pub legacy: Vec<String>,
    /// The tools, in the order of the file; those whose schemas could not be read are missing.
    pub tools: Vec<Tool>,
    /// The resources, in the order of the file.
    pub resources: Vec<Entry>,
    /// The resource templates, in the order of the file.
    pub resource_templates: Vec<Entry>,
    /// The prompts, in the order of the file.
    pub prompts: Vec<Entry>,
}

/// A tool as the manifest states it.
#[derive(Clone, Debug)]
pub struct Tool {
    /// JSON Pointer in the document.
    pub pointer: String,
    /// The name on the wire.
    pub name: String,
    /// The tool as `tools/list` shows it: own keys removed.
    pub definition: Value,
    /// `inputSchema`; an object.
    pub input_schema: Value,
    /// `outputSchema`, if there is one; an object.
    pub output_schema: Option<Value>,
    /// Requests that the tool may make of the client, by the key of its answer.
    pub asks: BTreeMap<String, Value>,
    /// What the caller must hold.
    pub scopes: Vec<String>,
    /// The Rust name that the author wants.
    pub rust_name: Option<String>,
}

/// A resource, resource template or prompt as the manifest states it.
#[derive(Clone, Debug)]
pub struct Entry {
    /// JSON Pointer in the document.
    pub pointer: String,
    /// What it is addressed by: `uri`, `uriTemplate`, or the `name` of a prompt.
    pub id: String,
    /// Its `name`.
    pub name: String,
    /// The entry as its list shows it: own keys removed.
    pub definition: Value,
    /// The Rust name that the author wants.
    pub rust_name: Option<String>,
    /// The arguments or variables for which values are suggested.
    pub complete: Vec<String>,
    /// What the texts of its arguments or variables stand for; text where nothing is said.
    pub types: BTreeMap<String, TextType>,
    /// Requests that it may make of the client, by the key of its answer.
    pub asks: BTreeMap<String, Value>,
    /// What the caller must hold.
    pub scopes: Vec<String>,
}

/// What a text stands for: MCP passes arguments of prompts and variables of URIs as texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextType {
    /// Itself.
    String,
    /// An integer of 64 bits, as its decimal digits.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
}

impl TextType {
    /// As a manifest spells them.
    pub const ALL: [(&'static str, Self); 4] =
        [("string", Self::String), ("integer", Self::Integer), ("number", Self::Number), ("boolean", Self::Boolean)];
}

/// What a tool, a resource, a template and a prompt have in common.
#[derive(Clone, Copy, Debug)]
pub struct Owner<'m> {
    /// What it is, in words.
    pub what: &'static str,
    /// What it is addressed by.
    pub name: &'m str,
    /// JSON Pointer in the document.
    pub pointer: &'m str,
    /// Requests that it may make of the client.
    pub asks: &'m BTreeMap<String, Value>,
    /// What the caller must hold.
    pub scopes: &'m [String],
}

impl Manifest {
    /// The place of a part of what is offered: from its wire name or URI, and a JSON Pointer into its definition.
    #[must_use]
    pub fn locate(&self, name: &str, pointer: &str) -> Option<Place> {
        let owner = self.owners().filter(|owner| owner.name == name);
        owner.map(|owner| format!("{}{pointer}", owner.pointer)).find_map(|pointer| self.document.place(&pointer))
    }

    /// Everything that is offered, as far as all of it is alike: tools first.
    pub fn owners(&self) -> impl Iterator<Item = Owner<'_>> {
        let tools = self.tools.iter().map(|tool| Owner {
            what: "tool",
            name: &tool.name,
            pointer: &tool.pointer,
            asks: &tool.asks,
            scopes: &tool.scopes,
        });
        let entries =
            [("resource", &self.resources), ("resource template", &self.resource_templates), ("prompt", &self.prompts)];
        tools.chain(entries.into_iter().flat_map(|(what, entries)| {
            entries.iter().map(move |entry| Owner {
                what,
                name: &entry.id,
                pointer: &entry.pointer,
                asks: &entry.asks,
                scopes: &entry.scopes,
            })
        }))
    }
}

/// Reads a manifest and the files that it refers to. `None` means that nothing could be made of it.
/// What is wrong is in `diagnostics`; with errors there, nothing may be generated from what is
/// returned, but the lints may still find more.
pub fn open(sources: &mut Sources, path: &Path, diagnostics: &mut Diagnostics) -> Option<Manifest> {
    open_as(sources, path, path, diagnostics)
}

/// [`open`], with names that a manifest takes from its place as they would be if it stood at `home`:
/// where it will be copied to.
pub fn open_as(sources: &mut Sources, path: &Path, home: &Path, diagnostics: &mut Diagnostics) -> Option<Manifest> {
    let name = origin::displayed(path);
    let document = document::open(sources, path, &name, diagnostics);
    let directory = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let mut files = files::Files::new(directory, &name);
    files.read.push(path.to_path_buf());
    let document = captured::result(document?, diagnostics)?;
    read(document, files, sources, home, diagnostics)
}

/// A manifest that stands in no file; schema files that it refers to would be beside `path`.
pub fn from_text(sources: &mut Sources, path: &Path, text: &str, diagnostics: &mut Diagnostics) -> Option<Manifest> {
    let name = origin::displayed(path);
    let file = sources.add(&name, text);
    let document = document::read(sources, file, diagnostics);
    let directory = path.parent().unwrap_or(Path::new("")).to_path_buf();
    let files = files::Files::new(directory, &name);
    let document = captured::result(document?, diagnostics)?;
    read(document, files, sources, path, diagnostics)
}

fn read(
    mut document: Document,
    mut files: files::Files,
    sources: &mut Sources,
    path: &Path,
    diagnostics: &mut Diagnostics,
) -> Option<Manifest> {
    if !document.value.is_object() {
        diagnostics.push(
            Diagnostic::error("MAN-01", document.place(""), "a manifest is an object with the members of a server")
                .help("start with `tools`, a list as `tools/list` returns it, and `server` with name and version"),
        );
        return None;
    }
    files.graft_schemas(&mut document, sources, diagnostics);
    let root = Section::at(&document, "", "MAN-03", diagnostics)?;
    root.refuse_unknown(keys::ROOT, diagnostics);
    root.text("$schema", diagnostics);
    captured::warn_of_more(&root, diagnostics);
    let protocol = origin::protocol(&root, &files, diagnostics);
    let server = server::read(&root, path, diagnostics);
    let cache = cache::read(&root, diagnostics);
    let http = http::read(&root, diagnostics);
    let page_size = pages::read(&root, diagnostics);
    let validation = validation::read(&root, &mut files, sources, diagnostics);
    let legacy = origin::legacy(&root, diagnostics);
    let tools = tools::read(&root, files.broken(), diagnostics);
    let resources = lists::read(&root, &lists::RESOURCES, diagnostics);
    let resource_templates = lists::read(&root, &lists::RESOURCE_TEMPLATES, diagnostics);
    let prompts = lists::read(&root, &lists::PROMPTS, diagnostics);
    later::report(&root, diagnostics);
    Some(Manifest {
        files: files.read,
        protocol,
        server,
        cache,
        http,
        page_size,
        validation,
        legacy,
        tools,
        resources,
        resource_templates,
        prompts,
        document,
    })
}
