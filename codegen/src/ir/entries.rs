//! What a server offers beside tools: resources, resource templates, prompts, and the completion of
//! their texts.

use serde::Serialize;
use serde_json::Value;

use super::asks::Asks;

/// A resource at one URI.
#[derive(Clone, Debug, Serialize)]
pub struct Resource {
    /// The URI.
    pub uri: String,
    /// The method of the trait and of the client: `read_notes`.
    pub method: String,
    /// The resource as `resources/list` shows it: own keys removed.
    pub definition: Value,
    /// Documentation for the generated method.
    pub doc: String,
    /// What the caller must hold.
    pub scopes: Vec<String>,
    /// What it may ask of the client.
    pub asks: Option<Asks>,
}

/// A family of resources, by an RFC 6570 template.
#[derive(Clone, Debug, Serialize)]
pub struct ResourceTemplate {
    /// The template.
    pub uri_template: String,
    /// The method of the trait and of the client: `read_note`.
    pub method: String,
    /// Its variables, if it has any.
    pub args: Option<Texts>,
    /// The template as `resources/templates/list` shows it: own keys removed.
    pub definition: Value,
    /// Documentation for the generated method.
    pub doc: String,
    /// Its variables that can be completed, if there are any.
    pub completion: Option<Completion>,
    /// What the caller must hold.
    pub scopes: Vec<String>,
    /// What it may ask of the client.
    pub asks: Option<Asks>,
}

/// A prompt.
#[derive(Clone, Debug, Serialize)]
pub struct Prompt {
    /// The name on the wire.
    pub name: String,
    /// The method of the trait and of the client: `get_prompt_greet`.
    pub method: String,
    /// Its arguments, if it has any.
    pub args: Option<Texts>,
    /// The prompt as `prompts/list` shows it: own keys removed.
    pub definition: Value,
    /// Documentation for the generated method.
    pub doc: String,
    /// Its arguments that can be completed, if there are any.
    pub completion: Option<Completion>,
    /// What the caller must hold.
    pub scopes: Vec<String>,
    /// What it may ask of the client.
    pub asks: Option<Asks>,
}

/// A struct whose fields are texts on the wire: arguments of a prompt, variables of a URI.
#[derive(Clone, Debug, Serialize)]
pub struct Texts {
    /// Its Rust name: `GetPromptGreetArgs`.
    pub name: String,
    /// In the order of the manifest.
    pub fields: Vec<TextField>,
}

/// One of the texts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct TextField {
    /// The name on the wire.
    pub wire: String,
    /// The name of the field.
    pub rust: String,
    /// What it stands for.
    pub kind: TextKind,
    /// Whether it must be there, and how often.
    pub presence: Presence,
    /// Documentation: title and description as they stand in the manifest.
    pub doc: String,
}

/// What a text stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum TextKind {
    /// Itself.
    String,
    /// An integer of 64 bits.
    Integer,
    /// A finite number.
    Number,
    /// `true` or `false`.
    Boolean,
}

/// Whether a text must be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Presence {
    /// Once.
    Required,
    /// Once or not at all.
    Optional,
    /// Any number of times: an exploded variable, `{/path*}`.
    List,
}

/// The completion of the texts of one prompt or template.
#[derive(Clone, Debug, Serialize)]
pub struct Completion {
    /// The method of the trait and of the client: `complete_prompt_greet`.
    pub method: String,
    /// The struct that says what is typed: `CompletePromptGreetArgs`.
    pub args: String,
    /// The enum of what can be completed: `CompletePromptGreetArgument`.
    pub argument: String,
    /// The struct of what is settled already: `CompletePromptGreetSettled`.
    pub settled: String,
    /// What can be completed, in the order of the fields: name on the wire and variant.
    pub variants: Vec<(String, String)>,
}
