//! The same tool on rmcp: `rmcp-weather json` answers in JSON where it can, `rmcp-weather sse` always in a stream.
//!
//! A second argument, `log`, prints what it reports. Straight on hyper, which is lighter and not slower than through axum; sessions off.

use std::sync::Arc;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::handler::server::wrapper::{Json, Parameters};
use rmcp::model::{ProgressNotificationParam, ServerCapabilities, ServerConfig};
use rmcp::service::RequestContext;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use rmcp::{RoleServer, ServerHandler, tool, tool_handler, tool_router};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::net::TcpListener;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Args {
    #[schemars(length(min = 1))]
    city: String,
    #[schemars(extend("type" = "string", "x-mcp-header" = "Region"))]
    region: Option<String>,
    #[schemars(extend("type" = "integer"), range(min = 1, max = 12))]
    month: Option<u8>,
    unit: Option<Unit>,
}

#[derive(Clone, Copy, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Output {
    city: String,
    region: String,
    temperature: f64,
    unit: Unit,
    #[schemars(range(max = 31))]
    rainy_days: u8,
    sky: Sky,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "the schema lists them")]
enum Sky {
    Clear,
    Mixed,
    Overcast,
}

#[derive(Clone)]
struct Weather {
    tool_router: ToolRouter<Self>,
}

#[tool_router(router = tool_router)]
impl Weather {
    fn new() -> Self {
        Self { tool_router: Self::tool_router() }
    }

    #[tool(description = "Typical weather of a city in one month")]
    async fn get_weather(
        &self,
        Parameters(args): Parameters<Args>,
        context: RequestContext<RoleServer>,
    ) -> Result<Json<Output>, rmcp::ErrorData> {
        if let Some(token) = context.meta.get_progress_token() {
            let progress = ProgressNotificationParam::new(token, 1.0).with_total(2.0);
            let sent = context.peer.notify_progress(progress).await;
            sent.map_err(|error| rmcp::ErrorData::internal_error(error.to_string(), None))?;
        }
        let celsius = 11.0 + f64::from(args.month.unwrap_or(6));
        let (temperature, unit) = match args.unit {
            Some(Unit::Fahrenheit) => (celsius * 1.8 + 32.0, Unit::Fahrenheit),
            Some(Unit::Celsius) | None => (celsius, Unit::Celsius),
        };
        let region = args.region.unwrap_or_default();
        Ok(Json(Output { city: args.city, region, temperature, unit, rainy_days: 1, sky: Sky::Clear }))
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Weather {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Compiled in, because a scaffolded server has it; while calls are timed neither side prints.
    if std::env::args().nth(2).as_deref() == Some("log") {
        tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    }
    let json = match std::env::args().nth(1).as_deref() {
        Some("json") => true,
        Some("sse") => false,
        _ => return Err("usage: rmcp-weather json|sse".into()),
    };
    let config = StreamableHttpServerConfig::default().with_legacy_session_mode(false).with_json_response(json);
    let weather = Weather::new();
    let service =
        StreamableHttpService::new(move || Ok(weather.clone()), Arc::new(LocalSessionManager::default()), config);
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    eprintln!("listening on http://{}/mcp", listener.local_addr()?);
    loop {
        let (stream, _) = listener.accept().await?;
        stream.set_nodelay(true)?;
        let service = TowerToHyperService::new(service.clone());
        tokio::spawn(async move {
            let mut protocol = http1::Builder::new();
            protocol.timer(TokioTimer::new());
            let _ = protocol.serve_connection(TokioIo::new(stream), service).await;
        });
    }
}
