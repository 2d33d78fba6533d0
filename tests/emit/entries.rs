//! Resources, templates, prompts and completion of contracts that mean no good, or have nothing else:
//! what is generated compiles without a warning, and each entry is reached by its own function.

use std::fmt::Write as _;

use mcp_codegen::ir::contract::Contract;
use mcp_codegen::ir::entries::{Presence, TextKind, Texts};
use mcp_codegen::scaffold;
use serde_json::{Value, json};

use super::pipeline::generate;
use super::project::Project;
use super::told;

const TEXT: &str = "*/ \u{202e} ``` <b> {0} [x](y) \"# \r\n\u{0}\u{2028} //! #![x]";

fn hostile() -> Value {
    let names = [
        "",
        " ",
        "ünï",
        "a/b",
        "a_b",
        "a-b",
        "A b",
        "a__b",
        "Self",
        "new",
        "mcp",
        "type",
        "\u{202e}x",
        "x\r\ny\t",
        "\"#\"##",
        "*/",
        "{{}}",
        "r#\"",
        "greet",
        "1",
        "潮",
        "into",
        "args",
        "Completion",
    ];
    let arguments =
        ["", "self", "args", "cx", "texts", "read", "new", "value", "argument", "settled", "a b", "a_b", "A-B", TEXT];
    let prompts = names.iter().enumerate().map(|(place, name)| {
        let listed: Vec<Value> = arguments
            .iter()
            .map(|argument| json!({"name": argument, "description": TEXT, "required": place % 2 == 0}))
            .collect();
        let types = json!({"value": "integer", "a b": "number", "a_b": "boolean"});
        json!({"name": name, "title": TEXT, "description": TEXT, "arguments": listed, "complete": arguments, "types": types})
    });
    let resources = [
        ("test://a%22b", "log"),
        ("urn:x:y", "log"),
        ("custom+x.1-2:opaque", TEXT),
        ("file:///a/%E2%82%AC", ""),
        ("test://log", "test://a%22b"),
        ("test://self", "Self"),
        ("test://name'", "a-b"),
        ("test://x", "a_b"),
    ];
    let resources =
        resources.map(|(uri, name)| json!({"uri": uri, "name": name, "description": TEXT, "mimeType": TEXT}));
    let templates = [
        "t1://{a}/{b}",
        "t2://x{?q,list*}",
        "t3://größe/{v}",
        "t4:{a:3}/{a}",
        "t5:x{#frag}",
        "t6:x{.ext*}",
        "t7:x{;p,q*}",
        "t8:/{a%20b}",
        "t9:{a.b,a_b}",
        "t10://{self}/{texts}{?type}",
        "t11:{+path}",
        "t12://{path}/end",
        "t12://{+path}",
        "t13:fixed",
        "t14:'{a}'",
    ];
    let templates = templates
        .iter()
        .filter(|template| !template.contains('\''))
        .map(|template| json!({"uriTemplate": template, "name": "log", "title": TEXT}));
    let tools = ["get_prompt_greet", "read_log", "complete_prompt_greet", "read"];
    let tools = tools.map(|name| json!({"name": name, "inputSchema": {"type": "object", "properties": {}}}));
    json!({
        "server": {"name": "GetPromptGreetArgs", "version": "0"},
        "pages": {"size": 3},
        "tools": tools,
        "prompts": prompts.collect::<Vec<_>>(),
        "resources": resources.into_iter().filter(|it| !it["uri"].as_str().unwrap().contains('\'')).collect::<Vec<_>>(),
        "resourceTemplates": templates.collect::<Vec<_>>(),
    })
}

