//! What a tool call gives back: an output, or an error that either the model or the client sees.

use std::borrow::Cow;
use std::fmt::{self, Display};

use serde::Serialize;
use serde_json::value::RawValue;

use super::content;
use super::failure::Failure;
use super::json::{at, push_escaped};
use super::metadata::SERVER_INFO;
use super::rpc;
use super::serialize;
use super::structured::Structured;

/// What a tool answers.
///
/// `content` is always present in the result (TOOL-10). A structured value is repeated as JSON in a
/// text block (TOOL-14).
#[derive(Debug, Default)]
pub struct ToolOutput {
    pub(super) texts: Vec<String>,
    // JSON text of one line.
    blocks: Option<String>,
    structured: Option<Structured>,
    meta: Option<String>,
    is_error: bool,
}

/// A value as JSON text of one line.
fn json<T: Serialize + ?Sized>(value: &T) -> Result<String, ToolError> {
    serialize::to_json(value).map_err(ToolError::internal)
}

impl ToolOutput {
    /// An output without content.
    #[must_use]
    pub fn empty() -> Self {
        Self::default()
    }

    /// One text block.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Self {
        Self { texts: vec![text.into()], ..Self::default() }
    }

    /// `structuredContent`: any JSON value, `null` included (TOOL-13).
    ///
    /// # Errors
    ///
    /// An internal error if the value cannot be written as JSON.
    pub fn structured<T: Serialize + ?Sized>(value: &T) -> Result<Self, ToolError> {
        Structured::of(value).map(Self::of_structured).map_err(ToolError::internal)
    }

    /// `structuredContent` that is JSON text already.
    #[must_use]
    pub fn structured_json(value: Box<RawValue>) -> Self {
        Self::of_structured(Structured::of_json(Box::<str>::from(value).into_string()))
    }

    pub(super) fn of_structured(structured: Structured) -> Self {
        Self { structured: Some(structured), ..Self::default() }
    }

    /// Content blocks of any kind: whatever serialises as the protocol's `ContentBlock`.
    ///
    /// # Errors
    ///
    /// An internal error if the blocks cannot be written as JSON, or are not legal (TOOL-11, RSC-09).
    pub fn content<T: Serialize>(blocks: &[T]) -> Result<Self, ToolError> {
        Self::default().with_content(blocks)
    }

    /// The same output with these content blocks after its text blocks.
    ///
    /// # Errors
    ///
    /// An internal error if the blocks cannot be written as JSON, or are not legal (TOOL-11, RSC-09).
    pub fn with_content<T: Serialize>(mut self, blocks: &[T]) -> Result<Self, ToolError> {
        let blocks = json(blocks)?;
        if let Some(fault) = content::not_to_send(&blocks) {
            return Err(ToolError::internal(format_args!("a block of content is not legal: {fault}")));
        }
        self.blocks = Some(blocks);
        Ok(self)
    }

    /// The same output with one more text block.
    #[must_use]
    pub fn with_text(mut self, text: impl Into<String>) -> Self {
        self.texts.push(text.into());
        self
    }

    /// The same output with members of its own in `_meta`: whatever serialises as an object.
    ///
    /// # Errors
    ///
    /// An internal error if it does not serialise, or not as an object.
    pub fn with_meta<T: Serialize + ?Sized>(mut self, meta: &T) -> Result<Self, ToolError> {
        let meta = json(meta)?;
        if !meta.trim_start().starts_with('{') {
            return Err(ToolError::internal("_meta of a result must be an object"));
        }
        if at(meta.trim_start(), &[SERVER_INFO]).is_some() {
            return Err(ToolError::internal("serverInfo in _meta of a result is the contract's"));
        }
        self.meta = Some(meta);
        Ok(self)
    }

    /// The same output as a failure that the model sees: `isError` is true, and there is no
    /// `structuredContent` (A-06).
    #[must_use]
    pub fn into_error(mut self) -> Self {
        self.is_error = true;
        self.structured = None;
        self
    }
}

impl ToolOutput {
    /// The answer to `tools/call` with this id, as JSON text. `server_info` is a member for `_meta`.
    pub(super) fn to_answer(&self, id: &str, server_info: &str) -> String {
        let texts = self.text_blocks();
        // What fills its buffer to the last byte is handed to the transport without another one.
        let mut length = 0;
        self.parts(&texts, id, server_info, |part| length += part.len());
        let mut answer = String::with_capacity(length);
        self.parts(&texts, id, server_info, |part| answer.push_str(part));
        answer
    }

