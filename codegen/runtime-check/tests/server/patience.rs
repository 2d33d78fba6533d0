//! How long a connection may be open while nothing is asked on it. The clock runs only when nobody can do anything.

use std::net::SocketAddr;
use std::time::Duration;

use runtime_check::http::{Service, serve_until};
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{Instant, sleep};

use super::fixture::{CONTRACT, Counters, Fixture};
use super::raw::Post;

/// A connection to a server of its own, on which little is on its way at a time.
async fn connection() -> TcpStream {
    let (serving, asking) = (TcpSocket::new_v4().unwrap(), TcpSocket::new_v4().unwrap());
    serving.set_send_buffer_size(4096).unwrap();
    asking.set_recv_buffer_size(4096).unwrap();
    serving.bind(SocketAddr::from(([127, 0, 0, 1], 0))).unwrap();
    let listener = serving.listen(1).unwrap();
    let address = listener.local_addr().unwrap();
    let counters: &'static Counters = Box::leak(Box::default());
    let service = Service::new(Fixture::new(&CONTRACT, counters));
    drop(tokio::spawn(serve_until(service, listener, std::future::pending())));
    asking.connect(address).await.unwrap()
}

/// After how many seconds the other side closes, without a word.
async fn closed(connection: &mut TcpStream) -> u64 {
    let start = Instant::now();
    let mut rest = Vec::new();
    let _ = connection.read_to_end(&mut rest).await;
    assert!(rest.is_empty(), "{rest:?}");
    start.elapsed().as_secs()
}

/// The answer to a request, whose body is of one part.
async fn answer(connection: &mut TcpStream, post: &Post) -> String {
    connection.write_all(&post.bytes()).await.unwrap();
    let mut answer = vec![0; 4096];
    let length = connection.read(&mut answer).await.unwrap();
    answer.truncate(length);
    String::from_utf8(answer).unwrap()
}

#[tokio::test(start_paused = true)]
async fn a_connection_on_which_nothing_is_asked_is_closed() {
    let idle = closed(&mut connection().await).await;
    assert!((30..=60).contains(&idle), "{idle} s");
}

#[tokio::test(start_paused = true)]
async fn a_head_that_drips_is_given_up_however_it_goes_on() {
    let (mut read, mut write) = connection().await.into_split();
    let start = Instant::now();
    let dripping = tokio::spawn(async move {
        write.write_all(b"POST /mcp HTTP/1.1\r\nX: ").await.unwrap();
        while write.write_all(b"x").await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    });
    let mut rest = Vec::new();
    let _ = read.read_to_end(&mut rest).await;
    let seconds = start.elapsed().as_secs();
    assert!((30..=60).contains(&seconds), "{seconds} s");
    dripping.await.unwrap();
}

#[tokio::test(start_paused = true)]
async fn a_request_in_progress_is_waited_for_and_so_is_the_next() {
    let mut connection = connection().await;
    let quiet = Post::call("sleep", json!({})).set("Accept", "application/json");
    for _ in 0..3 {
        let start = Instant::now();
        let answer = answer(&mut connection, &quiet).await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
        assert_eq!(start.elapsed().as_secs(), 60, "nothing is written meanwhile");
        sleep(Duration::from_secs(29)).await;
    }
    let echo = Post::call("echo", json!({"text": "x"}));
    for _ in 0..10 {
        assert!(answer(&mut connection, &echo).await.starts_with("HTTP/1.1 200"));
        sleep(Duration::from_secs(29)).await;
    }
    let idle = closed(&mut connection).await;
    assert!((1..=31).contains(&idle), "{idle} s after 29");
}

#[tokio::test(start_paused = true)]
async fn a_large_answer_that_is_taken_slowly_is_waited_for_and_one_that_is_not_taken_is_not() {
    let text = "x".repeat(60_000);
    let large = Post::call("echo", json!({"text": text}));
    let mut slow = connection().await;
    slow.write_all(&large.bytes()).await.unwrap();
    let (mut part, mut taken) = (vec![0; 1 << 16], 0);
    while taken < text.len() {
        sleep(Duration::from_secs(20)).await;
        let length = slow.read(&mut part).await.unwrap();
        assert!(length > 0, "closed after {taken} bytes");
        taken += length;
    }
    let mut stuck = connection().await;
    stuck.write_all(&large.bytes()).await.unwrap();
    sleep(Duration::from_secs(100)).await;
    let mut rest = Vec::new();
    let _ = stuck.read_to_end(&mut rest).await;
    assert!(rest.len() < text.len(), "what nobody takes is not kept for ever");
}
