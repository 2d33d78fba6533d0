//! The tables that the clients of these tests know.

use runtime_check::client::http::Http;
use runtime_check::client::tcp::Tcp;
use runtime_check::client::{Client, Settings};
use runtime_check::contract::{self, Contract, HeaderBinding, HeaderKind, Method, Tool};
use runtime_check::entries::Entries;

const fn method(name: &'static str, name_from: Option<&'static str>) -> Method {
    Method { name, name_from, cache: None, check_params: None }
}

pub static CONTRACT: Contract = Contract {
    protocol_version: "2026-07-28",
    supported_versions: &["2026-07-28"],
    server_info: r#"{"name":"harbour","version":"1"}"#,
    discover: "{}",
    methods: &[method("server/discover", None), method("tools/call", Some("name")), method("tools/list", None)],
    tools: &[Tool {
        name: "berth_assign",
        definition: "{}",
        headers: &[
            HeaderBinding { path: &["ship"], header: "Mcp-Param-Ship", kind: HeaderKind::String },
            HeaderBinding { path: &["place", "pier"], header: "Mcp-Param-Pier", kind: HeaderKind::Integer },
            HeaderBinding { path: &["lit"], header: "Mcp-Param-Lit", kind: HeaderKind::Boolean },
        ],
        required_capabilities: "{}",
        asks: &[],
        scopes: &[],
    }],
    prompts: &[],
    resources: &[],
    resource_templates: &[],
    entries: Some(Entries::SERVED),
    page_size: 0,
    http: contract::Http { path: "/mcp", allowed_origins: &[], allowed_hosts: &[], max_body_bytes: 1 << 20 },
};

pub fn client(url: &str) -> Client<Http<Tcp>> {
    super::captured::ask_each_time();
    Client::new(&CONTRACT, Http::connect(url).unwrap(), Settings::new("quay-test", "0.1.0"))
}

pub fn arguments(text: &str) -> Box<serde_json::value::RawValue> {
    serde_json::from_str(text).unwrap()
}
