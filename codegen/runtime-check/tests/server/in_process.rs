//! The service without a socket, so that the clock is the test's own.

use bytes::Bytes;
use http::Request;
use http_body_util::{BodyExt as _, Full};
use runtime_check::contract::Contract;
use runtime_check::http::{ResponseBody, Service};
use tower_service::Service as _;

use super::emitted::assert_legal_text;
use super::fixture::{Counters, Fixture};
use super::raw::{Post, method_of};

/// A service of its own.
pub(crate) fn service(contract: &'static Contract) -> Service<Fixture> {
    Service::new(Fixture::new(contract, Box::leak(Box::<Counters>::default())))
}

/// A request with this body in the place of its own.
pub(crate) fn request<B>(post: &Post, body: B) -> Request<B> {
    let mut request = Request::post("/mcp");
    for (name, value) in &post.headers {
        request = request.header(name.as_str(), value.as_slice());
    }
    request.body(body).unwrap()
}

/// Sends a request; the head of its answer, and the body to be read.
pub(crate) async fn send(service: &Service<Fixture>, post: &Post) -> http::Response<ResponseBody> {
    let body = Full::new(Bytes::from(post.body.clone()));
    service.clone().call(request(post, body)).await.unwrap()
}

/// Sends a request; the status of its answer, and the whole body.
pub(crate) async fn answer(service: &Service<Fixture>, post: &Post) -> (u16, String) {
    let (head, body) = send(service, post).await.into_parts();
    let body = String::from_utf8(body.collect().await.unwrap().to_bytes().to_vec()).unwrap();
    let method = method_of(&post.body);
    match head.headers.get("content-type").map(|value| value.to_str().unwrap()) {
        Some("application/json") => drop(assert_legal_text(method.as_deref(), &body)),
        Some("text/event-stream") => {
            for event in body.split("\n\n").filter_map(|event| event.strip_prefix("data: ")) {
                assert_legal_text(method.as_deref(), event);
            }
        }
        _ => assert!(body.is_empty()),
    }
    (head.status.as_u16(), body)
}

#[tokio::test]
async fn an_answer_has_no_field_of_its_request() {
    // The map that had the fields of the request is that of the answer.
    let mut post =
        Post::request("server/discover", serde_json::json!({})).header("Cookie", "a=1").header("Cookie", "b=2");
    for name in 0..40 {
        post = post.header(&format!("X-Field-{name}"), "secret");
    }
    let answer = send(&service(&super::fixture::CONTRACT), &post).await;
    let fields: Vec<_> = answer.headers().iter().map(|(name, value)| (name.as_str(), value.as_bytes())).collect();
    assert_eq!(fields, [("content-type", &b"application/json"[..])]);
}