fn contracts() -> Vec<(&'static str, Value)> {
    let server = json!({"name": "harbour", "version": "0.1.0"});
    vec![
        ("only_prompts", json!({"server": server, "prompts": [{"name": "greet"}]})),
        ("only_resources", json!({"server": server, "resources": [{"uri": "test://a", "name": "a"}]})),
        (
            "templates",
            json!({"server": server, "resourceTemplates": [
            {"uriTemplate": "test://{a}", "name": "a", "complete": ["a"]}, {"uriTemplate": "test:b", "name": "b"}]}),
        ),
        (
            "stated",
            json!({"server": {"name": "harbour", "version": "0", "capabilities": {
            "prompts": {"listChanged": true}, "resources": {}, "completions": {}}}}),
        ),
        ("hostile", hostile()),
    ]
}

/// An expression for texts that stand for themselves.
fn sample(texts: &Texts) -> String {
    let mut text = format!("api::{} {{", texts.name);
    for field in &texts.fields {
        let one = match field.kind {
            TextKind::String => "\"x/é\".to_owned()",
            TextKind::Integer => "-7",
            TextKind::Number => "0.5",
            TextKind::Boolean => "true",
        };
        let value = match field.presence {
            Presence::Required => one.to_owned(),
            Presence::Optional => format!("Some({one})"),
            Presence::List => format!("vec![{one}, {one}]"),
        };
        write!(text, "{}: {value}, ", field.rust).unwrap();
    }
    text + "}"
}

/// A program that calls everything of a contract, and counts what reached its function.
fn caller(module: &str, contract: &Contract) -> String {
    let mut calls = String::new();
    let resources = contract.resources.iter().map(|it| (&it.method, None));
    let templates = contract.resource_templates.iter().map(|it| (&it.method, it.args.as_ref()));
    let prompts = contract.prompts.iter().map(|it| (&it.method, it.args.as_ref()));
    for (method, args) in resources.chain(templates).chain(prompts) {
        let args = args.map(sample).unwrap_or_default();
        writeln!(calls, "    told(\"{method}\", client.{method}({args}).await.err(), &mut count);").unwrap();
    }
    let prompts = contract.prompts.iter().map(|it| &it.completion);
    for completion in prompts.chain(contract.resource_templates.iter().map(|it| &it.completion)).flatten() {
        for (_, variant) in &completion.variants {
            let args = format!("api::{}::new(api::{}::{variant}, \"é\")", completion.args, completion.argument);
            let method = &completion.method;
            writeln!(calls, "    told(\"{method}\", client.{method}({args}).await.err(), &mut count);").unwrap();
        }
    }
    let mut functions = String::new();
    for function in scaffold::functions(contract) {
        functions +=
            &function.stub().replace("not implemented yet", &format!("not implemented yet: {}", function.method));
    }
    let names = if contract.methods().next().is_some() { ", self as mcp, Context" } else { "" };
    let tools = if contract.tools.is_empty() { "" } else { "use api::ToolError;\n" };
    let (prompts, resources) = (contract.prompts.len(), contract.resources.len());
    let templates = contract.resource_templates.len();
    let lists = [("prompts", prompts), ("resources", resources), ("resources", templates)]
        .iter()
        .zip(["list_prompts", "list_resources", "list_resource_templates"])
        .filter(|((capability, _), _)| contract.capabilities.get(*capability).is_some())
        .map(|((_, count), list)| {
            format!("    assert_eq!(client.mcp().{list}().await.expect(\"a list\").len(), {count});\n")
        })
        .collect::<String>();
    format!(
        "//! Calls everything.\n\nuse crate::{module}::{{self as api{names}}};\n{tools}\n\
         #[derive(Clone, Copy)]\nstruct Tools;\n\nimpl api::{} for Tools {{\n{functions}}}\n\n\
         /// Whether the function itself has spoken.\n\
         fn told(method: &str, error: Option<api::ClientError>, count: &mut usize) {{\n\
         \x20   match error {{\n\
         \x20       Some(api::ClientError::Peer(error)) if error.code == 1 => {{\n\
         \x20           assert_eq!(error.message, format!(\"not implemented yet: {{method}}\"));\n\
         \x20           *count += 1;\n        }}\n\
         \x20       other => panic!(\"{module}: {{method}}: {{other:?}}\"),\n    }}\n}}\n\n\
         #[allow(clippy::too_many_lines, reason = \"a line a function\")]\n\
         pub(crate) async fn call() -> usize {{\n    let mut count = 0;\n\
         \x20   let service = crate::witness::Witness(api::http_service(Tools), crate::witness::tell);\n\
         \x20   let http = api::runtime::client::http::Http::over(\"http://localhost/mcp\", service);\n\
         \x20   let client = api::Client::new(http.expect(\"an address\"));\n{calls}{lists}\
         \x20   let _ = (told, &mut count);\n    count\n}}\n",
        contract.trait_name
    )
}

