//! On whose behalf a request is made.

use std::any::Any;
use std::sync::Arc;

/// A caller whom an authorization hook has recognised. Clones share the data.
#[derive(Clone, Debug)]
pub struct Principal(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    subject: String,
    scopes: Vec<String>,
    extension: Option<Arc<dyn Any + Send + Sync>>,
}

impl Principal {
    /// A caller by a name that is unique at this server, with what it holds.
    #[must_use]
    pub fn new(subject: impl Into<String>, scopes: Vec<String>) -> Self {
        Self(Arc::new(Inner { subject: subject.into(), scopes, extension: None }))
    }

    /// The same caller with data of the application's own, for handlers.
    #[must_use]
    pub fn with_extension<T: Any + Send + Sync>(self, extension: T) -> Self {
        Self(Arc::new(Inner {
            subject: self.0.subject.clone(),
            scopes: self.0.scopes.clone(),
            extension: Some(Arc::new(extension)),
        }))
    }

    /// The name, unique at this server.
    #[must_use]
    pub fn subject(&self) -> &str {
        &self.0.subject
    }

    /// What the caller holds.
    #[must_use]
    pub fn scopes(&self) -> &[String] {
        &self.0.scopes
    }

    /// The application's own data, if it is of this type.
    #[must_use]
    pub fn extension<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.extension.as_deref().and_then(<dyn Any + Send + Sync>::downcast_ref)
    }
}
