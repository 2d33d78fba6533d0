//! `Accept` (RFC 9110, section 12.5.1).

use http::HeaderMap;
use http::header::ACCEPT;

/// Which of the two media types of an answer the client accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super::super) struct Accepted {
    pub(in super::super::super) json: bool,
    pub(in super::super::super) events: bool,
}

impl Accepted {
    /// Reads all lines of the field. Without any, everything is accepted.
    pub(in super::super) fn of(headers: &HeaderMap) -> Self {
        let mut json = Preference::default();
        let mut events = Preference::default();
        let mut stated = false;
        for line in headers.get_all(ACCEPT) {
            let Ok(line) = line.to_str() else { continue };
            stated = true;
            for range in line.split(',') {
                json.consider(range, "application", "json");
                events.consider(range, "text", "event-stream");
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
    fn consider(&mut self, range: &str, main: &str, sub: &str) {
        let mut parts = range.split(';').map(str::trim);
        let Some((range_main, range_sub)) = parts.next().and_then(|range| range.split_once('/')) else { return };
        let specificity = if range_main.eq_ignore_ascii_case(main) && range_sub.eq_ignore_ascii_case(sub) {
            3
        } else if range_main.eq_ignore_ascii_case(main) && range_sub == "*" {
            2
        } else if range_main == "*" && range_sub == "*" {
            1
        } else {
            return;
        };
        let weight = parts.find_map(|part| {
            let (name, value) = part.split_once('=')?;
            name.trim().eq_ignore_ascii_case("q").then(|| value.trim())
        });
        // Of a weight only whether it is zero counts: there is one representation of an answer at a time.
        let accepted = weight.is_none_or(|weight| weight.parse::<f32>().is_ok_and(|weight| weight > 0.0));
        if specificity > self.specificity {
            *self = Self { specificity, accepted };
        } else if specificity == self.specificity {
            self.accepted |= accepted;
        }
    }
}
