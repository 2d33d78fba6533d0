//! Resources and templates: what the manifest says of a URI is what a handler gets of it.

use serde_json::{Value, json};

use super::peer::{Answer, post, request, start};

async fn read(address: &str, uri: &str) -> Answer {
    post(address, &request("resources/read", json!({"uri": uri})), &[("Mcp-Name", uri)]).await
}

/// The contents of a resource that is there.
async fn contents(address: &str, uri: &str) -> Value {
    let mut answer = read(address, uri).await;
    assert_eq!(answer.body["result"]["resultType"], json!("complete"), "{answer:?}");
    answer.body["result"]["contents"].take()
}

#[tokio::test]
async fn rsc_01_lists_are_the_manifest_verbatim_in_order() {
    let server = start().await;
    let list = post(&server, &request("resources/list", json!({})), &[]).await.body;
    let resources = list["result"]["resources"].as_array().unwrap();
    let uris: Vec<&str> = resources.iter().map(|resource| resource["uri"].as_str().unwrap()).collect();
    assert!(uris.is_sorted(), "{uris:?}");
    assert_eq!((uris.len(), list["result"].get("nextCursor")), (6, None));
    let tides = resources.iter().find(|resource| resource["name"] == "tides").unwrap();
    assert_eq!(tides["annotations"], json!({"audience": ["user"], "priority": 0.75}));
    let list = post(&server, &request("resources/templates/list", json!({})), &[]).await.body;
    let templates = list["result"]["resourceTemplates"].as_array().unwrap();
    assert_eq!(templates.len(), 5);
    let own = ["asks", "complete", "rustName", "scopes", "types"];
    assert!(resources.iter().chain(templates).all(|entry| own.iter().all(|key| entry.get(key).is_none())));
}

#[tokio::test]
async fn rsc_05_contents_are_of_the_uri_and_the_type_that_the_contract_declares() {
    let server = start().await;
    let text = "This is the content of the static text resource.";
    assert_eq!(
        contents(&server, "test://static-text").await,
        json!([{"uri": "test://static-text", "mimeType": "text/plain", "text": text}])
    );
    let picture = contents(&server, "test://static-binary").await;
    assert_eq!(picture[0]["mimeType"], json!("image/png"));
    assert!(picture[0]["blob"].as_str().unwrap().starts_with("iVBORw0KGgo"));
    let rules = contents(&server, "harbour://office/rules").await;
    let uris: Vec<&Value> = rules.as_array().unwrap().iter().map(|item| &item["uri"]).collect();
    assert_eq!(uris, ["harbour://office/rules", "harbour://office/rules/seal"]);
    let result = read(&server, "test://static-text").await.body["result"].take();
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(1000), &json!("private")), "CCH-01");
}

#[tokio::test]
async fn rsc_02_variables_are_typed() {
    let server = start().await;
    let berth = async |uri: &str| contents(&server, uri).await[0]["text"].as_str().unwrap().to_owned();
    assert_eq!(berth("harbour://berth/7").await, "7 now None None");
    assert_eq!(berth("harbour://berth/7?at=monday").await, "7 monday None None");
    assert_eq!(berth("harbour://berth/7?deep=true&draught=4.5").await, "7 now Some(true) Some(4.5)");
    assert_eq!(berth("harbour://berth/7?at=a%20b%26").await, "7 a b& None None");
    let data = contents(&server, "test://template/123/data").await;
    assert_eq!(data[0]["mimeType"], json!("application/json"));
    let data: Value = serde_json::from_str(data[0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(data, json!({"id": "123", "templateTest": true, "data": "Data for ID: 123"}));
    assert_eq!(berth("harbour://chart/north/sheet%204").await, "north > sheet 4");
    assert_eq!(berth("harbour://chart").await, "");
}

#[tokio::test]
async fn rsc_02_of_two_templates_the_more_particular_one_is_meant() {
    let server = start().await;
    assert_eq!(contents(&server, "harbour://berth/free?max=3").await[0]["text"], json!("free: Some(3)"));
    assert_eq!(contents(&server, "harbour://berth/free").await[0]["text"], json!("free: None"));
}

#[tokio::test]
async fn rsc_03_what_is_not_there_is_an_error_with_the_uri() {
    let server = start().await;
    for uri in [
        "test://nonexistent-resource-for-conformance-testing",
        // Declared, and gone.
        "harbour://tides/yesterday",
        // Beyond what the handler has.
        "harbour://berth/41",
        // No berth has such a number, and none is as deep as that.
        "harbour://berth/seven",
        "harbour://berth/07",
        "harbour://berth/+7",
        "harbour://berth/7?deep=yes",
        "harbour://berth/7?draught=inf",
        "harbour://berth/99999999999999999999",
        "harbour://berth/free?max=many",
        // Not of the template.
        "harbour://berth/7?when=monday",
        "harbour://berth/",
        "test://template//data",
        "test://template/a/b/data",
        "TEST://static-text",
        "",
    ] {
        let answer = read(&server, uri).await;
        assert_eq!(answer.error(), (200, -32602), "{uri}: {answer:?}");
        assert_eq!(answer.body["error"]["data"], json!({"uri": uri}));
    }
}

#[tokio::test]
async fn rsc_06_a_file_is_not_reached_by_stepping_out() {
    let server = start().await;
    assert_eq!(contents(&server, "file:///srv/harbour/logs/2026.txt").await[0]["text"], json!("logs/2026.txt"));
    for uri in [
        "file:///srv/harbour/../passwd",
        "file:///srv/harbour/a/../../passwd",
        "file:///srv/harbour/%2e%2E/passwd",
        "file:///srv/harbour/a%2f..%2fb",
        "file:///srv/harbour/..%5cb",
        "file:///srv/harbour/a%00",
        "file:///srv/harbour//etc/passwd",
        "file:///srv/harbour/%2Fetc%2Fpasswd",
        "file:///srv/harbour/%5Cwindows",
        "file:///srv/harbour/C:/x",
        "file:///srv/other",
    ] {
        assert_eq!(read(&server, uri).await.error(), (200, -32602), "{uri}");
    }
}
