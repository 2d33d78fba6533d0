//! A child process on the other side: shells that say what a test wants.

use std::time::Duration;

use runtime_check::client::stdio::Stdio;
use runtime_check::client::{Client, Error, Outcome, Settings};
use tokio::process::Command;

use super::contract::{CONTRACT, arguments};

fn shell(script: &str) -> Client<Stdio> {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    Client::new(&CONTRACT, Stdio::spawn(command).unwrap(), Settings::new("quay-test", "0.1.0"))
}

fn answer(id: u64, text: &str) -> String {
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resultType":"complete","content":[{{"type":"text","text":"{text}"}}]}}}}"#
    )
}

fn text(outcome: Outcome<runtime_check::client::ToolAnswer>) -> String {
    match outcome {
        Outcome::Complete(answer) => answer.text(),
        Outcome::InputRequired(_) => panic!("no input was asked for"),
    }
}

#[tokio::test]
async fn stray_lines_are_skipped_and_later_messages_still_count() {
    let script = format!(
        "read line; echo 'starting up'; echo; printf '\\377\\n'; echo '{}'; printf '%s\\r\\n' '{}'; read line",
        answer(77, "to nobody"),
        answer(1, "to you"),
    );
    let client = shell(&script);
    assert_eq!(text(client.call_tool("dock_ping", arguments("{}")).await.unwrap()), "to you");
}

#[tokio::test]
async fn std_04_answers_find_their_request_in_any_order() {
    let script = format!("read a; read b; echo '{}'; echo '{}'; read c", answer(2, "second"), answer(1, "first"));
    let client = shell(&script);
    let (first, second) =
        tokio::join!(client.call_tool("dock_ping", arguments("{}")), client.call_tool("dock_ping", arguments("{}")),);
    assert_eq!((text(first.unwrap()), text(second.unwrap())), ("first".to_owned(), "second".to_owned()));
}

#[tokio::test]
async fn std_01_a_message_is_one_line_whatever_the_arguments_look_like() {
    let client =
        shell(&format!("read line; case \"$line\" in *'}}}}') echo '{}';; esac; read line", answer(1, "one line")));
    let pretty = arguments("{\n  \"a\":\r\n [1,\n 2]\n}");
    assert_eq!(text(client.call_tool("dock_ping", pretty).await.unwrap()), "one line");
}

#[tokio::test]
async fn a_number_that_json_has_not_is_never_sent_as_something_else() {
    // Whatever comes is answered: what is refused has not come.
    let client = shell(&format!("read line; echo '{}'; read line", answer(1, "it came")));
    let tool = &CONTRACT.tools[0];
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let refused = client.call(tool, &std::collections::BTreeMap::from([("depth", Some(number))])).await;
        assert!(matches!(refused, Err(Error::Unsendable(_))), "{refused:?}");
    }
    for text in [r#"{"depth":1e400}"#, r#"{"depth":[-1e999]}"#] {
        let refused = client.call_tool("dock_ping", arguments(text)).await;
        assert!(matches!(refused, Err(Error::Unsendable(_))), "{refused:?}");
    }
    assert_eq!(text(client.call_tool("dock_ping", arguments(r#"{"depth":1e308}"#)).await.unwrap()), "it came");
}

#[tokio::test]
async fn a_server_that_ends_is_a_local_error_for_those_that_wait_and_those_that_come() {
    let client = shell("read line");
    for _ in 0..2 {
        let error = client.call_tool("dock_ping", arguments("{}")).await.unwrap_err();
        assert!(matches!(error, Error::Transport(_)) && error.is_local(), "{error:?}");
    }
}

#[tokio::test]
async fn std_06_a_call_that_is_given_up_is_cancelled_by_its_id() {
    let script = format!(
        "read call; read cancelled; echo \"$cancelled\" >&2; read next; echo '{}'; read end",
        answer(2, "after")
    );
    let mut client = shell(&script.replace(
        "echo \"$cancelled\" >&2",
        "case \"$cancelled\" in *notifications/cancelled*'\"requestId\":1'*) ;; *) exit 1;; esac",
    ));
    client.settings_mut().timeout = Duration::from_millis(50);
    assert!(matches!(client.call_tool("dock_ping", arguments("{}")).await, Err(Error::Timeout(_))));
    client.settings_mut().timeout = Duration::from_secs(30);
    assert_eq!(text(client.call_tool("dock_ping", arguments("{}")).await.unwrap()), "after");
}

#[tokio::test]
async fn std_07_close_ends_a_server_that_listens_and_kills_one_that_does_not() {
    let listens = shell("while read line; do :; done; exit 3").into_transport();
    assert_eq!(listens.close(Duration::from_secs(30)).await.unwrap().code(), Some(3));
    let deaf = shell("trap '' TERM; while :; do sleep 1; done").into_transport();
    let status = deaf.close(Duration::from_millis(50)).await.unwrap();
    assert_eq!(status.code(), None, "{status}");
}

#[tokio::test]
async fn std_03_what_a_server_writes_to_standard_error_is_no_error() {
    let noise = "echo 'ERROR: not for you' >&2; printf '\\377 no UTF-8 {\"id\":1}\\n' >&2";
    let script = format!("{noise}; read line; {noise}; echo '{}'; {noise}; read line; exit 0", answer(1, "to you"));
    let client = shell(&script);
    assert_eq!(text(client.call_tool("dock_ping", arguments("{}")).await.unwrap()), "to you");
    assert!(client.into_transport().close(Duration::from_secs(30)).await.unwrap().success());
}
