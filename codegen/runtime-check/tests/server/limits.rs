//! What is bounded: the time that a body may take, the silence of a stream, the requests in progress.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::atomic::Ordering;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame};
use http_body_util::BodyExt as _;
use runtime_check::stdio::serve_streams;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader, split};
use tokio::time::{Instant, Sleep, sleep, timeout};
use tower_service::Service as _;

use super::emitted::assert_legal_text;
use super::fixture::{CHANGING, CONTRACT, Counters, Fixture};
use super::in_process::{request, send, service};
use super::raw::{Post, m0};
use super::stdio::{Running, call};

/// A body that comes in parts, one after each pause.
struct Drip {
    parts: Vec<Bytes>,
    every: Duration,
    pause: Pin<Box<Sleep>>,
}

impl Drip {
    fn new(text: &[u8], parts: usize, every: Duration) -> Self {
        let length = text.len().div_ceil(parts);
        let parts = text.chunks(length).rev().map(Bytes::copy_from_slice).collect();
        Self { parts, every, pause: Box::pin(sleep(every)) }
    }
}

impl Body for Drip {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        if self.parts.is_empty() {
            return Poll::Ready(None);
        }
        std::task::ready!(self.pause.as_mut().poll(cx));
        let next = Instant::now() + self.every;
        self.pause.as_mut().reset(next);
        Poll::Ready(self.parts.pop().map(|part| Ok(Frame::data(part))))
    }
}

async fn dripped(parts: usize, every: u64) -> (u16, Duration) {
    let post = Post::call("echo", json!({"text": "x".repeat(1000)}));
    let start = Instant::now();
    let body = Drip::new(&post.body, parts, Duration::from_secs(every));
    let answer = service(&CONTRACT).call(request(&post, body)).await.unwrap();
    (answer.status().as_u16(), start.elapsed())
}

#[tokio::test(start_paused = true)]
async fn a_04_a_body_that_drips_is_given_up_in_the_end_and_one_that_is_only_slow_is_not() {
    assert_eq!(dripped(4, 20).await, (200, Duration::from_secs(80)));
    assert_eq!(dripped(500, 20).await, (408, Duration::from_secs(90)));
    assert_eq!(dripped(2, 31).await, (408, Duration::from_secs(30)), "a silence ends it sooner");
}

/// What a stream carries until it has carried this much, with the seconds that have passed.
async fn frames(post: &Post, most: usize) -> Vec<(u64, String)> {
    let start = Instant::now();
    let mut body = send(&service(&CHANGING), post).await.into_body();
    let mut frames = Vec::new();
    while frames.len() < most
        && let Some(frame) = body.frame().await
    {
        let text = String::from_utf8(frame.unwrap().into_data().unwrap().to_vec()).unwrap();
        frames.push((start.elapsed().as_secs(), text));
    }
    frames
}

#[tokio::test(start_paused = true)]
async fn http_09_a_silent_stream_has_comments_and_the_answer_still_comes() {
    let mut meta = m0();
    meta["progressToken"] = json!("t");
    let post = Post::request("tools/call", json!({"name": "sleep", "_meta": meta}));
    let frames = frames(&post, 9).await;
    let [(0, first), silences @ .., (60, last)] = frames.as_slice() else { panic!("{frames:?}") };
    assert!(first.contains("notifications/progress"), "{first}");
    assert_eq!(silences, [15, 30, 45].map(|seconds| (seconds, ":\n\n".to_owned())));
    assert_legal_text(Some("tools/call"), last.strip_prefix("data: ").unwrap().trim_end());
}

#[tokio::test(start_paused = true)]
async fn http_09_an_idle_listen_stream_is_kept_alive() {
    let post = Post::request("subscriptions/listen", json!({"notifications": {"toolsListChanged": true}}));
    let frames = frames(&post, 4).await;
    assert!(frames[0].1.contains("notifications/subscriptions/acknowledged"));
    assert_eq!(frames[1..], [15, 30, 45].map(|seconds| (seconds, ":\n\n".to_owned())));
}

#[tokio::test]
async fn room_beyond_a_thousand_requests_in_progress_the_next_is_refused_and_room_comes_back() {
    const MOST: usize = 1024;
    let mut running = Running::start(&CONTRACT);
    for id in 0..MOST {
        running.send(&call(id, "sleep", json!({}))).await;
    }
    running.send(&call("more", "echo", json!({"text": "x"}))).await;
    let refusal = running.receive().await;
    assert_eq!((&refusal["error"]["code"], &refusal["id"]), (&json!(-32603), &json!("more")));
    assert_eq!(running.counters().dropped.load(Ordering::SeqCst), 0, "those in progress are not hurt");
    // A notification needs no room, and makes some.
    running.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}"#).await;
    running.send(&call("again", "echo", json!({"text": "x"}))).await;
    assert_eq!(running.receive().await["result"]["content"][0]["text"], "x");
}

#[tokio::test(start_paused = true)]
async fn a_reader_that_takes_nothing_holds_up_the_input_and_loses_no_answer() {
    const REQUESTS: usize = 3000;
    let counters: &'static Counters = Box::leak(Box::default());
    let (ours, theirs) = tokio::io::duplex(64 * 1024);
    let (input, output) = split(theirs);
    let served = tokio::spawn(serve_streams(Fixture::new(&CONTRACT, counters), input, output));
    let (read, mut write) = split(ours);
    let text = "x".repeat(1000);
    let mut written = tokio::spawn(async move {
        for id in 0..REQUESTS {
            write.write_all(format!("{}\n", call(id, "echo", json!({"text": text}))).as_bytes()).await.unwrap();
        }
        write.shutdown().await.unwrap();
    });
    // The clock runs only when nobody can do anything any more.
    assert!(timeout(Duration::from_secs(1), &mut written).await.is_err(), "the input is taken without bound");
    assert!(counters.started.load(Ordering::SeqCst) < REQUESTS / 2);
    let mut lines = BufReader::new(read).lines();
    let mut seen = vec![false; REQUESTS];
    while let Some(line) = lines.next_line().await.unwrap() {
        let answer: Value = assert_legal_text(Some("tools/call"), &line);
        assert!(answer.get("result").is_some() || answer["error"]["code"] == -32603, "{answer}");
        let id = usize::try_from(answer["id"].as_u64().unwrap()).unwrap();
        assert!(!std::mem::replace(&mut seen[id], true), "answered twice: {id}");
    }
    assert!(seen.iter().all(|seen| *seen));
    written.await.unwrap();
    served.await.unwrap().unwrap();
}
