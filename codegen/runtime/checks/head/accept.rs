//! `Accept` (RFC 9110, section 12.5.1).

use http::HeaderMap;
use http::header::{ACCEPT, HeaderValue};

use super::super::super::headers::Fields;

/// Which of the two media types of an answer the client accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super::super) struct Accepted {
    pub(in super::super::super) json: bool,
    pub(in super::super::super) events: bool,
}

impl Accepted {
    /// Reads all lines of the field. Without any, everything is accepted.
    pub(in super::super) fn of(fields: &Fields<'_>) -> Self {
        // What nearly every client sends; the general way says the same of these.
        match fields.accept.only().map(HeaderValue::as_bytes) {
            Some(b"application/json, text/event-stream" | b"text/event-stream, application/json") => {
                return Self { json: true, events: true };
            }
            Some(b"application/json") => return Self { json: true, events: false },
            Some(b"text/event-stream") => return Self { json: false, events: true },
            _ => {}
        }
        Self::of_lines(fields.all)
    }

    fn of_lines(headers: &HeaderMap) -> Self {
        let mut json = Preference::default();
        let mut events = Preference::default();
        let mut stated = false;
        for line in headers.get_all(ACCEPT) {
            // What is not ASCII is no media range; beside it there may be some.
            let line = String::from_utf8_lossy(line.as_bytes());
            stated = true;
            for range in line.split(',') {
                let (range, parameters) = range.split_once(';').unwrap_or((range, ""));
                let Some((main, sub)) = range.trim().split_once('/') else { continue };
                let json_specificity = specificity(main, sub, "application", "json");
                let events_specificity = specificity(main, sub, "text", "event-stream");
                if json_specificity > 0 || events_specificity > 0 {
                    let acceptable = acceptable(parameters);
                    json.consider(json_specificity, acceptable);
                    events.consider(events_specificity, acceptable);
                }
            }
        }
        Self { json: !stated || json.accepted, events: !stated || events.accepted }
    }
}

/// What the most specific range so far says of a type.
#[derive(Default)]
struct Preference {
    specificity: u8,
    accepted: bool,
}

impl Preference {
    fn consider(&mut self, specificity: u8, acceptable: bool) {
        if specificity > self.specificity {
            *self = Self { specificity, accepted: acceptable };
        } else if specificity == self.specificity && specificity > 0 {
            self.accepted |= acceptable;
        }
    }
}

/// How closely a range fits a media type; zero if it does not.
fn specificity(range_main: &str, range_sub: &str, main: &str, sub: &str) -> u8 {
    match (range_main, range_sub) {
        ("*", "*") => 1,
        (_, "*") if range_main.eq_ignore_ascii_case(main) => 2,
        _ if range_main.eq_ignore_ascii_case(main) && range_sub.eq_ignore_ascii_case(sub) => 3,
        _ => 0,
    }
}

/// Whether the weight among the parameters is not zero. Nothing else of it counts: there is one
/// representation of an answer at a time.
fn acceptable(parameters: &str) -> bool {
    let weight = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
    });
    weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0))
}
