//! The message as JSON-RPC: one object, of the right members (ENV-01 to ENV-12).

use super::super::json::{Kind, occurrences, string};
use super::super::number::{self, Integer};
use super::message::{Member, Message};
use super::{Exchange, Fault, Notification, Source};

impl Exchange<'_, '_> {
    pub(super) fn object(&self) -> Result<(), Fault> {
        match Kind::of(self.message.root()) {
            Kind::Object => Ok(()),
            Kind::Array => Err("a message is one object: there are no batches".into()),
            _ => Err("a message is an object".into()),
        }
    }

    pub(super) fn depth(&self) -> Result<(), Fault> {
        if self.message.is_too_deep() { Err("the message is nested deeper than 128".into()) } else { Ok(()) }
    }

    pub(super) fn names(&self) -> Result<(), Fault> {
        match self.message.repeated() {
            None if self.message.has_reserved_name() => {
                Err("names that begin with \"$serde_json::private::\" are reserved".into())
            }
            None => Ok(()),
            Some(name) => Err(format!("an object has the member \"{}\" twice", shortened(name)).into()),
        }
    }

    pub(super) fn jsonrpc(&self) -> Result<(), Fault> {
        match self.message.string(Member::JsonRpc) {
            Some(version) if version == "2.0" => Ok(()),
            _ => Err("`jsonrpc` must be \"2.0\"".into()),
        }
    }

    pub(super) fn id(&self) -> Result<(), Fault> {
        match self.message.member(Member::Id) {
            Some(id) if !is_id(id) => Err("`id` must be a string or an integer".into()),
            _ => Ok(()),
        }
    }

    pub(super) fn method(&self) -> Result<(), Fault> {
        match self.message.kind(Member::Method) {
            Some(Kind::String) => Ok(()),
            Some(_) => Err("`method` must be a string".into()),
            None if self.message.is_response() => {
                Err("a server takes requests and notifications, not responses".into())
            }
            None => Err("`method` is missing".into()),
        }
    }

    pub(super) fn params(&self) -> Result<(), Fault> {
        match self.message.kind(Member::Params) {
            None | Some(Kind::Object | Kind::Null) => Ok(()),
            Some(_) => Err("`params` must be an object".into()),
        }
    }

    pub(super) fn in_flight(&self) -> Result<(), Fault> {
        if let Source::Stdio(in_flight) = self.source
            && let Some(id) = self.message.member(Member::Id)
            && in_flight.contains(&id_key(id))
        {
            return Err("a request with this id is in progress".into());
        }
        Ok(())
    }

    pub(super) fn room(&self) -> Result<(), Fault> {
        match self.source {
            Source::Stdio(in_flight) if in_flight.is_full() => Err("too many requests are in progress".into()),
            _ => Ok(()),
        }
    }

    /// The notification that this is; `None` for a request.
    pub(super) fn notification(&self) -> Option<Notification> {
        if !self.message.is_notification() {
            return None;
        }
        let cancelled = (self.message.method() == "notifications/cancelled")
            .then(|| self.message.member(Member::RequestId))
            .flatten()
            .filter(|id| is_id(id));
        Some(cancelled.map_or(Notification::Ignored, |id| Notification::Cancelled(id_key(id))))
    }
}

/// The id to answer to. A response's id is not ours, and of two ids neither is.
pub(super) fn readable_id(message: &Message<'_, '_>) -> Option<String> {
    if message.member(Member::Method).is_none() && message.is_response() {
        return None;
    }
    if message.repeated().is_some() && occurrences(message.root(), "id") > 1 {
        return None;
    }
    message.member(Member::Id).filter(|id| is_id(id)).map(str::to_owned)
}

fn is_id(id: &str) -> bool {
    match Kind::of(id) {
        Kind::String => true,
        Kind::Number => number::integer(id).is_some(),
        _ => false,
    }
}

/// What two ids have in common if they are the same id, `1` and `1.0` for one. `id` is JSON text.
pub(in super::super) fn id_key(id: &str) -> String {
    if let Some(text) = string(id) {
        return format!("\"{text}");
    }
    match number::integer(id) {
        Some(Integer::Safe(value)) => value.to_string(),
        _ => number::canonical(id),
    }
}

/// A name for a message to a person: its beginning, if it is long.
pub(super) fn shortened(name: &str) -> String {
    const LONG: usize = 64;
    match name.char_indices().nth(LONG) {
        None => name.to_owned(),
        Some((end, _)) => format!("{}…", name.get(..end).unwrap_or_default()),
    }
}
