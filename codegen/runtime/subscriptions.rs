//! `subscriptions/listen`: what changes, and who is told (SUB-01 to SUB-09).
//!
//! The application says what changed through [`Changes`]; each listen stream keeps at most one
//! pending notice of each kind and resource, however slow its reader. Nothing is kept for a stream
//! that is not there.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Poll, Waker};

use serde_json::Value;

use super::contract::Contract;
use super::json::{self, Kind, push_escaped};
use super::validation::sort;

/// Resources of one stream that may wait to be told of.
const PENDING_RESOURCES: usize = 256;

/// The handle by which an application says what has changed. Clones share the listeners.
#[derive(Clone, Debug, Default)]
pub struct Changes(Arc<Mutex<Listeners>>);

#[derive(Debug, Default)]
struct Listeners {
    next: u64,
    /// By their numbers, which only grow.
    streams: Vec<(u64, Box<Stream>)>,
}

#[derive(Debug)]
struct Stream {
    filter: Filter,
    /// Each once, what is told first last.
    pending: Vec<Change>,
    reader: Option<Waker>,
}

/// Something that a stream is told of.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Change {
    Tools,
    Prompts,
    Resources,
    Resource(String),
}

impl Changes {
    /// Nobody listens yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The list of tools has changed.
    pub fn tools_list_changed(&self) {
        self.tell(&Change::Tools);
    }

    /// The list of prompts has changed.
    pub fn prompts_list_changed(&self) {
        self.tell(&Change::Prompts);
    }

    /// The list of resources has changed.
    pub fn resources_list_changed(&self) {
        self.tell(&Change::Resources);
    }

    /// A resource has changed. Streams that watch it, or a resource that it lies below, are told (RSC-10).
    pub fn resource_updated(&self, uri: impl Into<String>) {
        self.tell(&Change::Resource(uri.into()));
    }

    fn tell(&self, change: &Change) {
        let mut woken = Vec::new();
        for (_, stream) in &mut self.lock().streams {
            let Some(mut told) = stream.filter.wants(change) else { continue };
            if stream.pending.len() >= PENDING_RESOURCES {
                // The resource that is watched stands for all that lie below it.
                told = stream.filter.watched(change).unwrap_or(told);
            }
            if let Err(place) = stream.pending.binary_search_by(|other| told.cmp(other)) {
                stream.pending.insert(place, told);
            }
            woken.extend(stream.reader.take());
        }
        woken.into_iter().for_each(Waker::wake);
    }

    /// Begins to listen.
    pub(super) fn listen(&self, filter: Filter) -> Listener {
        let mut listeners = self.lock();
        let id = listeners.next;
        listeners.next += 1;
        listeners.streams.push((id, Box::new(Stream { filter, pending: Vec::new(), reader: None })));
        drop(listeners);
        Listener { changes: self.clone(), id }
    }

    fn lock(&self) -> MutexGuard<'_, Listeners> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Listeners {
    /// Where a stream is.
    fn place(&self, id: u64) -> Option<usize> {
        self.streams.binary_search_by_key(&id, |(id, _)| *id).ok()
    }
}

/// One that listens; dropped, it does no longer.
#[derive(Debug)]
pub(super) struct Listener {
    changes: Changes,
    id: u64,
}

impl Listener {
    /// The next thing to tell. Dropping the future loses nothing.
    pub(super) async fn next(&mut self) -> Change {
        poll_fn(|cx| {
            let mut listeners = self.changes.lock();
            let Some(place) = listeners.place(self.id) else { return Poll::Pending };
            let Some((_, stream)) = listeners.streams.get_mut(place) else { return Poll::Pending };
            if let Some(change) = stream.pending.pop() {
                return Poll::Ready(change);
            }
            stream.reader = Some(cx.waker().clone());
            Poll::Pending
        })
        .await
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut listeners = self.changes.lock();
        if let Some(place) = listeners.place(self.id) {
            listeners.streams.remove(place);
        }
    }
}

/// What a stream wants to be told of: `SubscriptionFilter`.
#[derive(Clone, Debug, Default)]
pub(super) struct Filter {
    tools: bool,
    prompts: bool,
    resources: bool,
    /// Sorted, each once.
    watched: Vec<String>,
    /// The scopes that who listens lacks, and the contract that says which resources need them.
    lacked: Option<(&'static Contract, Vec<&'static str>)>,
}

impl Filter {
    /// Reads `params.notifications`, the JSON text of it.
    pub(super) fn parse(wanted: Option<&str>) -> Result<Self, String> {
        let Some(wanted) = wanted.filter(|wanted| Kind::of(wanted) == Kind::Object) else {
            return Err(String::from("params.notifications must be an object"));
        };
        let flag = |name: &str| match json::at(wanted, &[name]) {
            None => Ok(false),
            Some(flag) if Kind::of(flag) == Kind::Boolean => Ok(flag == "true"),
            Some(_) => Err(format!("params.notifications.{name} must be a boolean")),
        };
        let mut watched: Vec<String> = match json::at(wanted, &["resourceSubscriptions"]) {
            None => Vec::new(),
            Some(uris) => {
                strings(uris).ok_or("params.notifications.resourceSubscriptions must be an array of strings")?
            }
        };
        let order = sort::order(watched.len(), &|one, other| watched.get(one).cmp(&watched.get(other)));
        sort::arrange(&mut watched, &order);
        watched.dedup();
        Ok(Self {
            tools: flag("toolsListChanged")?,
            prompts: flag("promptsListChanged")?,
            resources: flag("resourcesListChanged")?,
            watched,
            lacked: None,
        })
    }

