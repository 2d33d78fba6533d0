//! What the types of generated code do not let an implementor do: ask for what the contract does not
//! say, and serve what has scopes without anybody who knows who holds them.

use serde_json::json;

use super::pipeline::generate_tools;
use super::project::Project;
use super::told;

/// A program of the two tools; the bodies of their functions.
fn program(plain: &str, book: &str) -> String {
    format!(
        "#![allow(unused)]\nmod mcp;\nuse mcp::{{BookAnswers, BookAsks, BookOutput, Context, Elicited, Outcome, ToolError, ToolOutput}};\n\
         struct Tools;\nimpl mcp::Harbour for Tools {{\n\
         async fn plain(&self, _: mcp::PlainArgs, cx: &Context) -> Result<ToolOutput, ToolError> {{ {plain} }}\n\
         async fn book(&self, _: mcp::BookArgs, answers: BookAnswers, cx: &Context)\n\
         -> Result<Outcome<BookOutput, BookAsks>, ToolError> {{ {book} }}\n}}\nfn main() {{}}\n"
    )
}

#[test]
fn mrt_02_what_the_contract_does_not_say_cannot_be_asked_for() {
    const PLAIN: &str = "Ok(ToolOutput::empty())";
    const BOOK: &str = "match answers.sure { None => Ok(Outcome::InputRequired(BookAsks::sure(\"Sure?\"))), \
        Some(Elicited::Accept(form)) if form.sure => Ok(Outcome::Complete(ToolOutput::text(\"booked\"))), \
        Some(_) => Err(ToolError::failed(\"not booked\")) }";
    let project = Project::new("asking");
    let form = json!({"type": "object", "properties": {"sure": {"type": "boolean"}}, "required": ["sure"]});
    let files = generate_tools(&json!([
        {"name": "plain", "inputSchema": {"type": "object"}},
        {"name": "book", "inputSchema": {"type": "object"},
         "asks": {"sure": {"method": "elicitation/create", "params": {"requestedSchema": form}}}},
    ]));
    project.files(&files.files, "src/mcp");
    project.file("src/main.rs", &program(PLAIN, BOOK));
    project.succeeds(&["check", "--quiet", "--offline"]);
    for (plain, book, said) in [
        // A tool that has no `asks` has no way to ask, whichever it tries.
        ("Ok(Outcome::InputRequired(BookAsks::sure(\"Sure?\")))", BOOK, "E0308"),
        ("Err(BookAsks::sure(\"Sure?\").into())", BOOK, "E0277"),
        (
            "Err(mcp::runtime::input::InputRequired::ask(\"k\", mcp::runtime::input::InputRequest::new(\"roots/list\", \"{}\")).into())",
            BOOK,
            "E0277",
        ),
        // One that has asks for those alone.
        (PLAIN, "Ok(Outcome::InputRequired(BookAsks::roots()))", "E0599"),
        (PLAIN, "Ok(Outcome::InputRequired(BookAsks(mcp::runtime::input::InputRequired::again(&1))))", "E0423"),
        (PLAIN, "Ok(Outcome::InputRequired(mcp::runtime::input::InputRequired::again(&1)))", "E0308"),
        // And says what the contract leaves to it.
        (PLAIN, "Ok(Outcome::InputRequired(BookAsks::sure()))", "E0061"),
    ] {
        project.file("src/main.rs", &program(plain, book));
        let output = project.cargo(&["check", "--quiet", "--offline"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success(), "{plain} / {book}");
        assert!(stderr.contains(&format!("error[{said}]")) && stderr.matches("error[").count() == 1, "{stderr}");
    }
}

const SCOPED: &str = r##"
mod mcp;
mod witness;
use mcp::runtime::authorization::bearer;
use mcp::runtime::client::http::Http;
use mcp::{Authorization, Authorizer, Client, ClientError, Context, Principal, ToolError, ToolOutput, Unauthenticated};

#[derive(Clone)]
struct Tools;

impl mcp::Harbour for Tools {
    async fn chart_read(&self, _: mcp::ChartReadArgs, cx: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(cx.principal().map(Principal::subject).unwrap_or_default()))
    }

    async fn chart_write(&self, args: mcp::ChartWriteArgs, cx: &Context) -> Result<ToolOutput, ToolError> {
        self.chart_read(mcp::ChartReadArgs { extra: args.extra }, cx).await
    }
}

struct Tokens;

impl Authorizer for Tokens {
    async fn authenticate(&self, headers: &http::HeaderMap) -> Result<Principal, Unauthenticated> {
        match bearer(headers)? {
            "reader" => Ok(Principal::new("rea", vec!["chart:read".to_owned()])),
            _ => Err(Unauthenticated::invalid("unknown")),
        }
    }
}

#[tokio::main]
async fn main() {
    let call = |credentials: &'static str| async move {
        let service = mcp::http_service(Tools, Authorization::new(Tokens));
        let http = Http::over("http://localhost/mcp", witness::Witness(service, witness::tell)).unwrap();
        let client = Client::new(http.with_field("Authorization", credentials).unwrap());
        let read = client.chart_read(mcp::ChartReadArgs::default()).await.map(|answer| answer.text());
        let write = client.chart_write(mcp::ChartWriteArgs::default()).await.map(|answer| answer.text());
        (status(read), status(write))
    };
    println!("{:?} {:?}", call("Bearer reader").await, call("Bearer other").await);
    let stdio = mcp::runtime::stdio::serve_streams(
        mcp::Router::new(Tools, Authorization::new(Tokens)), tokio::io::empty(), tokio::io::sink()).await;
    println!("{}", stdio.unwrap_err());
}

fn status(answer: Result<String, ClientError>) -> String {
    match answer {
        Ok(text) => text,
        Err(ClientError::Peer(error)) => format!("{}: {}", error.code, error.message),
        Err(error) => format!("{error}"),
    }
}
"##;

#[test]
fn ord_10_what_has_scopes_is_not_served_without_an_authorizer() {
    let project = Project::new("scoped");
    let files = generate_tools(&json!([
        {"name": "chart_read", "inputSchema": {"type": "object"}, "scopes": ["chart:read"]},
        {"name": "chart_write", "inputSchema": {"type": "object"}, "scopes": ["chart:read", "chart:write"]},
    ]));
    project.files(&files.files, "src/mcp");
    project.file("src/main.rs", SCOPED);
    project.file("src/witness.rs", &told::witness());
    let printed = project.succeeds(&["run", "--quiet", "--offline"]);
    assert_eq!(
        told::assert_legal(&printed),
        "(\"rea\", \"-32600: this needs the scopes chart:read chart:write\") (\"-32600: unknown\", \"-32600: unknown\")\n\
         no credentials in the environment: credentials are required\n"
    );
    for (with, without) in [
        ("mcp::Router::new(Tools, Authorization::new(Tokens))", "mcp::Router::new(Tools)"),
        ("let stdio =", "let _ = mcp::http_service(Tools); let stdio ="),
        ("let stdio =", "let _ = mcp::serve_stdio(Tools).await; let stdio ="),
        (
            "let stdio =",
            "let _ = mcp::serve_http(Tools, tokio::net::TcpListener::bind(\"\").await.unwrap()).await; let stdio =",
        ),
    ] {
        project.file("src/main.rs", &SCOPED.replace(with, without));
        let output = project.cargo(&["check", "--quiet", "--offline"]);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && stderr.contains("error[E0061]"), "{without}: {stderr}");
        assert!(stderr.contains("Authorization"), "{stderr}");
    }
}
