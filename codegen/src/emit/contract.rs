//! `mcp/contract.rs`: the server as static tables, and what of a tool goes into them.

use proc_macro2::TokenStream;
use quote::quote;
use serde_json::{Map, Value, json};

use super::{file_with_lists, has_resources, module_doc, row_name};
use crate::ir::asks::Asks;
use crate::ir::contract::{Contract, HeaderKind, Tool};
use crate::ir::protocol::Protocol;
use crate::literal::{json, json_text};

/// The text of the file.
#[must_use]
pub fn emit(protocol: &Protocol, contract: &Contract) -> String {
    let doc = module_doc(&[
        "The server, as far as it is data.",
        "",
        "A line a tool; what the line names stands in the tool's own file.",
    ]);
    let revision = &protocol.revision;
    let server_info = json(&contract.server_info);
    let discover = json(&discover(protocol, contract));
    let methods = methods(contract).into_iter().map(|method| row(method, protocol, contract));
    let http = &contract.http;
    let (path, origins, hosts) = (&http.path, &http.allowed_origins, &http.allowed_hosts);
    let max_body_bytes = proc_macro2::Literal::u64_unsuffixed(http.max_body_bytes);
    let page_size = proc_macro2::Literal::u64_unsuffixed(contract.page_size);
    let prompts = (!contract.prompts.is_empty()).then(|| quote! { use super::prompts; });
    let resources = has_resources(contract).then(|| quote! { use super::resources; });
    let tools = (!contract.tools.is_empty()).then(|| quote! { use super::tools; });
    let (entries, entries_import) = if has_entries(contract) {
        (
            quote! { ::std::option::Option::Some(Entries::SERVED) },
            Some(quote! { use super::runtime::entries::Entries; }),
        )
    } else {
        (quote! { ::std::option::Option::None }, None)
    };
    let tokens = quote! {
        #doc
        #prompts
        #resources
        use super::runtime::contract::{CacheHint, Contract, Http, Method};
        #entries_import
        #tools

        /// What the runtime checks requests against.
        pub static CONTRACT: Contract = Contract {
            protocol_version: #revision,
            supported_versions: &[#revision],
            server_info: #server_info,
            discover: #discover,
            methods: &[#(#methods),*],
            tools: &TOOLS_LIST,
            prompts: &PROMPTS_LIST,
            resources: &RESOURCES_LIST,
            resource_templates: &RESOURCE_TEMPLATES_LIST,
            entries: #entries,
            page_size: #page_size,
            http: Http {
                path: #path,
                allowed_origins: &[#(#origins),*],
                allowed_hosts: &[#(#hosts),*],
                max_body_bytes: #max_body_bytes,
            },
        };
    };
    let tools = contract.tools.iter().map(|tool| format!("tools::{}::TOOL", tool.rust.module)).collect();
    let row = |module: &str, method: &str| format!("{module}::{}", row_name(method));
    let prompts = contract.prompts.iter().map(|prompt| row("prompts", &prompt.method)).collect();
    let resources = contract.resources.iter().map(|resource| row("resources", &resource.method)).collect();
    let templates = contract.resource_templates.iter().map(|template| row("resources", &template.method)).collect();
    let lists = [
        ("TOOLS_LIST", tools),
        ("PROMPTS_LIST", prompts),
        ("RESOURCES_LIST", resources),
        ("RESOURCE_TEMPLATES_LIST", templates),
    ];
    file_with_lists(tokens, &lists)
}

/// The methods that belong to a capability (VER-05).
const METHODS: &[(&str, &[&str])] = &[
    ("completions", &["completion/complete"]),
    ("prompts", &["prompts/get", "prompts/list"]),
    ("resources", &["resources/list", "resources/read", "resources/templates/list"]),
    ("tools", &["tools/call", "tools/list"]),
];

/// The methods that the contract's server answers, sorted by name: what is advertised, and what every
/// server answers.
fn methods(contract: &Contract) -> Vec<&'static str> {
    let advertised = METHODS.iter().filter(|(capability, _)| contract.capabilities.get(capability).is_some());
    let mut methods: Vec<&str> = advertised.flat_map(|(_, methods)| methods.iter().copied()).collect();
    methods.extend(["server/discover", "subscriptions/listen"]);
    methods.sort_unstable();
    methods
}

/// Whether a request can name anything but a tool.
pub(super) fn has_entries(contract: &Contract) -> bool {
    let named = |method: &&str| matches!(*method, "completion/complete" | "prompts/get" | "resources/read");
    has_resources(contract) || !contract.prompts.is_empty() || methods(contract).iter().any(named)
}

fn row(name: &str, protocol: &Protocol, contract: &Contract) -> TokenStream {
    let name_from = match protocol.methods.get(name).and_then(|method| method.name_from.as_ref()) {
        Some(member) => quote! { ::std::option::Option::Some(#member) },
        None => quote! { ::std::option::Option::None },
    };
    let cache = match contract.cache.get(name) {
        Some(hint) => {
            let ttl_ms = proc_macro2::Literal::u64_unsuffixed(hint.ttl_ms);
            let scope = if hint.public { "public" } else { "private" };
            quote! { ::std::option::Option::Some(CacheHint { ttl_ms: #ttl_ms, scope: #scope }) }
        }
        None => quote! { ::std::option::Option::None },
    };
    // The runtime reads every member of the params of these methods itself.
    quote! { Method { name: #name, name_from: #name_from, cache: #cache, check_params: ::std::option::Option::None } }
}

/// What `server/discover` says (VER-04).
fn discover(protocol: &Protocol, contract: &Contract) -> Value {
    let mut discover = json!({"supportedVersions": [protocol.revision], "capabilities": contract.capabilities});
    if let Some(instructions) = &contract.instructions {
        discover["instructions"] = Value::String(instructions.clone());
    }
    discover
}

/// The row of one tool, for the tool's own file.
#[must_use]
pub fn tool(tool: &Tool) -> TokenStream {
    let name = &tool.name;
    let definition = json(&tool.definition);
    let headers = tool.headers.iter().map(|binding| {
        let path = &binding.path;
        let header = format!("Mcp-Param-{}", binding.header);
        let kind = match binding.kind {
            HeaderKind::String => quote! { String },
            HeaderKind::Integer => quote! { Integer },
            HeaderKind::Boolean => quote! { Boolean },
        };
        quote! {
            runtime::contract::HeaderBinding {
                path: &[#(#path),*],
                header: #header,
                kind: runtime::contract::HeaderKind::#kind,
            }
        }
    });
    let required = tool.asks.as_ref().map_or(Value::Object(Map::new()), Asks::required_capabilities);
    let required = json_text(&required);
    let asks = tool.asks.iter().flat_map(Asks::keys);
    let scopes = &tool.scopes;
    quote! {
        /// The tool, as far as it is data.
        pub(crate) const TOOL: runtime::contract::Tool = runtime::contract::Tool {
            name: #name,
            definition: #definition,
            headers: &[#(#headers),*],
            required_capabilities: #required,
            asks: &[#(#asks),*],
            scopes: &[#(#scopes),*],
        };
    }
}
