//! The lists of a server, page after page (PAG-01 to PAG-03).
//!
//! A cursor is opaque: nothing is read into it but that there is one, and a server that gives the same
//! one twice is not followed in circles.

use std::collections::HashSet;
use std::marker::PhantomData;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::transport::Transport;
use super::{Client, Error, ListedTool, Params, request};

/// An entry of a list.
pub trait Listed: Sized {
    /// The method that gives the list.
    const METHOD: &'static str;
    /// The member of the result that holds it.
    const MEMBER: &'static str;

    /// The entry of a definition; `Err` names what it lacks.
    ///
    /// # Errors
    /// The member that is missing or is no text.
    fn of(definition: Value) -> Result<Self, &'static str>;
}

/// A resource as the server lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedResource {
    /// Its URI.
    pub uri: String,
    /// The whole definition, as it came.
    pub definition: Value,
}

/// A resource template as the server lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedResourceTemplate {
    /// Its RFC 6570 template.
    pub uri_template: String,
    /// The whole definition, as it came.
    pub definition: Value,
}

/// A prompt as the server lists it.
#[derive(Clone, Debug, PartialEq)]
pub struct ListedPrompt {
    /// Its name.
    pub name: String,
    /// The whole definition, as it came.
    pub definition: Value,
}

fn text(definition: &Value, member: &'static str) -> Result<String, &'static str> {
    definition.get(member).and_then(Value::as_str).map(str::to_owned).ok_or(member)
}

impl Listed for ListedTool {
    const METHOD: &'static str = "tools/list";
    const MEMBER: &'static str = "tools";

    fn of(definition: Value) -> Result<Self, &'static str> {
        Ok(Self { name: text(&definition, "name")?, definition })
    }
}

impl Listed for ListedResource {
    const METHOD: &'static str = "resources/list";
    const MEMBER: &'static str = "resources";

    fn of(definition: Value) -> Result<Self, &'static str> {
        Ok(Self { uri: text(&definition, "uri")?, definition })
    }
}

impl Listed for ListedResourceTemplate {
    const METHOD: &'static str = "resources/templates/list";
    const MEMBER: &'static str = "resourceTemplates";

    fn of(definition: Value) -> Result<Self, &'static str> {
        Ok(Self { uri_template: text(&definition, "uriTemplate")?, definition })
    }
}

impl Listed for ListedPrompt {
    const METHOD: &'static str = "prompts/list";
    const MEMBER: &'static str = "prompts";

    fn of(definition: Value) -> Result<Self, &'static str> {
        Ok(Self { name: text(&definition, "name")?, definition })
    }
}

/// A list that is read page by page.
#[derive(Debug)]
pub struct Pages<'c, T, E> {
    client: &'c Client<T>,
    next: Next,
    seen: HashSet<String>,
    entries: PhantomData<fn() -> E>,
}

#[derive(Debug)]
enum Next {
    First,
    After(String),
    End,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Page {
    next_cursor: Option<String>,
    #[serde(flatten)]
    members: Map<String, Value>,
}

impl<'c, T: Transport, E: Listed> Pages<'c, T, E> {
    pub(super) fn new(client: &'c Client<T>) -> Self {
        Self { client, next: Next::First, seen: HashSet::new(), entries: PhantomData }
    }

    /// The next page, which may be empty; `None` after the last.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`]. After one that may pass, the same
    /// page can be asked for again.
    pub async fn next_page(&mut self) -> Result<Option<Vec<E>>, Error> {
        let client = self.client;
        client.timed(self.page()).await
    }

    /// All pages.
    pub(super) async fn all(mut self) -> Result<Vec<E>, Error> {
        let mut all = Vec::new();
        while let Some(page) = self.page().await? {
            all.extend(page);
        }
        Ok(all)
    }

    async fn page(&mut self) -> Result<Option<Vec<E>>, Error> {
        let mut params = Params::new();
        match &self.next {
            Next::First => {}
            Next::After(cursor) => {
                params.insert("cursor", request::raw(cursor)?);
            }
            Next::End => return Ok(None),
        }
        let mut page: Page = self.client.complete(E::METHOD, &params).await?;
        let Some(Value::Array(definitions)) = page.members.remove(E::MEMBER) else {
            return Err(Error::invalid(format!("the result of {} has no `{}`", E::METHOD, E::MEMBER)));
        };
        let without = |member| Error::invalid(format!("an entry of {} without `{member}`", E::METHOD));
        let entries: Result<Vec<E>, Error> =
            definitions.into_iter().map(|definition| E::of(definition).map_err(without)).collect();
        let entries = entries?;
        self.next = match page.next_cursor {
            None => Next::End,
            Some(cursor) if self.seen.insert(cursor.clone()) => Next::After(cursor),
            Some(_) => return Err(Error::invalid(format!("{} gives the same cursor again", E::METHOD))),
        };
        Ok(Some(entries))
    }
}

impl<T: Transport> Client<T> {
    /// The resources, page by page.
    pub fn resource_pages(&self) -> Pages<'_, T, ListedResource> {
        Pages::new(self)
    }

    /// The resource templates, page by page.
    pub fn resource_template_pages(&self) -> Pages<'_, T, ListedResourceTemplate> {
        Pages::new(self)
    }

    /// The prompts, page by page.
    pub fn prompt_pages(&self) -> Pages<'_, T, ListedPrompt> {
        Pages::new(self)
    }

    /// All resources, page after page.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn list_resources(&self) -> Result<Vec<ListedResource>, Error> {
        self.timed(self.resource_pages().all()).await
    }

    /// All resource templates, page after page.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn list_resource_templates(&self) -> Result<Vec<ListedResourceTemplate>, Error> {
        self.timed(self.resource_template_pages().all()).await
    }

    /// All prompts, page after page.
    ///
    /// # Errors
    /// Any [`Error`] but [`Error::Tool`] and [`Error::InputRequired`].
    pub async fn list_prompts(&self) -> Result<Vec<ListedPrompt>, Error> {
        self.timed(self.prompt_pages().all()).await
    }
}
