//! The body of a request: read whole, within the limits.

use std::future::{Future as _, poll_fn};
use std::pin::{Pin, pin};
use std::task::Poll;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use http_body::Body;
use http_body_util::BodyExt as _;
use tokio::time::Instant;

use super::super::checks::table::Step;
use super::super::checks::{Refusal, too_long};

/// How long the next part of a body may take.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long all of a body may take: a sender that drips could keep a connection for ever.
const WHOLE: Duration = Duration::from_secs(90);

/// How long a sender that was refused is listened to, and how much is taken from it.
const LINGER: Duration = Duration::from_secs(2);
const LINGER_BYTES: usize = 8 << 20;

/// Takes the rest of a body that nobody wants. Many senders read nothing until they have sent
/// everything; a connection closed before that would take the answer with it.
pub(super) async fn discard<B: Body<Data = Bytes>>(body: B) {
    let mut body = pin!(body);
    let mut taken = 0;
    let rest = async {
        while let Some(Ok(frame)) = body.frame().await {
            taken += frame.data_ref().map_or(0, Bytes::len);
            if taken > LINGER_BYTES {
                break;
            }
        }
    };
    // Whether it came to its end or not, the answer is the same.
    let _ = tokio::time::timeout(LINGER, rest).await;
}

/// Reads a body. However it is framed, no more than the limit is kept.
pub(super) async fn read<B: Body<Data = Bytes>>(mut body: Pin<&mut B>, limit: usize) -> Result<Bytes, Refusal> {
    let mut first = Bytes::new();
    let mut whole: Option<BytesMut> = None;
    let mut latest: Option<Instant> = None;
    loop {
        if body.is_end_stream() {
            break;
        }
        let mut frame = body.frame();
        // A clock is looked at only for what is not there yet.
        let arrived = match poll_fn(|cx| Poll::Ready(Pin::new(&mut frame).poll(cx))).await {
            Poll::Ready(arrived) => Ok(arrived),
            Poll::Pending => {
                let now = Instant::now();
                let latest = *latest.get_or_insert(now + WHOLE);
                // On the heap, so that a request whose body is there has no room for a clock.
                Box::pin(tokio::time::timeout_at(latest.min(now + PATIENCE), frame)).await
            }
        };
        let data = match arrived {
            Ok(None) => break,
            Ok(Some(Ok(frame))) => frame.into_data().unwrap_or_default(),
            Ok(Some(Err(_))) => return Err(Refusal::of(Step::Arrival, "the body broke off")),
            Err(_) => return Err(Refusal::of(Step::Arrival, "the body took too long")),
        };
        let so_far = whole.as_ref().map_or(first.len(), BytesMut::len);
        if data.len() > limit.saturating_sub(so_far) {
            Box::pin(discard(body)).await;
            return Err(Refusal::of(Step::Length, too_long(limit)));
        }
        match &mut whole {
            Some(whole) => whole.extend_from_slice(&data),
            // Most bodies come in one part, which is not copied.
            None if first.is_empty() => first = data,
            None => {
                let mut parts = BytesMut::with_capacity((first.len() + data.len()) * 2);
                parts.extend_from_slice(&first);
                parts.extend_from_slice(&data);
                whole = Some(parts);
            }
        }
    }
    Ok(whole.map_or(first, BytesMut::freeze))
}
