//! The typed client against answers that a sound server would not give.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::task::{Context, Poll};

use bytes::Bytes;
use http::{Request, Response};
use http_body_util::Full;
use serde_json::{Value, json};
use tower_service::Service;

use super::mcp::runtime::client::http::Http;
use super::mcp::{self, Client, ClientError};

/// A service that answers every request with this result: what a user's own transport looks like.
#[derive(Clone)]
struct Says(Value);

impl Service<Request<Full<Bytes>>> for Says {
    type Response = Response<Full<Bytes>>;
    type Error = Infallible;
    type Future = Ready<Result<Self::Response, Infallible>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<Full<Bytes>>) -> Self::Future {
        assert_eq!(request.headers()["mcp-name"], "tide_level");
        assert_eq!(request.headers()["mcp-param-gauge"], "north");
        let body = json!({"jsonrpc": "2.0", "id": 1, "result": self.0}).to_string();
        ready(Ok(Response::builder().header("content-type", "application/json").body(Full::from(body)).unwrap()))
    }
}

async fn tide(result: Value) -> Result<i64, ClientError> {
    let client = Client::new(Http::over("https://harbour.test/mcp", Says(result)).unwrap());
    client.tide_level(mcp::TideLevelArgs::new("north")).await.map(|output| output.level_cm)
}

#[tokio::test]
async fn tool_14_the_output_schema_holds_for_a_success_alone() {
    assert_eq!(tide(json!({"content": [], "structuredContent": {"level_cm": 3}})).await.unwrap(), 3);
    let failed = json!({"isError": true, "content": [{"type": "text", "text": "gauge is closed"}], "structuredContent": {"error": 1}});
    let Err(ClientError::Tool(answer)) = tide(failed).await else { panic!("the tool failed") };
    assert_eq!(answer.text(), "gauge is closed", "the tool's own words come through");
    for broken in [
        json!({"content": [], "structuredContent": {"level_cm": "3"}}),
        json!({"content": [], "structuredContent": {}}),
        json!({"content": [], "structuredContent": null}),
        json!({"content": []}),
        json!({"structuredContent": {"level_cm": 3}}),
        json!({"content": [{"type": "hologram"}], "structuredContent": {"level_cm": 3}}),
    ] {
        let error = tide(broken.clone()).await.unwrap_err();
        assert!(matches!(error, ClientError::InvalidAnswer(_)) && error.is_local(), "{broken}: {error:?}");
    }
}

#[tokio::test]
async fn res_05_what_kind_of_result_it_is_comes_first() {
    let asks = json!({"resultType": "input_required", "content": [], "structuredContent": {"level_cm": 3}, "requestState": "s"});
    assert!(
        matches!(tide(asks).await, Err(ClientError::InputRequired(input)) if input.request_state.as_deref() == Some("s"))
    );
    let error =
        tide(json!({"resultType": "task", "content": [], "structuredContent": {"level_cm": 3}})).await.unwrap_err();
    assert!(matches!(error, ClientError::InvalidAnswer(_)), "{error:?}");
}

#[tokio::test]
async fn env_15_members_that_nobody_knows_do_no_harm() {
    let result = json!({"resultType": "complete", "content": [], "structuredContent": {"level_cm": 3, "new": [1]}, "newer": {"x": null}});
    assert_eq!(tide(result).await.unwrap(), 3);
}
