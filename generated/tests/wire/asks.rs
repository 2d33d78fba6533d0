//! Input that is asked for on the way, by the typed client of the server and by hand-made requests.

use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use super::mcp::asks::berth_book::{Agree, AgreeSide};
use super::mcp::asks::{test_input_required_result_multiple_inputs, test_input_required_result_sampling};
use super::mcp::protocol::{CreateMessageRequestParams, CreateMessageResult, ListRootsResult, Root};
use super::mcp::runtime::client::input::{Form, Link, Unanswered};
use super::mcp::{self, Client, ClientError, Elicited};
use super::peer::{Answer, call, post, start};
use super::tools::Tools;

/// A user who is asked for a berth.
struct User {
    agree: Elicited<Agree>,
    pays: Elicited<()>,
    asked: AtomicUsize,
}

impl User {
    fn new(agree: Elicited<Agree>, pays: Elicited<()>) -> Self {
        Self { agree, pays, asked: AtomicUsize::new(0) }
    }
}

impl mcp::BerthBookInput for User {
    async fn agree(&self, request: Form) -> Result<Elicited<Agree>, Unanswered> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        assert_eq!(request.message, "A berth at pier 3 is 40 a night. Book it?");
        assert_eq!(request.requested_schema["properties"]["nights"]["default"], 1, "ELI-09: to be filled in");
        Ok(self.agree.clone())
    }

    async fn charts(&self) -> Result<ListRootsResult, Unanswered> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        Ok(ListRootsResult::new(vec![Root::new("file:///charts/north".to_owned())]))
    }

    async fn pay(&self, request: Link) -> Result<Elicited<()>, Unanswered> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        assert_eq!(request.message, "Pay at the harbour office");
        assert!(request.url.starts_with("https://pay.harbour.test/berths/3?sum="), "{}", request.url);
        Ok(self.pays)
    }
}

fn yes() -> Agree {
    let mut form = Agree::new(true);
    (form.nights, form.side) = (Some(2), Some(AgreeSide::Port));
    form
}

async fn book(user: &User) -> Result<mcp::BerthBookOutput, ClientError> {
    Client::in_process(Tools).unwrap().berth_book(mcp::BerthBookArgs::new(3), user).await
}

#[tokio::test]
async fn a_24_a_handler_has_the_answers_of_all_rounds() {
    let user = User::new(Elicited::Accept(yes()), Elicited::Accept(()));
    let output = book(&user).await.unwrap();
    assert_eq!((output.booked, output.note.as_deref()), (true, Some("port, 1 charts, 80 paid")));
    assert_eq!(user.asked.load(Ordering::SeqCst), 3, "each was asked once");
}

#[tokio::test]
async fn eli_10_a_user_may_say_no_or_nothing() {
    for (agree, pays, note) in [
        (Elicited::Accept(Agree::new(false)), Elicited::Accept(()), "not agreed"),
        (Elicited::Decline, Elicited::Accept(()), "not agreed"),
        (Elicited::Cancel, Elicited::Accept(()), "asked, and not answered"),
        (Elicited::Accept(yes()), Elicited::Decline, "not paid"),
        (Elicited::Accept(yes()), Elicited::Cancel, "not paid"),
    ] {
        let output = book(&User::new(agree, pays)).await.unwrap();
        assert_eq!((output.booked, output.note.as_deref()), (false, Some(note)));
    }
}

#[tokio::test]
async fn eli_09_what_does_not_fit_the_form_stays_here() {
    let mut form = yes();
    form.nights = Some(15);
    let error = book(&User::new(Elicited::Accept(form), Elicited::Accept(()))).await.unwrap_err();
    assert!(matches!(&error, ClientError::Unsendable(why) if why.contains("/nights")), "{error:?}");
    let mut form = yes();
    form.leaves = Some("tomorrow".to_owned());
    let error = book(&User::new(Elicited::Accept(form), Elicited::Accept(()))).await.unwrap_err();
    assert!(matches!(&error, ClientError::Unsendable(why) if why.contains("/leaves")), "{error:?}");
}