#[test]
fn every_entry_is_reached_by_its_own_function() {
    let project = Project::new("entries");
    let mut main = String::from(
        "#![deny(warnings, missing_docs, unreachable_pub, clippy::all, clippy::pedantic)]\n//! Entries.\n\n",
    );
    let (mut body, mut expected) = (String::new(), String::new());
    for (module, manifest) in contracts() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mcp.json");
        std::fs::write(&path, manifest.to_string()).unwrap();
        let generated = generate(&path);
        let contract = generated.ir.contract.unwrap();
        project.files(&generated.files, &format!("src/{module}"));
        if module != "only_prompts" {
            // The runtime and the protocol are the same in all of them; they are compiled once.
            project.drop_folder(&format!("src/{module}/runtime"));
            project.file(&format!("src/{module}/runtime/mod.rs"), "pub use crate::only_prompts::runtime::*;\n");
            project.file(&format!("src/{module}/protocol.rs"), "pub use crate::only_prompts::protocol::*;\n");
        }
        project.file(&format!("src/call_{module}.rs"), &caller(module, &contract));
        writeln!(main, "#[rustfmt::skip]\nmod {module};\nmod call_{module};").unwrap();
        writeln!(body, "    println!(\"{module} {{}}\", call_{module}::call().await);").unwrap();
        writeln!(
            expected,
            "{module} {}",
            contract.methods().count() - contract.tools.len() + more_of_completions(&contract)
        )
        .unwrap();
    }
    project.file("src/witness.rs", &told::witness());
    writeln!(main, "mod witness;").unwrap();
    project.file("src/main.rs", &format!("{main}\n#[tokio::main]\nasync fn main() {{\n{body}}}\n"));
    project.succeeds(&["clippy", "--quiet", "--offline"]);
    let printed = project.succeeds(&["run", "--quiet", "--offline"]);
    assert_eq!(told::assert_legal(&printed), expected);
    assert!(expected.contains("stated 0") && expected.contains("only_prompts 1"), "{expected}");
}

/// Completion is called once for each argument, and has one function.
fn more_of_completions(contract: &Contract) -> usize {
    let prompts = contract.prompts.iter().map(|it| &it.completion);
    let completions = prompts.chain(contract.resource_templates.iter().map(|it| &it.completion)).flatten();
    completions.map(|completion| completion.variants.len() - 1).sum()
}

#[test]
fn what_serves_entries_is_named_by_a_contract_that_can_be_asked_for_them() {
    let server = json!({"name": "harbour", "version": "0.1.0"});
    let tools =
        json!({"server": server, "tools": [{"name": "tide", "inputSchema": {"type": "object", "properties": {}}}]});
    let contracts = contracts().into_iter().map(|(name, manifest)| (name, manifest, true));
    for (name, manifest, serves) in contracts.chain([("tools", tools, false)]) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("mcp.json");
        std::fs::write(&path, manifest.to_string()).unwrap();
        let files = generate(&path).files;
        let text = |file: &str| str::from_utf8(files.get(file).unwrap()).unwrap().to_owned();
        assert_eq!(text("contract.rs").contains("Entries"), serves, "{name}");
        assert!(text("server.rs").contains(&format!("const ENTRIES: bool = {serves};")), "{name}");
        assert!(text("server.rs").contains("const ASKS: bool = false;"), "{name}");
    }
}
