//! The build.rs door, from the inside of a crate that used it.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

#[path = "../../common/emitted.rs"]
mod emitted;
#[path = "../../common/witness.rs"]
mod witness;

use std::path::Path;

use door::mcp;
use witness::Witness;

/// Where a server in this process is reached.
const ADDRESS: &str = "http://localhost/mcp";

fn assert_legal(method: &str, message: &str) {
    emitted::assert_legal_text(Some(method), message);
}

struct Tools;

impl mcp::Door for Tools {
    async fn open(&self, args: mcp::OpenArgs, _cx: &mcp::Context) -> Result<mcp::OpenOutput, mcp::ToolError> {
        Ok(mcp::ToolOutput::text(format!("open by {} degrees", args.width)))
    }
}

impl door::deep::deeper::mcp::Door for Tools {
    async fn open(
        &self,
        args: door::deep::deeper::mcp::OpenArgs,
        _cx: &door::deep::deeper::mcp::Context,
    ) -> Result<door::deep::deeper::mcp::OpenOutput, door::deep::deeper::mcp::ToolError> {
        Ok(door::deep::deeper::mcp::ToolOutput::text(format!("deep, {}", args.width)))
    }
}

#[tokio::test]
async fn an_included_module_serves() {
    let service = Witness(mcp::http_service(Tools), assert_legal);
    let client = mcp::Client::new(mcp::runtime::client::http::Http::over(ADDRESS, service).unwrap());
    let answer = client.open(mcp::OpenArgs::new(45)).await.unwrap();
    assert!(format!("{answer:?}").contains("open by 45 degrees"), "{answer:?}");
}

#[tokio::test]
async fn a_second_copy_serves_deep_in_other_modules() {
    use door::deep::deeper::mcp;
    let service = Witness(mcp::http_service(Tools), assert_legal);
    let client = mcp::Client::new(mcp::runtime::client::http::Http::over(ADDRESS, service).unwrap());
    let answer = client.open(mcp::OpenArgs::new(45)).await.unwrap();
    assert!(format!("{answer:?}").contains("deep, 45"), "{answer:?}");
}

/// What the build script printed: `rerun-if-changed` for what it read, and nothing else.
#[test]
fn cargo_is_told_exactly_the_files_that_were_read() {
    let out_dir = Path::new(env!("OUT_DIR"));
    let printed = std::fs::read_to_string(out_dir.parent().unwrap().join("output")).unwrap();
    assert_eq!(printed, "cargo::rerun-if-changed=mcp.toml\ncargo::rerun-if-changed=schemas/open.json\n");
}