/// A model that says one thing, or nothing.
struct Model(Option<&'static str>);

impl Model {
    fn say(&self, max_tokens: &Value) -> Result<CreateMessageResult, Unanswered> {
        let text = self.0.ok_or_else(|| Unanswered::new("the user wants no model to be asked"))?;
        assert!(max_tokens.is_number());
        let result = json!({"role": "assistant", "model": "quay-1", "content": {"type": "text", "text": text}});
        Ok(serde_json::from_value(result).unwrap())
    }
}

impl mcp::TestInputRequiredResultSamplingInput for Model {
    async fn capital_question(&self, request: CreateMessageRequestParams) -> Result<CreateMessageResult, Unanswered> {
        self.say(&serde_json::to_value(&request.max_tokens).unwrap())
    }
}

impl mcp::TestInputRequiredResultMultipleInputsInput for Model {
    async fn user_name(
        &self,
        _: Form,
    ) -> Result<Elicited<test_input_required_result_multiple_inputs::UserName>, Unanswered> {
        Ok(Elicited::Accept(test_input_required_result_multiple_inputs::UserName::new("Ida")))
    }

    async fn greeting(&self, request: CreateMessageRequestParams) -> Result<CreateMessageResult, Unanswered> {
        assert_eq!(request.messages.len(), 1);
        self.say(&serde_json::to_value(&request.max_tokens).unwrap())
    }

    async fn client_roots(&self) -> Result<ListRootsResult, Unanswered> {
        Ok(ListRootsResult::new(Vec::new()))
    }
}

#[tokio::test]
async fn a_23_who_is_not_answered_is_not_asked_again() {
    let client = Client::in_process(Tools).unwrap();
    let args = mcp::TestInputRequiredResultSamplingArgs::default;
    let answer = client.test_input_required_result_sampling(args(), &Model(Some("Paris"))).await.unwrap();
    assert!(answer.text().contains("Paris"));
    let error = client.test_input_required_result_sampling(args(), &Model(None)).await.unwrap_err();
    assert!(matches!(&error, ClientError::Unanswered(why) if why.contains("no model")) && error.is_local());
    let args = mcp::TestInputRequiredResultMultipleInputsArgs::default();
    let answer = client.test_input_required_result_multiple_inputs(args, &Model(Some("Ahoy"))).await.unwrap();
    assert_eq!(answer.text(), "Ida, greeted, with 0 roots");
    // The modules name what they hold.
    let _: Option<test_input_required_result_sampling::TestInputRequiredResultSamplingAnswers> = None;
}

/// Whoever has a key, and knows what it is about.
struct Keeper(i64);

impl mcp::ReadVaultInput for Keeper {
    async fn key_number(&self, _: Form) -> Result<Elicited<mcp::asks::read_vault::KeyNumber>, Unanswered> {
        Ok(Elicited::Accept(mcp::asks::read_vault::KeyNumber::new(self.0)))
    }
}

impl mcp::GetPromptTestInputRequiredResultPromptInput for Keeper {
    async fn user_context(
        &self,
        request: Form,
    ) -> Result<Elicited<mcp::asks::get_prompt_test_input_required_result_prompt::UserContext>, Unanswered> {
        assert_eq!(request.message, "What context should the prompt use?");
        Ok(Elicited::Decline)
    }
}

#[tokio::test]
async fn mrt_02_prompts_and_resources_ask_too() {
    let client = Client::in_process(Tools).unwrap();
    assert_eq!(client.read_vault(&Keeper(7)).await.unwrap().text(), "a sextant");
    let error = client.read_vault(&Keeper(8)).await.unwrap_err();
    assert!(matches!(error, ClientError::NotFound { uri } if uri == "harbour://vault/1"));
    let messages = client.get_prompt_test_input_required_result_prompt(&Keeper(7)).await.unwrap();
    assert!(format!("{messages:?}").contains("There is no context."), "{messages:?}");
    // By a client that does not say that it can show forms.
    let address = start().await;
    let body = super::peer::request("resources/read", json!({"uri": "harbour://vault/1"}));
    let answer = post(&address, &body, &[("Mcp-Name", "harbour://vault/1")]).await;
    assert_eq!(answer.error(), (400, -32021));
    assert_eq!(answer.body["error"]["data"], json!({"requiredCapabilities": {"elicitation": {}}}));
}

/// A call by a client that can do this.
async fn asked(address: &str, tool: &str, capabilities: Value, more: Value) -> Answer {
    let mut body = call(tool, json!({}));
    if tool == "berth_book" {
        body["params"]["arguments"]["pier"] = json!(3);
    }
    body["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities;
    for (name, value) in more.as_object().unwrap() {
        body["params"][name] = value.clone();
    }
    post(address, &body, &[]).await
}

#[tokio::test]
async fn req_07_what_a_tool_asks_for_must_be_declared_and_a_13_what_is_missing_is_named() {
    let address = start().await;
    let all = json!({"elicitation": {"form": {}, "url": {}}});
    for (tool, declared, missing) in [
        ("berth_book", json!({}), all.clone()),
        ("berth_book", json!({"elicitation": {}}), json!({"elicitation": {"url": {}}})),
        ("berth_book", json!({"elicitation": {"url": {}}, "roots": {}}), json!({"elicitation": {"form": {}}})),
        ("test_missing_capability", json!({"roots": {}}), json!({"sampling": {}})),
        ("test_input_required_result_elicitation", json!({}), json!({"elicitation": {}})),
        (
            "test_input_required_result_multiple_inputs",
            json!({"sampling": {}}),
            json!({"elicitation": {}, "roots": {}}),
        ),
    ] {
        let answer = asked(&address, tool, declared, json!({})).await;
        assert_eq!(answer.error(), (400, -32021), "{tool}: {answer:?}");
        assert_eq!(answer.body["error"]["data"], json!({"requiredCapabilities": missing}), "{tool}");
    }
    // Nothing is remembered of the capabilities of an earlier request.
    let answer = asked(&address, "berth_book", all, json!({})).await;
    assert_eq!(answer.body["result"]["resultType"], "input_required");
    let answered = json!({"inputResponses": {"agree": {"action": "decline"}}});
    let answer = asked(&address, "berth_book", json!({}), answered).await;
    assert_eq!(answer.error(), (400, -32021));
}

#[tokio::test]
async fn mrt_05_what_a_client_may_lack_is_asked_of_those_who_have_it() {
    let address = start().await;
    let keys = |answer: &Answer| {
        let requests = answer.body["result"]["inputRequests"].as_object().unwrap_or_else(|| panic!("{answer:?}"));
        requests.keys().cloned().collect::<Vec<_>>()
    };
    let tool = "test_input_required_result_capabilities";
    for (declared, expected) in [
        (json!({"sampling": {}}), vec!["model"]),
        (json!({"elicitation": {"url": {}}, "roots": {}}), vec!["roots"]),
        (json!({"elicitation": {}, "roots": {}, "sampling": {}}), vec!["form", "model", "roots"]),
    ] {
        assert_eq!(keys(&asked(&address, tool, declared, json!({})).await), expected);
    }
    assert_eq!(asked(&address, tool, json!({}), json!({})).await.text(), "nothing can be asked for");
    let both = json!({"elicitation": {"form": {}, "url": {}}});
    assert_eq!(keys(&asked(&address, "berth_book", both, json!({})).await), ["agree"]);
    let more = json!({"elicitation": {"form": {}, "url": {}}, "roots": {}});
    assert_eq!(keys(&asked(&address, "berth_book", more, json!({})).await), ["agree", "charts"]);
}

#[tokio::test]
async fn mrt_10_answers_are_held_to_what_was_asked() {
    let address = start().await;
    let capabilities = || json!({"elicitation": {"form": {}, "url": {}}, "roots": {}, "sampling": {}});
    let accept = |content: Value| json!({"agree": {"action": "accept", "content": content}});
    for (tool, responses, about) in [
        ("berth_book", accept(json!({"agree": "yes"})), "/agree"),
        ("berth_book", accept(json!({"agree": true, "nights": 0})), "/nights"),
        ("berth_book", accept(json!({"agree": true, "side": "stern"})), "/side"),
        ("berth_book", accept(json!({"agree": true, "lines": ["bow", "stern", "bow"]})), "/lines"),
        ("berth_book", accept(json!({"agree": true, "leaves": "31-12-2026"})), "/leaves"),
        ("berth_book", json!({"agree": {"content": {"agree": true}}}), "action"),
        ("berth_book", json!({"pay": {"action": "paid"}}), "action"),
        ("berth_book", json!({"charts": {"roots": [{"name": "north"}]}}), "charts"),
        ("test_input_required_result_sampling", json!({"capital_question": {"roots": []}}), "capital_question"),
        ("test_input_required_result_list_roots", json!({"client_roots": {"action": "accept"}}), "client_roots"),
    ] {
        let answer = asked(&address, tool, capabilities(), json!({"inputResponses": responses})).await;
        assert_eq!(answer.error(), (400, -32602), "{responses}: {answer:?}");
        let message = answer.body["error"]["message"].as_str().unwrap();
        assert!(message.contains(about), "{responses}: {message}");
    }
    // A-01, ELI-08: numbers need not be integers. Unknown keys and members do no harm.
    let more = json!({
        "agree": {"action": "accept", "content": {"agree": true, "tip": 22.5, "more": 1}, "newer": {}},
        "unknown": {"action": 5},
    });
    let answer = asked(&address, "berth_book", capabilities(), json!({"inputResponses": more})).await;
    assert_eq!(answer.body["result"]["inputRequests"]["pay"]["params"]["mode"], "url", "{answer:?}");
}

/// Case 85 of public failures: a state that was tampered with, or is another's.
#[tokio::test]
async fn case_85_request_state_tamper_and_replay() {
    let address = start().await;
    let capabilities = || json!({"elicitation": {"form": {}, "url": {}}});
    let ok = json!({"agree": {"action": "accept", "content": {"agree": true}}, "extra": {"action": "accept"}});
    let first = asked(&address, "berth_book", capabilities(), json!({"inputResponses": ok})).await;
    let state = first.body["result"]["requestState"].as_str().unwrap().to_owned();
    let retry = |tool: &'static str, state: Value| {
        let paid = json!({"pay": {"action": "accept"}});
        asked(&address, tool, capabilities(), json!({"requestState": state, "inputResponses": paid}))
    };
    for _ in 0..2 {
        let answer = retry("berth_book", json!(state)).await;
        assert_eq!(answer.body["result"]["structuredContent"]["booked"], true, "valid, and replayed: {answer:?}");
    }
    let mut flipped = state.clone().into_bytes();
    flipped[40] ^= 1;
    for bad in [
        json!(String::from_utf8(flipped).unwrap()),
        json!(state[..state.len() - 3]),
        json!(format!("{state}=")),
        json!(""),
    ] {
        let answer = retry("berth_book", bad).await;
        assert_eq!(answer.error(), (200, -32602));
        assert_eq!(answer.body["error"]["message"], "requestState is not valid", "one answer for all");
    }
    for (bad, status) in [(json!(null), 400), (json!(5), 400)] {
        assert_eq!(retry("berth_book", bad).await.error(), (status, -32602));
    }
    assert_eq!(retry("test_input_required_result_elicitation", json!(state)).await.error(), (200, -32602));
    let mut other = call("berth_book", json!({"pier": 4}));
    other["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"] = capabilities();
    other["params"]["requestState"] = json!(state);
    assert_eq!(post(&address, &other, &[]).await.error(), (200, -32602), "other arguments");
}

/// Case 86 of public failures: what the client did not declare was asked for.
#[tokio::test]
async fn case_86_capability_gated_input_requests() {
    let address = start().await;
    let tool = "test_input_required_result_elicitation";
    assert_eq!(asked(&address, tool, json!({"sampling": {}}), json!({})).await.error(), (400, -32021));
    for declared in [json!({"elicitation": {}}), json!({"elicitation": {"form": {}}})] {
        let answer = asked(&address, tool, declared, json!({})).await;
        assert_eq!(answer.body["result"]["resultType"], "input_required");
    }
    assert_eq!(asked(&address, tool, json!({}), json!({})).await.error(), (400, -32021), "nothing is remembered");
}
