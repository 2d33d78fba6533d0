//! What the server reports, as lines on standard error, for a program that brings no collector of its own.
//!
//! Comes in: spans and events of `tracing`, from every crate of the program, up to a level. Goes out:
//! a line for each event, `WARN mcp_request{method="tools/call"}: server::mcp: what happened detail="…"`,
//! without a time of its own, because whoever keeps standard error knows when a line came. Always holds: a line
//! is written at once and stays one line, and no character in it is obeyed by a terminal; standard output is
//! left to messages (STD-02). Filters, other forms and other places are the crate `tracing-subscriber`'s.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::{Debug, Write as _};
use std::io::{self, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tracing::field::{Field, Visit};
use tracing::level_filters::LevelFilter;
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

thread_local! {
    /// The spans that this thread is in, the innermost last.
    static ENTERED: RefCell<Vec<Id>> = const { RefCell::new(Vec::new()) };
}

/// Prints what is reported from now on, up to this level, to standard error.
///
/// Where a collector is set already, that one stays.
pub fn to_stderr(most: Level) {
    // The only error is that somebody was first.
    let _ = tracing::subscriber::set_global_default(Report::new(most, Box::new(io::stderr())));
}

/// A collector that writes lines.
struct Report {
    most: Level,
    made: AtomicU64,
    spans: Mutex<HashMap<u64, Span>>,
    sink: Mutex<Box<dyn Write + Send>>,
}

/// A span that somebody holds.
struct Span {
    /// Its name and fields after those of the span that it began in, the last brace open.
    text: String,
    handles: usize,
}

impl Report {
    fn new(most: Level, sink: Box<dyn Write + Send>) -> Self {
        Self { most, made: AtomicU64::new(1), spans: Mutex::default(), sink: Mutex::new(sink) }
    }

    fn spans(&self) -> MutexGuard<'_, HashMap<u64, Span>> {
        self.spans.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What stands for a span, closed; nothing for none.
    fn within(&self, span: Option<&Id>) -> String {
        let spans = self.spans();
        span.and_then(|id| spans.get(&id.into_u64())).map_or_else(String::new, |span| format!("{}}}:", span.text))
    }
}

impl Subscriber for Report {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= self.most
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::from_level(self.most))
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let parent = if span.is_contextual() { innermost() } else { span.parent().cloned() };
        let mut text = self.within(parent.as_ref());
        text.push_str(span.metadata().name());
        text.push('{');
        span.record(&mut Fields(&mut text));
        let id = self.made.fetch_add(1, Ordering::Relaxed);
        self.spans().insert(id, Span { text, handles: 1 });
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        if let Some(span) = self.spans().get_mut(&span.into_u64()) {
            values.record(&mut Fields(&mut span.text));
        }
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let span = if event.is_contextual() { innermost() } else { event.parent().cloned() };
        let metadata = event.metadata();
        let mut line = format!("{:>5} {}", metadata.level(), self.within(span.as_ref()));
        if !line.ends_with(' ') {
            line.push(' ');
        }
        line.push_str(metadata.target());
        line.push(':');
        event.record(&mut Fields(&mut line));
        line.push('\n');
        // Where nobody reads any more, there is nobody to be told of it.
        let _ = self.sink.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
    }

    fn enter(&self, span: &Id) {
        // Where the thread is ending, its list is gone.
        let _ = ENTERED.try_with(|entered| entered.borrow_mut().push(span.clone()));
    }

    fn exit(&self, span: &Id) {
        let _ = ENTERED.try_with(|entered| {
            let mut entered = entered.borrow_mut();
            if let Some(at) = entered.iter().rposition(|other| other == span) {
                entered.remove(at);
            }
        });
    }

    fn clone_span(&self, span: &Id) -> Id {
        if let Some(span) = self.spans().get_mut(&span.into_u64()) {
            span.handles += 1;
        }
        span.clone()
    }

    fn try_close(&self, span: Id) -> bool {
        let mut spans = self.spans();
        let id = span.into_u64();
        let Some(span) = spans.get_mut(&id) else {
            return false;
        };
        span.handles -= 1;
        let is_last = span.handles == 0;
        if is_last {
            spans.remove(&id);
        }
        is_last
    }
}