    /// The part of it that this server tells of (SUB-04, A-45).
    pub(super) fn honoured_by(mut self, contract: &Contract) -> Self {
        let advertised = |path: [&str; 2]| {
            let [feature, flag] = path;
            json::at(contract.discover, &["capabilities", feature, flag]) == Some("true")
        };
        self.tools &= advertised(["tools", "listChanged"]);
        self.prompts &= advertised(["prompts", "listChanged"]);
        self.resources &= advertised(["resources", "listChanged"]);
        if advertised(["resources", "subscribe"]) {
            self.watched.retain(|uri| contract.resource_source(uri).is_some());
        } else {
            self.watched.clear();
        }
        self
    }

    /// Leaves out what a caller may not read: it is told of neither what it watches nor what lies below
    /// that (A-45). What it holds is asked now, once for all that will be told.
    pub(super) fn restrict(&mut self, contract: &'static Contract, holds: impl Fn(&str) -> bool) {
        let mut scopes = contract.scopes();
        scopes.retain(|scope| !holds(scope));
        self.lacked = (!scopes.is_empty()).then_some((contract, scopes));
        let mut watched = std::mem::take(&mut self.watched);
        watched.retain(|uri| self.may_know(uri));
        self.watched = watched;
    }

    /// Whether who listens may know that there is this resource.
    fn may_know(&self, uri: &str) -> bool {
        let Some((contract, lacked)) = &self.lacked else { return true };
        !contract.scopes_to_be_told(uri).iter().any(|scope| lacked.contains(scope))
    }

    /// What to tell of this change, if anything (SUB-02).
    fn wants(&self, change: &Change) -> Option<Change> {
        let wanted = match change {
            Change::Tools => self.tools,
            Change::Prompts => self.prompts,
            Change::Resources => self.resources,
            Change::Resource(uri) => self.watched(change).is_some() && self.may_know(uri),
        };
        wanted.then(|| change.clone())
    }

    /// The watched resource that a change is about.
    fn watched(&self, change: &Change) -> Option<Change> {
        let Change::Resource(changed) = change else { return None };
        let is_about = |uri: &&String| {
            changed.strip_prefix(uri.as_str()).is_some_and(|below| {
                below.is_empty() || below.starts_with(['/', '?', '#']) || (uri.ends_with('/') && !uri.ends_with("//"))
            })
        };
        self.watched.iter().find(is_about).cloned().map(Change::Resource)
    }

    /// As JSON text, without what is not wanted.
    fn to_json(&self) -> String {
        let mut text = String::from("{");
        let mut comma = "";
        let flags = [
            ("promptsListChanged", self.prompts),
            ("resourcesListChanged", self.resources),
            ("toolsListChanged", self.tools),
        ];
        for (name, _) in flags.iter().filter(|(_, wanted)| *wanted) {
            text.push_str(comma);
            text.push('"');
            text.push_str(name);
            text.push_str("\":true");
            comma = ",";
        }
        if !self.watched.is_empty() {
            text.push_str(comma);
            text.push_str("\"resourceSubscriptions\":[");
            for (place, uri) in self.watched.iter().enumerate() {
                if place > 0 {
                    text.push(',');
                }
                push_escaped(&mut text, uri);
            }
            text.push(']');
        }
        text.push('}');
        text
    }

    /// `notifications/subscriptions/acknowledged` (SUB-03 to SUB-05). `id` is JSON text.
    pub(super) fn acknowledged(&self, id: &str) -> String {
        let notifications = format!("\"notifications\":{}", self.to_json());
        notification("notifications/subscriptions/acknowledged", id, Some(&notifications))
    }
}

impl Change {
    /// The notification of it on the stream with this id (META-09). `id` is JSON text.
    pub(super) fn notification(&self, id: &str) -> String {
        match self {
            Self::Tools => notification("notifications/tools/list_changed", id, None),
            Self::Prompts => notification("notifications/prompts/list_changed", id, None),
            Self::Resources => notification("notifications/resources/list_changed", id, None),
            Self::Resource(uri) => {
                let mut member = String::from("\"uri\":");
                push_escaped(&mut member, uri);
                notification("notifications/resources/updated", id, Some(&member))
            }
        }
    }
}

/// The strings of an array of nothing else, from its JSON text.
fn strings(array: &str) -> Option<Vec<String>> {
    let Ok(Value::Array(items)) = json::value(array) else { return None };
    let mut strings = Vec::with_capacity(items.len());
    for item in items {
        let Value::String(string) = item else { return None };
        strings.push(string);
    }
    Some(strings)
}

/// `notifications/cancelled` for a listen request that the server ends (SUB-09, A-20).
pub(super) fn cancelled(id: &str) -> String {
    notification("notifications/cancelled", id, Some(&format!("\"requestId\":{id}")))
}

fn notification(method: &str, id: &str, member: Option<&str>) -> String {
    let (comma, member) = member.map_or(("", ""), |member| (",", member));
    format!(
        r#"{{"jsonrpc":"2.0","method":"{method}","params":{{"_meta":{{"io.modelcontextprotocol/subscriptionId":{id}}}{comma}{member}}}}}"#
    )
}
