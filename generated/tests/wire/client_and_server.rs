//! The typed client against the server, on all three transports.

use tokio::process::Command;

use super::mcp::runtime::client::transport::Transport;
use super::mcp::runtime::client::{Error, Outcome};
use super::mcp::tools::cargo_declare::{
    CargoDeclareArgsHoldsItem, CargoDeclareArgsHoldsItemBoxes, CargoDeclareArgsShip, CargoDeclareOutputVerdict,
};
use super::mcp::{self, Client, ClientError};
use super::peer::start;
use super::tools::Tools;

async fn all_of_it<T: Transport>(client: &Client<T>) {
    let about = client.about_harbour(mcp::AboutHarbourArgs {}).await.unwrap();
    assert_eq!((about.name.as_str(), about.open.from.as_str()), ("Ebbholm", "06:00"));

    let mut args = mcp::TideLevelArgs::new("潮 north ");
    (args.offset_cm, args.live) = (Some(-8), Some(true));
    args.area = Some(serde_json::from_str(r#"{"zone":"=?base64?x?="}"#).unwrap());
    assert_eq!(client.tide_level(args).await.unwrap().level_cm, 80);

    let Err(ClientError::Tool(answer)) = client.tide_level(mcp::TideLevelArgs::new("closed")).await else {
        panic!("a closed gauge gives no level")
    };
    assert!(answer.text().contains("another one"));
    assert!(answer.structured_content.is_none());

    let boxes = CargoDeclareArgsHoldsItem::Boxes(CargoDeclareArgsHoldsItemBoxes::new(3));
    let args = mcp::CargoDeclareArgs::new(vec![boxes], CargoDeclareArgsShip::new("Ida"));
    assert_eq!(client.cargo_declare(args).await.unwrap().verdict, CargoDeclareOutputVerdict::Clear);

    assert_eq!(client.out_array(mcp::OutArrayArgs::default()).await.unwrap().0, [420, 431, -3]);
    assert_eq!(client.out_nullable(mcp::OutNullableArgs::default()).await.unwrap().0, None);
    let content =
        client.test_multiple_content_types(mcp::TestMultipleContentTypesArgs::default()).await.unwrap().content;
    assert_eq!(content.len(), 3);
    assert_eq!(client.quay_dot_list_pascal(mcp::QuayDotListPascalArgs::default()).await.unwrap().text(), "Quay.List");

    let broken = client.gauge_read(mcp::GaugeReadArgs::new(101)).await.unwrap_err();
    assert!(matches!(&broken, Error::Peer(peer) if peer.code == -32603) && !broken.is_local(), "{broken:?}");

    let arguments = serde_json::from_str(r#"{"way":"told"}"#).unwrap();
    let Outcome::Complete(answer) = client.mcp().call_tool("fail_as", arguments).await.unwrap() else {
        panic!("no input is asked for")
    };
    assert!(answer.is_error, "a failed tool is a value for who calls by name (TOOL-09)");

    let tools = client.mcp().list_tools().await.unwrap();
    assert_eq!(tools.len(), mcp::contract::CONTRACT.tools.len());
    assert!(client.mcp().discover().await.unwrap()["instructions"].is_string());
}

#[tokio::test]
async fn in_process() {
    all_of_it(&Client::in_process(Tools).unwrap()).await;
}

#[tokio::test]
async fn over_a_socket() {
    let url = format!("http://{}/mcp", start().await);
    all_of_it(&Client::http(&url).unwrap()).await;
}

#[tokio::test]
async fn over_stdio() {
    all_of_it(&Client::stdio(Command::new(env!("CARGO_BIN_EXE_harbour"))).unwrap()).await;
}

#[tokio::test]
async fn many_calls_at_once_have_ids_of_their_own() {
    let client = std::sync::Arc::new(Client::http(&format!("http://{}/mcp", start().await)).unwrap());
    let calls: Vec<_> = (0..20)
        .map(|reading| {
            let client = std::sync::Arc::clone(&client);
            tokio::spawn(async move { client.gauge_read(mcp::GaugeReadArgs::new(reading)).await })
        })
        .collect();
    for (reading, call) in (0..20).zip(calls) {
        assert_eq!(call.await.unwrap().unwrap().reading, reading);
    }
}

#[tokio::test]
async fn hdr_17_an_unsafe_integer_stays_here() {
    let client = Client::in_process(Tools).unwrap();
    let mut args = mcp::TideLevelArgs::new("north");
    args.offset_cm = Some(1 << 53);
    let error = client.tide_level(args).await.unwrap_err();
    assert!(matches!(error, Error::Unsendable(_)) && error.is_local(), "{error:?}");
}
