//! The README's Rust and TOML: put together to one server, and compiled, so that what it shows is never of yesterday.

use std::path::Path;

use super::pipeline::generate;
use super::project::Project;

/// The README's blocks of one language, in their order.
fn blocks(language: &str) -> Vec<String> {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let text = text.replace("\r\n", "\n");
    let fences = text.split("\n```").skip(1).step_by(2);
    fences.filter_map(|block| block.strip_prefix(language)?.strip_prefix('\n').map(str::to_owned)).collect()
}

/// The block that begins with this, taken out: what is left at the end was shown and not compiled.
fn take(blocks: &mut Vec<String>, beginning: &str) -> String {
    let place = blocks.iter().position(|block| block.starts_with(beginning));
    blocks.remove(place.unwrap_or_else(|| panic!("the README has no block that begins with {beginning}")))
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Code of another file that is compiled has this; how it is laid out does not count.
fn assert_compiled_in(path: &str, code: &str) {
    let source = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    assert!(squeezed(&source).contains(&squeezed(code)), "{path} has not, as the README has it:\n{code}");
}

const BESIDE: &str = r#"
struct Tools;
struct Tokens;
struct Token { subject: String, scopes: Vec<String> }

impl Tokens {
    async fn verify(&self, token: &str) -> Result<Token, String> { Err(token.to_owned()) }
}

impl Tools {
    fn at_berth(&self, number: i64, at: Option<&str>) -> Option<String> { Some(format!("{number} {at:?}")) }
}

async fn book(_: BerthBookArgs) -> Result<BerthBookOutput, ToolError> { Ok(BerthBookOutput::new(true)) }

fn main() {}
"#;

#[test]
fn the_rust_of_the_readme_compiles() {
    let (mut toml, mut rust) = (blocks("toml"), blocks("rust"));
    let tools = take(&mut toml, "[server]");
    let entries = take(&mut toml, "[[resourceTemplates]]");
    let asks = take(&mut toml, "[tools.asks.agree]");
    take(&mut toml, "[build-dependencies]");
    assert_eq!(toml, Vec::<String>::new(), "use it here, too");

    let folder = tempfile::tempdir().unwrap();
    let schema = r#"{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}"#;
    std::fs::create_dir(folder.path().join("schemas")).unwrap();
    std::fs::write(folder.path().join("schemas/get_weather.json"), schema).unwrap();
    let book = "[[tools]]\nname = \"berth_book\"\nscopes = [\"berth:write\"]\ninputSchema = { type = \"object\" }\n\
        outputSchema = { type = \"object\", properties = { booked = { type = \"boolean\" } }, required = [\"booked\"] }\n";
    let manifest = folder.path().join("mcp.toml");
    std::fs::write(&manifest, format!("{tools}\n{book}\n{asks}\n{entries}")).unwrap();

    let door = take(&mut rust, "// build.rs\nfn main()");
    let (build, include) = door.strip_prefix("// build.rs\n").unwrap().split_once("// src/main.rs\n").unwrap();
    assert_compiled_in("tests/door/build.rs", build);
    assert_compiled_in("tests/door/src/lib.rs", include);

    let validators = take(&mut rust, "// build.rs: `validators`");
    let (build, used) = validators.split_once("// src/main.rs\n").unwrap();
    let (include, check) = used.split_once('\n').unwrap();
    assert_compiled_in("tests/side_door/build.rs", build.split_once('\n').unwrap().1);
    assert_compiled_in("tests/side_door/src/lib.rs", include);

    let weather = take(&mut rust, "impl mcp::Weather for Tools {");
    let weather = weather.replace("{ … }", "{ Ok(GetWeatherOutput::text(args.city)) }");
    let weather = weather.strip_suffix('}').unwrap();
    let (resources, asking) = (take(&mut rust, "async fn read_berth"), take(&mut rust, "async fn berth_book"));
    let authorizer = take(&mut rust, "use http::HeaderMap;");
    let client = take(&mut rust, "use mcp::runtime::client::http::Http;");
    let (authorizer, serve) = authorizer.split_once("\nlet metadata").unwrap();
    let (metadata, serve) = serve.split_once(";\n").unwrap();
    assert_eq!(rust, Vec::<String>::new(), "compile it here, too");

    let program = format!(
        "#![allow(unused)]\nmod booking;\nmod mcp;\n\
         use mcp::{{BerthBookAnswers, BerthBookArgs, BerthBookAsks, BerthBookOutput, \
         Completion, Context, Elicited, GetWeatherArgs, GetWeatherOutput, Outcome, PromptMessages, \
         RequestError, ResourceContents, ToolError}};\n{BESIDE}\n\
         {weather}\n\
         async fn list_cities(&self, _: mcp::ListCitiesArgs, _: &Context) \
         -> Result<mcp::ListCitiesOutput, ToolError> {{ Ok(mcp::ListCitiesOutput::empty()) }}\n\
         {resources}\n{asking}\n}}\n{authorizer}\n\
         async fn serve(listener: tokio::net::TcpListener) -> Result<(), Box<dyn std::error::Error>> {{\n\
         let metadata{metadata};\nlet served = {serve};\nOk(served?)\n}}\n\
         async fn called(token: &str, args: GetWeatherArgs) -> Result<(), Box<dyn std::error::Error>> {{\n{client}\nOk(())\n}}\n\
         fn checked(value: serde_json::Value) -> Result<(), Box<dyn std::error::Error>> {{\n{check}\nOk(())\n}}\n"
    );
    let project = Project::new("readme");
    project.files(&generate(&manifest).files, "src/mcp");
    let booking = mcp_codegen::validator(&serde_json::from_str(schema).unwrap()).unwrap();
    project.file("src/booking.rs", &booking.to_string());
    project.file("src/main.rs", &program);
    project.succeeds(&["check", "--quiet", "--offline"]);
}
