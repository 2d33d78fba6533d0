//! What is told to whoever collects `tracing`, kept for a test to read.

use std::collections::BTreeMap;
use std::fmt::{Debug, Write as _};
use std::sync::{Arc, Mutex, Once};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::subscriber::{DefaultGuard, Interest, set_default, set_global_default};
use tracing::{Event, Metadata, Subscriber};

/// Everything at every level, by span; events are spans of their own.
#[derive(Clone, Default)]
pub(crate) struct Captured(Arc<Mutex<Vec<BTreeMap<String, String>>>>);

impl Captured {
    /// Collects on this thread until the guard is dropped.
    pub(crate) fn here() -> (Self, DefaultGuard) {
        let captured = Self::default();
        let guard = set_default(captured.clone());
        (captured, guard)
    }

    #[allow(dead_code, reason = "a client has no requests to answer")]
    pub(crate) fn requests(&self) -> Vec<BTreeMap<String, String>> {
        let all = self.0.lock().unwrap().clone();
        all.into_iter().filter(|fields| fields["name of span or event"] == "mcp_request").collect()
    }

    pub(crate) fn text(&self) -> String {
        format!("{:?}", self.0.lock().unwrap())
    }

    fn add(&self, metadata: &Metadata<'_>) -> u64 {
        let mut all = self.0.lock().unwrap();
        all.push(BTreeMap::from([("name of span or event".to_owned(), metadata.name().to_owned())]));
        all.len() as u64
    }

    fn fields(&self, of: u64) -> Fields<'_> {
        Fields(self, usize::try_from(of).unwrap() - 1)
    }
}

struct Fields<'c>(&'c Captured, usize);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let mut text = String::new();
        write!(text, "{value:?}").unwrap();
        self.0.0.lock().unwrap()[self.1].insert(field.name().to_owned(), text);
    }
}

impl Subscriber for Captured {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let id = self.add(span.metadata());
        span.record(&mut self.fields(id));
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        values.record(&mut self.fields(span.into_u64()));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let id = self.add(event.metadata());
        event.record(&mut self.fields(id));
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// Collects nothing, and is asked each time.
struct Idle;

impl Subscriber for Idle {
    fn register_callsite(&self, _: &'static Metadata<'static>) -> Interest {
        Interest::sometimes()
    }

    fn enabled(&self, _: &Metadata<'_>) -> bool {
        false
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, _: &Event<'_>) {}

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// `tracing` remembers whether anyone wants what is told at a place in the code. A test elsewhere that comes by
/// first, on a thread where nobody collects, would have it remember "never" for the tests that do collect. So
/// there is somebody to ask on every thread before the first server of this process is made.
pub(crate) fn ask_each_time() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| set_global_default(Idle).unwrap());
}
