//! `WWW-Authenticate`: what a caller who was refused must bring (RFC 6750, section 3; RFC 9728, section 5.1).

use http::HeaderValue;

use super::{Reason, ResourceMetadata, Unauthenticated};

/// The value of the field.
#[derive(Debug)]
pub(in super::super) struct Challenge(String);

impl Challenge {
    /// To somebody who is not known, with the scopes of what they are about to do (AUT-03, AUT-06).
    pub(in super::super) fn unauthenticated(
        metadata: Option<&ResourceMetadata>,
        scopes: &[&str],
        why: &Unauthenticated,
    ) -> Self {
        let mut challenge = Self("Bearer".to_owned());
        let error = match why.reason {
            Reason::Invalid => Some("invalid_token"),
            Reason::Malformed => Some("invalid_request"),
            // Without credentials there is no error to name (RFC 6750, section 3.1).
            Reason::Missing | Reason::Unavailable => None,
        };
        if let Some(error) = error {
            challenge.parameter("error", error);
            challenge.parameter("error_description", &why.description);
        }
        challenge.finish(metadata, scopes)
    }

    /// To somebody who lacks some of these scopes: all of them are named at once (AUT-06).
    pub(in super::super) fn insufficient_scope(metadata: Option<&ResourceMetadata>, scopes: &[&str]) -> Self {
        let mut challenge = Self("Bearer".to_owned());
        challenge.parameter("error", "insufficient_scope");
        challenge.finish(metadata, scopes)
    }

    fn finish(mut self, metadata: Option<&ResourceMetadata>, scopes: &[&str]) -> Self {
        if !scopes.is_empty() {
            self.parameter("scope", &scopes.join(" "));
        }
        if let Some(metadata) = metadata {
            self.parameter("resource_metadata", metadata.address());
        }
        self
    }

    /// Appends a parameter as a quoted string. What cannot stand in one is left out.
    fn parameter(&mut self, name: &str, value: &str) {
        self.0.push_str(if self.0.ends_with('"') { ", " } else { " " });
        self.0.push_str(name);
        self.0.push_str("=\"");
        self.0.extend(value.chars().filter(|char| matches!(char, ' '..='~') && !matches!(char, '"' | '\\')));
        self.0.push('"');
    }

    pub(in super::super) fn value(&self) -> Option<HeaderValue> {
        HeaderValue::from_str(&self.0).ok()
    }
}
