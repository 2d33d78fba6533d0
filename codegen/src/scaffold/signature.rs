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

/// `let args = …;` of texts that fit.
pub(super) fn bound_texts(texts: &Texts) -> String {
    let name = Ident::new(&texts.name);
    let has = |presence| texts.fields.iter().any(|field: &TextField| field.presence == presence);
    let (open, items, close) = if has(Presence::List) {
        let fields = texts.fields.iter().map(|field| {
            let (rust, one) = (Ident::new(&field.rust), one(field));
            match field.presence {
                Presence::Required if field.kind == TextKind::String => format!("{rust}: {one}.to_owned()"),
                Presence::Required => format!("{rust}: {one}"),
                Presence::Optional => format!("{rust}: None"),
                Presence::List if field.kind == TextKind::String => format!("{rust}: vec![{one}.to_owned()]"),
                Presence::List => format!("{rust}: vec![{one}]"),
            }
        });
        (format!("mcp::{name} {{"), fields.collect::<Vec<_>>(), "}")
    } else if has(Presence::Required) {
        let required = texts.fields.iter().filter(|field| field.presence == Presence::Required);
        (format!("mcp::{name}::new("), required.map(|field| one(field).to_owned()).collect(), ")")
    } else {
        (format!("mcp::{name}::default("), Vec::new(), ")")
    };
    // Fields stand beside one another up to 18 columns, arguments up to 60.
    let (space, most) = if close == "}" { (" ", 18) } else { ("", 60) };
    let joined = items.join(", ");
    let line = format!("{open}{space}{joined}{space}{close};");
    if joined.len() <= most && "    let args = ".len() + line.len() <= WIDTH {
        return format!("    let args = {line}\n");
    }
    if joined.len() <= most && "        ".len() + line.len() <= WIDTH {
        return format!("    let args =\n        {line}\n");
    }
    let items: String = items.iter().map(|item| format!("        {item},\n")).collect();
    format!("    let args = {open}\n{items}    {close};\n")
}

/// `let answer = …;` of a call through the client; a chain stands on one line up to 60 columns.
pub(super) fn bound_answer(method: &str, args: &str) -> String {
    let method = Ident::new(method);
    let chain = format!("server().{method}({args}).await");
    if chain.len() <= 60 {
        return format!("    let answer = {chain};");
    }
    format!("    let answer = server()\n        .{method}({args})\n        .await;")
}

fn one(field: &TextField) -> &'static str {
    match field.kind {
        TextKind::String => "\"x\"",
        TextKind::Integer => "1",
        TextKind::Number => "1.5",
        TextKind::Boolean => "true",
    }
}