fn innermost() -> Option<Id> {
    ENTERED.try_with(|entered| entered.borrow().last().cloned()).ok().flatten()
}

/// Fields, written one after the other behind what is there.
struct Fields<'t>(&'t mut String);

impl Fields<'_> {
    fn begin(&mut self, field: &Field) {
        if !self.0.ends_with('{') {
            self.0.push(' ');
        }
        if field.name() != "message" {
            self.0.push_str(field.name());
            self.0.push('=');
        }
    }
}

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.begin(field);
        // A value that cannot be written stands there as far as it came.
        let _ = write!(Printable(self.0), "{value:?}");
    }
}

/// Text on its way into a line: what would end the line, or be obeyed by a terminal, is escaped.
struct Printable<'t>(&'t mut String);

impl std::fmt::Write for Printable<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for character in text.chars() {
            if character.is_control() || is_invisible(character) {
                self.0.extend(character.escape_unicode());
            } else {
                self.0.push(character);
            }
        }
        Ok(())
    }
}

/// The separators of lines and what turns the direction of writing, which are no control characters to `char`.
const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[derive(Clone, Default)]
    struct Kept(Arc<Mutex<Vec<u8>>>);

    impl Write for Kept {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn lines_of(work: impl FnOnce()) -> String {
        let kept = Kept::default();
        tracing::subscriber::with_default(Report::new(Level::INFO, Box::new(kept.clone())), work);
        let bytes = kept.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
        String::from_utf8(bytes).unwrap_or_default()
    }

    #[test]
    fn an_event_is_a_line_with_the_spans_that_it_happened_in() {
        let lines = lines_of(|| {
            let outer = tracing::info_span!(target: "t", "outer", a = 1, late = tracing::field::Empty);
            outer.record("late", "said");
            let inner = outer.in_scope(|| tracing::info_span!(target: "t", "inner"));
            drop(outer);
            inner.in_scope(|| tracing::warn!(target: "t", code = -1, text = "a b", "it {}", "happened"));
            tracing::error!(target: "t", parent: &inner, "elsewhere");
            tracing::info!(target: "t", "alone");
        });
        assert_eq!(
            lines,
            " WARN outer{a=1 late=\"said\"}:inner{}: t: it happened code=-1 text=\"a b\"\n\
             ERROR outer{a=1 late=\"said\"}:inner{}: t: elsewhere\n \
             INFO t: alone\n"
        );
    }

    #[test]
    fn what_is_below_the_level_is_not_written() {
        assert_eq!(lines_of(|| tracing::debug!(target: "t", "small")), "");
        let inside = lines_of(|| {
            let span = tracing::debug_span!(target: "t", "small");
            span.in_scope(|| tracing::info!(target: "t", "seen"));
        });
        assert_eq!(inside, " INFO t: seen\n");
    }

    #[test]
    fn no_text_ends_a_line_or_is_obeyed_by_a_terminal() {
        let lines = lines_of(|| tracing::info!(target: "t", detail = %"a\nb\u{1b}[31m\u{9b}\u{202e}ü", "\r"));
        assert_eq!(lines, " INFO t: \\u{d} detail=a\\u{a}b\\u{1b}[31m\\u{9b}\\u{202e}ü\n");
    }

    #[test]
    fn a_span_is_kept_as_long_as_somebody_holds_it() {
        let report = Report::new(Level::INFO, Box::new(io::sink()));
        let dispatch = tracing::Dispatch::new(report);
        let open = |dispatch: &tracing::Dispatch| dispatch.downcast_ref::<Report>().map(|report| report.spans().len());
        tracing::dispatcher::with_default(&dispatch, || {
            let span = tracing::info_span!(target: "t", "held");
            let other = span.clone();
            drop(span);
            assert_eq!(open(&dispatch), Some(1));
            drop(other);
            assert_eq!(open(&dispatch), Some(0));
        });
    }
}
