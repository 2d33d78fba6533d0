//! `resources/read` from the client's side.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use super::super::contract::{Resource, ResourceTemplate};
use super::super::resource::ResourceSource;
use super::super::texts::Texts;
use super::super::uri_template;
use super::answer::{self, Outcome};
use super::input::Respond;
use super::transport::Transport;
use super::{Client, Error, Params, PeerError, request};

/// `not found` of older revisions (RSC-04).
const OLDER_NOT_FOUND: i64 = -32002;
/// `Invalid params`.
const INVALID_PARAMS: i64 = -32602;

/// What a resource holds, complete: a `ReadResourceResult`.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ResourceAnswer {
    /// One item or several.
    pub contents: Vec<ResourceItem>,
    /// `_meta` of the result.
    #[serde(default, rename = "_meta")]
    pub meta: Map<String, Value>,
}

impl ResourceAnswer {
    /// The items that are text, one after another.
    #[must_use]
    pub fn text(&self) -> String {
        let texts = self.contents.iter().filter_map(|item| match &item.body {
            ResourceBody::Text(text) => Some(text.as_str()),
            ResourceBody::Blob(_) => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }
}

/// One item of a resource's contents.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceItem {
    /// Of which URI it is: the one that was asked for, or one below it.
    pub uri: String,
    /// Its MIME type, if the server knows it.
    pub mime_type: Option<String>,
    /// What it holds.
    pub body: ResourceBody,
    /// The other members.
    pub extra: Map<String, Value>,
}

/// Text or bytes (RSC-05).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResourceBody {
    /// Text.
    Text(String),
    /// Bytes.
    Blob(Vec<u8>),
}

impl<'de> Deserialize<'de> for ResourceItem {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error as _;
        let mut members = Map::<String, Value>::deserialize(deserializer)?;
        let mut string = |name: &str| match members.remove(name) {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(D::Error::custom(format_args!("`{name}` must be a string"))),
        };
        let uri = string("uri")?.ok_or_else(|| D::Error::custom("missing member `uri`"))?;
        let mime_type = string("mimeType")?;
        let body = match (string("text")?, string("blob")?) {
            (Some(text), None) => ResourceBody::Text(text),
            (None, Some(blob)) => ResourceBody::Blob(
                STANDARD
                    .decode(blob)
                    .map_err(|error| D::Error::custom(format_args!("`blob` is not base64: {error}")))?,
            ),
            _ => return Err(D::Error::custom("either `text` or `blob` must be there")),
        };
        Ok(Self { uri, mime_type, body, extra: members })
    }
}

impl<T: Transport> Client<T> {
    /// Reads what is at a URI.
    ///
    /// # Errors
    /// [`Error::NotFound`] if nothing is there; any other [`Error`] but [`Error::Tool`] and
    /// [`Error::InputRequired`].
    pub async fn read_resource(&self, uri: &str) -> Result<Outcome<ResourceAnswer>, Error> {
        let params = Params::from([("uri", request::raw(uri)?)]);
        let result = match self.timed(self.request("resources/read", &params)).await {
            Err(Error::Peer(error)) if is_not_found(&error, uri) => {
                return Err(Error::NotFound { uri: uri.to_owned() });
            }
            other => other?,
        };
        match answer::outcome(result)? {
            Outcome::Complete(result) => decoded(&result).map(Outcome::Complete),
            Outcome::InputRequired(input) => Ok(Outcome::InputRequired(input)),
        }
    }

    /// Reads a resource of the contract. One that asks for input is an error here.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`].
    pub async fn read(&self, resource: &Resource) -> Result<ResourceAnswer, Error> {
        self.read_resource(resource.uri).await?.complete()
    }

    /// Reads a resource by a template of the contract. One that asks for input is an error here.
    ///
    /// # Errors
    /// [`Error::Unsendable`] if no URI stands for these values; any other [`Error`] but [`Error::Tool`].
    pub async fn read_by(&self, template: &ResourceTemplate, values: &Texts) -> Result<ResourceAnswer, Error> {
        let uri = self.uri(template, values)?;
        self.read_resource(&uri).await?.complete()
    }

    /// Reads a resource of the contract; what it asks is answered by `respond`.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn read_asking<R: Respond>(&self, resource: &Resource, respond: &R) -> Result<ResourceAnswer, Error> {
        self.read_uri_asking(resource.uri, respond).await
    }

    /// Reads a resource by a template of the contract; what it asks is answered by `respond`.
    ///
    /// # Errors
    /// [`Error::Unsendable`] if no URI stands for these values; any other [`Error`] but [`Error::Tool`] and
    /// [`Error::InputRequired`].
    pub async fn read_by_asking<R: Respond>(
        &self,
        template: &ResourceTemplate,
        values: &Texts,
        respond: &R,
    ) -> Result<ResourceAnswer, Error> {
        let uri = self.uri(template, values)?;
        self.read_uri_asking(&uri, respond).await
    }

    async fn read_uri_asking<R: Respond>(&self, uri: &str, respond: &R) -> Result<ResourceAnswer, Error> {
        let params = Params::from([("uri", request::raw(uri)?)]);
        match self.rounds("resources/read", params, respond).await {
            Ok(result) => decoded(&result),
            Err(Error::Peer(error)) if is_not_found(&error, uri) => Err(Error::NotFound { uri: uri.to_owned() }),
            Err(error) => Err(error),
        }
    }

    /// The URI that stands for these values and no others: what the server reads out of it is what was
    /// put in, by the same tables.
    fn uri(&self, template: &ResourceTemplate, values: &Texts) -> Result<String, Error> {
        let uri = uri_template::uri(template.uri_template, values).unwrap_or_default();
        if uri_template::traverses(&uri, Some((template.uri_template, values))) {
            return Err(Error::Unsendable(format!("{uri:?} steps out of its path")));
        }
        match self.contract.resource_source(&uri) {
            Some(ResourceSource::Template(place, read))
                if read == *values
                    && self
                        .contract
                        .resource_templates
                        .get(place)
                        .is_some_and(|found| found.uri_template == template.uri_template) =>
            {
                Ok(uri)
            }
            _ => Err(Error::Unsendable(format!(
                "no URI of {} stands for these values: {uri:?} means something else",
                template.uri_template
            ))),
        }
    }
}

fn decoded(result: &RawValue) -> Result<ResourceAnswer, Error> {
    serde_json::from_str(result.get()).map_err(|error| Error::invalid(format!("the result of resources/read: {error}")))
}

fn is_not_found(error: &PeerError, uri: &str) -> bool {
    error.code == OLDER_NOT_FOUND
        || (error.code == INVALID_PARAMS && error.data.get("uri").and_then(Value::as_str) == Some(uri))
}
