//! The same lists in pages of two: nothing is lost, nothing comes twice, a cursor is nobody's business.

use std::future::Future;

use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::mcp::contract::CONTRACT;
use super::mcp::runtime::client::http::Http as HttpTransport;
use super::mcp::runtime::client::{Client, Settings};
use super::mcp::runtime::contract::{Contract, Http};
use super::mcp::runtime::input::{Input, Outcome};
use super::mcp::runtime::server::Server;
use super::mcp::{Context, Router, ToolError, ToolOutput};
use super::peer::{post, request};
use super::tools::Tools;

/// The contract of the harbour, in small pages.
static PAGED: Contract = Contract {
    protocol_version: CONTRACT.protocol_version,
    supported_versions: CONTRACT.supported_versions,
    server_info: CONTRACT.server_info,
    discover: CONTRACT.discover,
    methods: CONTRACT.methods,
    tools: CONTRACT.tools,
    prompts: CONTRACT.prompts,
    resources: CONTRACT.resources,
    resource_templates: CONTRACT.resource_templates,
    entries: CONTRACT.entries,
    page_size: 2,
    http: Http { path: "/mcp", allowed_origins: &[], allowed_hosts: &[], max_body_bytes: 1 << 20 },
};

/// The harbour by another contract.
struct Paged(Router<Tools>);

impl Server for Paged {
    fn contract(&self) -> &'static Contract {
        &PAGED
    }

    fn call_tool(
        &self,
        tool: usize,
        arguments: &str,
        input: &Input,
        cx: &Context,
    ) -> impl Future<Output = Result<Outcome<ToolOutput>, ToolError>> + Send {
        self.0.call_tool(tool, arguments, input, cx)
    }
}

async fn start() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(super::mcp::runtime::http::serve(Paged(Router::new(Tools)), listener));
    address
}

#[tokio::test]
async fn pag_01_pages_follow_one_another_and_share_their_hints() {
    let server = start().await;
    for (method, member, key, count) in [
        ("tools/list", "tools", "name", CONTRACT.tools.len()),
        ("prompts/list", "prompts", "name", CONTRACT.prompts.len()),
        ("resources/list", "resources", "uri", CONTRACT.resources.len()),
        ("resources/templates/list", "resourceTemplates", "uriTemplate", CONTRACT.resource_templates.len()),
    ] {
        let mut keys: Vec<String> = Vec::new();
        let mut scopes: Vec<Value> = Vec::new();
        let mut params = json!({});
        loop {
            let page = post(&server, &request(method, params), &[]).await.body["result"].take();
            let entries = page[member].as_array().unwrap();
            assert!((1..=2).contains(&entries.len()), "{method}");
            keys.extend(entries.iter().map(|entry| entry[key].as_str().unwrap().to_owned()));
            scopes.push(page["cacheScope"].clone());
            let Some(cursor) = page.get("nextCursor") else { break };
            params = json!({"cursor": cursor});
        }
        assert_eq!((keys.len(), keys.is_sorted_by(|a, b| a < b)), (count, true), "{method}");
        scopes.dedup();
        assert_eq!(scopes.len(), 1, "CCH-04: {method}");
    }
}

#[tokio::test]
async fn pag_04_a_cursor_is_stable_and_another_one_is_refused() {
    let server = start().await;
    let page = |params: Value| {
        let body = request("resources/list", params);
        let server = server.clone();
        async move { post(&server, &body, &[]).await }
    };
    let first = page(json!({})).await.body["result"].take();
    let cursor = &first["nextCursor"];
    let second = page(json!({"cursor": cursor})).await.body["result"].take();
    assert_eq!(page(json!({"cursor": cursor})).await.body["result"], second);
    for other in [json!("zzz"), json!(""), json!("cHJvbXB0czpoYWls")] {
        assert_eq!(page(json!({"cursor": other})).await.error(), (200, -32602), "{other}");
    }
    assert_eq!(page(json!({"cursor": 5})).await.error(), (400, -32602));
    let prompts = request("prompts/list", json!({"cursor": cursor}));
    assert_eq!(post(&server, &prompts, &[]).await.error(), (200, -32602), "a cursor of another list");
}

#[tokio::test]
async fn pag_03_the_client_reads_all_pages_or_one_by_one() {
    let transport = HttpTransport::connect(&format!("http://{}/mcp", start().await)).unwrap();
    let client = Client::new(&PAGED, transport, Settings::new("pages", "1"));
    assert_eq!(client.list_tools().await.unwrap().len(), CONTRACT.tools.len());
    assert_eq!(client.list_prompts().await.unwrap().len(), CONTRACT.prompts.len());
    assert_eq!(client.list_resources().await.unwrap().len(), CONTRACT.resources.len());
    let mut pages = client.resource_template_pages();
    let mut sizes = Vec::new();
    while let Some(page) = pages.next_page().await.unwrap() {
        sizes.push(page.len());
    }
    assert_eq!(sizes, [2, 2, 1]);
    assert_eq!(client.list_resource_templates().await.unwrap().len(), 5);
}
