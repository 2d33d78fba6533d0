//! The protected resource metadata document, at its well-known address (AUT-02, AUT-03).

use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL};
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode, Uri};

use super::super::server::Server;
use super::body::ResponseBody;
use super::{Inner, json};

impl<S: Server> Inner<S> {
    /// The document, if this is a request for it. It is public: whoever wants a token must read it first.
    pub(super) fn well_known(&self, head: &Parts) -> Option<Response<ResponseBody>> {
        if !self.is_well_known(&head.method, &head.uri) {
            return None;
        }
        let metadata = self.endpoint.authorization.as_ref()?.metadata()?;
        let text = if head.method == Method::GET {
            metadata.document(&self.endpoint.contract.scopes())
        } else {
            String::new()
        };
        let mut response = json(StatusCode::OK, text);
        let headers = response.headers_mut();
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("max-age=3600"));
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        Some(response)
    }

    /// Whether this is a request for the document.
    pub(super) fn is_well_known(&self, method: &Method, uri: &Uri) -> bool {
        let metadata = self.endpoint.authorization.as_ref().and_then(|authorization| authorization.metadata());
        matches!(*method, Method::GET | Method::HEAD) && metadata.is_some_and(|metadata| metadata.is_at(uri.path()))
    }
}
