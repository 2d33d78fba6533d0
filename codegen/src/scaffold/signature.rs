//! The functions of the trait as user code has to write them, laid out as rustfmt does.

use super::text::Ident;
use crate::ir::asks::Asks;
use crate::ir::contract::{Contract, Tool};
use crate::ir::entries::{Presence, TextField, TextKind, Texts};

/// Where rustfmt breaks lines when nobody says otherwise.
const WIDTH: usize = 100;

/// A function of the trait.
#[derive(Clone, Debug)]
pub struct Function {
    /// Its name, which the client's function has too.
    pub method: String,
    /// `async fn get_weather(&self, args: …, _cx: &Context) -> Result<…, ToolError>`, indented by four.
    pub signature: String,
    /// The expression that says that it is not written yet: in a file that has `not_implemented` and
    /// `unwritten`.
    pub(super) body: &'static str,
    /// The same in a file that has neither.
    alone: &'static str,
}

impl Function {
    /// A whole function that compiles and says that it is not written yet.
    #[must_use]
    pub fn stub(&self) -> String {
        format!("{} {{\n        {}\n    }}\n", self.signature, self.alone)
    }

    fn of_tool(tool: &Tool) -> Self {
        let args = format!("args: mcp::{}", Ident::new(&tool.rust.args));
        Self {
            signature: signature(&tool.rust.method, Some(args), tool.asks.as_ref(), &tool.rust.output, "ToolError"),
            method: tool.rust.method.clone(),
            body: "Err(not_implemented(&args))",
            alone: "Err(ToolError::failed(format!(\"not implemented yet; called with {args:?}\")))",
        }
    }

    fn of_entry(method: &str, args: Option<&str>, asks: Option<&Asks>, output: &str) -> Self {
        let args = args.map(|args| format!("_args: mcp::{}", Ident::new(args)));
        Self {
            signature: signature(method, args, asks, output, "mcp::RequestError"),
            method: method.to_owned(),
            body: "Err(unwritten())",
            alone: "Err(mcp::RequestError::application(1, \"not implemented yet\"))",
        }
    }
}

/// All functions of the trait, in its order.
#[must_use]
pub fn functions(contract: &Contract) -> Vec<Function> {
    let tools = contract.tools.iter().map(Function::of_tool);
    let resources = contract
        .resources
        .iter()
        .map(|resource| Function::of_entry(&resource.method, None, resource.asks.as_ref(), "ResourceContents"));
    let templates = contract.resource_templates.iter().map(|template| {
        let args = template.args.as_ref().map(|args| args.name.as_str());
        Function::of_entry(&template.method, args, template.asks.as_ref(), "ResourceContents")
    });
    let resources = resources.chain(templates);
    let prompts = contract.prompts.iter().map(|prompt| {
        let args = prompt.args.as_ref().map(|args| args.name.as_str());
        Function::of_entry(&prompt.method, args, prompt.asks.as_ref(), "PromptMessages")
    });
    let completions = contract.prompts.iter().map(|prompt| &prompt.completion);
    let completions = completions.chain(contract.resource_templates.iter().map(|template| &template.completion));
    let completions = completions
        .flatten()
        .map(|completion| Function::of_entry(&completion.method, Some(&completion.args), None, "Completion"));
    tools.chain(resources).chain(prompts).chain(completions).collect()
}

fn signature(method: &str, args: Option<String>, asks: Option<&Asks>, output: &str, error: &str) -> String {
    let (method, output) = (Ident::new(method), Ident::new(output));
    let answers = asks.map(|asks| format!("_answers: mcp::{}", Ident::new(&asks.answers)));
    let params: Vec<String> =
        [Some("&self".to_owned()), args, answers, Some("_cx: &Context".to_owned())].into_iter().flatten().collect();
    let result = match asks {
        Some(asks) => format!("Result<mcp::Outcome<mcp::{output}, mcp::{}>, {error}>", Ident::new(&asks.asks)),
        None => format!("Result<mcp::{output}, {error}>"),
    };
    let line = format!("    async fn {method}({}) -> {result}", params.join(", "));
    if line.len() + " {".len() <= WIDTH {
        return line;
    }
    let params: String = params.iter().map(|param| format!("        {param},\n")).collect();
    format!("    async fn {method}(\n{params}    ) -> {result}")
}

/// An expression for texts that fit.
pub(super) fn texts(texts: &Texts) -> String {
    let name = Ident::new(&texts.name);
    let is = |field: &&TextField, presence| field.presence == presence;
    if texts.fields.iter().all(|field| is(&field, Presence::Optional)) {
        return format!("mcp::{name}::default()");
    }
    let fields = texts.fields.iter().map(|field| {
        let (rust, one) = (Ident::new(&field.rust), one(field));
        let value = match field.presence {
            Presence::Required => one.to_owned(),
            Presence::Optional => "None".to_owned(),
            Presence::List => format!("vec![{one}]"),
        };
        format!("        {rust}: {value},\n")
    });
    format!("mcp::{name} {{\n{}    }}", fields.collect::<String>())
}

fn one(field: &TextField) -> &'static str {
    match field.kind {
        TextKind::String => "\"x\".to_owned()",
        TextKind::Integer => "1",
        TextKind::Number => "1.5",
        TextKind::Boolean => "true",
    }
}
