//! Resources, templates, prompts and completion on standard streams: as over HTTP, without statuses and headers.

use serde_json::{Value, json};

use super::peer::request;
use super::stdio::{by_id, run, with_id};

/// What each of these requests is answered, in their order.
async fn answers(requests: &[(&str, Value)]) -> Vec<Value> {
    let numbered = requests.iter().zip(1..);
    let input: String = numbered.map(|((method, params), id)| with_id(request(method, params.clone()), id)).collect();
    let answers = run(input.as_bytes()).await;
    assert_eq!(answers.len(), requests.len());
    (1..).take(requests.len()).map(|id| by_id(&answers, id).clone()).collect()
}

fn refusals(answers: &[Value]) -> Vec<i64> {
    answers.iter().map(|answer| answer["error"]["code"].as_i64().unwrap_or_default()).collect()
}

#[tokio::test]
async fn rsc_01_to_03_resources_and_templates_over_stdio() {
    let read = |uri: &str| ("resources/read", json!({"uri": uri}));
    let answers = answers(&[
        ("resources/list", json!({})),
        ("resources/templates/list", json!({})),
        read("test://static-text"),
        read("harbour://berth/7?at=monday"),
        read("harbour://nowhere"),
        read("file:///srv/harbour/../../etc/passwd"),
        read("harbour://tides/yesterday"),
    ])
    .await;
    let lists = [&answers[0]["result"]["resources"], &answers[1]["result"]["resourceTemplates"]];
    assert_eq!(lists.map(|list| list.as_array().unwrap().len()), [6, 5]);
    let text = "This is the content of the static text resource.";
    assert_eq!(
        answers[2]["result"]["contents"],
        json!([{"uri": "test://static-text", "mimeType": "text/plain", "text": text}])
    );
    assert_eq!(
        (&answers[2]["result"]["ttlMs"], &answers[2]["result"]["cacheScope"]),
        (&json!(1000), &json!("private"))
    );
    assert_eq!(answers[3]["result"]["contents"][0]["text"], json!("7 monday None None"));
    assert_eq!(refusals(&answers[4..]), [-32602; 3]);
    assert_eq!(answers[4]["error"]["data"], json!({"uri": "harbour://nowhere"}));
}

#[tokio::test]
async fn prm_01_to_03_prompts_over_stdio() {
    let get = |name: &str, arguments: Value| ("prompts/get", json!({"name": name, "arguments": arguments}));
    let answers = answers(&[
        ("prompts/list", json!({})),
        get("hail", json!({"ship": "Ida", "channel": "12"})),
        get("hail", json!({})),
        get("hail", json!({"ship": "Ida", "channel": "sixteen"})),
        get("nope", json!({})),
        get("hail", json!({"ship": 5})),
    ])
    .await;
    assert_eq!(answers[0]["result"]["prompts"].as_array().unwrap().len(), 7);
    assert_eq!(answers[1]["result"]["messages"][0]["content"]["text"], json!("Ida on channel 12."));
    assert_eq!(refusals(&answers[2..]), [-32602; 4]);
}

#[tokio::test]
async fn cmp_01_completion_over_stdio() {
    let complete = |of: Value, name: &str, value: &str| {
        ("completion/complete", json!({"ref": of, "argument": {"name": name, "value": value}}))
    };
    let hail = json!({"type": "ref/prompt", "name": "hail"});
    let berth = json!({"type": "ref/resource", "uri": "harbour://berth/{number}{?at,deep,draught}"});
    let answers = answers(&[
        complete(hail.clone(), "ship", "i"),
        complete(berth, "number", "4"),
        complete(hail, "nope", ""),
        complete(json!({"type": "ref/tool", "name": "hail"}), "ship", ""),
    ])
    .await;
    assert_eq!(answers[0]["result"]["completion"], json!({"values": ["Ida", "Inga", "Ilse"]}));
    assert_eq!(answers[1]["result"]["completion"], json!({"values": ["4", "40"]}));
    assert_eq!(refusals(&answers[2..]), [-32602; 2]);
}