    /// Its texts as blocks of content, with commas between.
    fn text_blocks(&self) -> String {
        let mut blocks = String::new();
        for text in &self.texts {
            blocks.push_str(if blocks.is_empty() { "" } else { "," });
            blocks.push_str(r#"{"type":"text","text":"#);
            push_escaped(&mut blocks, text);
            blocks.push('}');
        }
        blocks
    }

    /// Puts the answer together. `texts` are the blocks of its texts.
    #[inline]
    fn parts(&self, texts: &str, id: &str, server_info: &str, mut put: impl FnMut(&str)) {
        let structured = self.structured.as_ref();
        rpc::before_result(id, &mut put);
        put(r#"{"resultType":"complete","content":["#);
        put(texts);
        let mut comma = if texts.is_empty() { "" } else { "," };
        if let Some(structured) = structured {
            put(comma);
            put(r#"{"type":"text","text":""#);
            put(structured.inside_a_string());
            put("\"}");
            comma = ",";
        }
        if let Some(blocks) = inside(self.blocks.as_deref(), '[', ']') {
            put(comma);
            put(blocks);
        }
        put("]");
        if let Some(structured) = structured {
            put(r#","structuredContent":"#);
            put(structured.json());
        }
        if self.is_error {
            put(r#","isError":true"#);
        }
        put(r#","_meta":{"#);
        put(server_info);
        if let Some(meta) = inside(self.meta.as_deref(), '{', '}') {
            put(",");
            put(meta);
        }
        put("}}}");
    }
}

/// What stands between the brackets of a JSON array or object, if anything does.
fn inside(json: Option<&str>, open: char, close: char) -> Option<&str> {
    let inside = json?.trim().strip_prefix(open)?.strip_suffix(close)?.trim();
    (!inside.is_empty()).then_some(inside)
}

/// Why a tool gave no output.
#[derive(Debug)]
pub struct ToolError(pub(super) Failure);

impl ToolError {
    /// The tool failed in a way that the model should know and may act on: `isError: true` with this
    /// text (TOOL-08). Say what went wrong and what to do instead; leave out secrets and internals.
    #[must_use]
    pub fn failed(text: impl Display) -> Self {
        Self(Failure::execution(ToolOutput::text(text.to_string())))
    }

    /// The arguments do not fit `inputSchema`: `isError: true` with one line a fault (A-05).
    #[must_use]
    pub fn invalid_arguments<T: Display>(faults: impl IntoIterator<Item = T>) -> Self {
        let mut text = String::from("The arguments do not fit the input schema:");
        for fault in faults {
            text.push_str("\n- ");
            text.push_str(&fault.to_string());
        }
        Self::failed(text)
    }

    /// A failure whose content is more than a text.
    #[must_use]
    pub fn with_output(output: ToolOutput) -> Self {
        Self(Failure::execution(output))
    }

    /// The output does not fit `outputSchema`: the client gets -32603 without detail, the log gets
    /// the faults (A-06). Leave out of them what the values are.
    #[must_use]
    pub fn invalid_output<T: Display>(faults: impl IntoIterator<Item = T>) -> Self {
        let mut text = String::from("the output does not fit the output schema: ");
        let mut separator = "";
        for fault in faults {
            text.push_str(separator);
            text.push_str(&fault.to_string());
            separator = "; ";
        }
        Self::internal(text)
    }

    /// Something inside broke that is nobody's business: the client gets -32603 without detail, the
    /// log gets the detail. Leave arguments and secrets out of it.
    #[must_use]
    pub fn internal(detail: impl Display) -> Self {
        Self(Failure::internal(detail))
    }

    /// A JSON-RPC error with a code of the application's own. Codes from -32768 to -32000 are the
    /// protocol's (ERR-07, ERR-10) and become an internal error.
    #[must_use]
    pub fn application(code: i64, message: impl Into<Cow<'static, str>>) -> Self {
        Self(Failure::application(code, message.into()))
    }

    /// The same error with `data`, where the kind of error carries any.
    #[must_use]
    pub fn with_data<T: Serialize + ?Sized>(self, value: &T) -> Self {
        Self(self.0.with_data(value))
    }
}

impl From<Failure> for ToolError {
    fn from(failure: Failure) -> Self {
        Self(failure)
    }
}

impl From<String> for ToolError {
    /// [`ToolError::failed`].
    fn from(text: String) -> Self {
        Self::failed(text)
    }
}

impl From<&str> for ToolError {
    /// [`ToolError::failed`].
    fn from(text: &str) -> Self {
        Self::failed(text)
    }
}

impl Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl std::error::Error for ToolError {}
