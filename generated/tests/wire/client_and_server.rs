//! The typed client against the server, on all three transports.

use tokio::process::Command;

use super::checked::Checked;
use super::mcp::runtime::client::transport::Transport;
use super::mcp::runtime::client::{Error, Outcome};
use super::mcp::tools::cargo_declare::{
    CargoDeclareArgsHoldsItem, CargoDeclareArgsHoldsItemBoxes, CargoDeclareArgsShip, CargoDeclareOutputVerdict,
};
use super::mcp::{self, Client, ClientError};
use super::peer::start;
use super::tools::Tools;

async fn all_of_it<T: Transport>(client: Client<T>) {
    let client = Client::new(Checked(client.into_mcp().into_transport()));
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

    entries(&client).await;

    let tools = client.mcp().list_tools().await.unwrap();
    assert_eq!(tools.len(), mcp::contract::CONTRACT.tools.len());
    assert!(client.mcp().discover().await.unwrap()["instructions"].is_string());
}

/// Resources, prompts and completion.
async fn entries<T: Transport>(client: &Client<T>) {
    let text = client.read_static_text().await.unwrap();
    assert_eq!(text.text(), "This is the content of the static text resource.");
    let picture = client.read_static_binary().await.unwrap().contents.remove(0);
    assert!(matches!(&picture.body, mcp::ResourceBody::Blob(bytes) if bytes.starts_with(b"\x89PNG")), "{picture:?}");
    let gone = client.read_tides_of_yesterday().await.unwrap_err();
    assert!(matches!(&gone, Error::NotFound { uri } if uri == "harbour://tides/yesterday"), "{gone:?}");
    assert_eq!(client.read_office_rules().await.unwrap().contents.len(), 2);

    let berth =
        mcp::ReadBerthArgs { at: Some("müde & spät/".to_owned()), draught: Some(4.5), ..mcp::ReadBerthArgs::new(7) };
    assert_eq!(client.read_berth(berth).await.unwrap().text(), "7 müde & spät/ None Some(4.5)");
    let chart = mcp::ReadChartArgs { path: vec!["a/b".to_owned(), "50%".to_owned(), "潮".to_owned()] };
    assert_eq!(client.read_chart(chart).await.unwrap().text(), "a/b > 50% > 潮");
    assert_eq!(client.read_file(mcp::ReadFileArgs::new("a/b?c#d%41")).await.unwrap().text(), "a/b?c#d%41");

    let mut hail = mcp::GetPromptHailArgs::new("Ida");
    hail.channel = Some(-3);
    let messages = client.get_prompt_hail(hail).await.unwrap();
    assert_eq!(messages.messages[0].content.as_text(), Some("Ida on channel -3."));
    assert_eq!(messages.messages[1].role, mcp::Role::Assistant);
    assert_eq!(messages.description.as_deref(), Some("A call and its answer"));
    assert_eq!(client.get_prompt_test_simple_prompt().await.unwrap().messages.len(), 1);
    let hostile = mcp::GetPromptHostileWhoWordsArgs {
        a_b_c: Some("\r\n".to_owned()),
        ..mcp::GetPromptHostileWhoWordsArgs::new("x")
    };
    assert!(client.get_prompt_hostile_who_words(hostile).await.unwrap().messages[0].content.as_text().is_some());

    let mut typed = mcp::CompletePromptHailArgs::new(mcp::CompletePromptHailArgument::Ship, "o");
    assert_eq!(client.complete_prompt_hail(typed.clone()).await.unwrap().values(), ["Orca"]);
    typed.settled.flag = Some("DK".to_owned());
    assert!(client.complete_prompt_hail(typed).await.unwrap().values().is_empty());
    let typed = mcp::CompleteResourceBerthArgs::new(mcp::CompleteResourceBerthArgument::Number, "3");
    assert_eq!(client.complete_resource_berth(typed).await.unwrap().values().len(), 11);

    assert_eq!(client.mcp().list_prompts().await.unwrap().len(), mcp::contract::CONTRACT.prompts.len());
    assert_eq!(client.mcp().list_resources().await.unwrap().len(), mcp::contract::CONTRACT.resources.len());
    assert_eq!(client.mcp().list_resource_templates().await.unwrap().len(), 5);
}

#[tokio::test]
async fn rsc_02_values_that_no_uri_stands_for_stay_here() {
    let client = Client::in_process(Tools).unwrap();
    let unsendable = |error: Error| assert!(matches!(error, Error::Unsendable(_)) && error.is_local(), "{error:?}");
    unsendable(client.read_template_data(mcp::ReadTemplateDataArgs::new("")).await.unwrap_err());
    unsendable(client.read_file(mcp::ReadFileArgs::new("../etc/passwd")).await.unwrap_err());
    unsendable(client.read_file(mcp::ReadFileArgs::new("")).await.unwrap_err());
    let no_number = mcp::ReadBerthArgs { draught: Some(f64::NAN), ..mcp::ReadBerthArgs::new(1) };
    let refused = client.read_berth(no_number).await.unwrap_err();
    assert!(matches!(refused, Error::NotFound { .. }), "{refused:?}");
}

#[tokio::test]
async fn in_process() {
    all_of_it(Client::in_process(Tools).unwrap()).await;
}

#[tokio::test]
async fn over_a_socket() {
    let url = format!("http://{}/mcp", start().await);
    all_of_it(Client::http(&url).unwrap()).await;
}

#[tokio::test]
async fn over_stdio() {
    all_of_it(Client::stdio(Command::new(env!("CARGO_BIN_EXE_harbour"))).unwrap()).await;
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
