//! `duration`: RFC 3339 appendix A. Crates read the durations of ISO 8601, which has signs, fractions and gaps.

/// RFC 3339 appendix A, `duration`.
#[must_use]
pub fn legal(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('P') else { return false };
    let (day, clock) = rest.split_once('T').map_or((rest, None), |(day, clock)| (day, Some(clock)));
    if let Some(weeks) = day.strip_suffix('W') {
        return clock.is_none() && number(weeks);
    }
    let clock_is_legal = clock.is_none_or(|clock| units(clock, "HMS") == Some(true));
    match units(day, "YMD") {
        Some(any) => clock_is_legal && (any || clock.is_some()),
        None => false,
    }
}

/// Whether there is any unit; `None` when they are not neighbours in order.
fn units(text: &str, order: &str) -> Option<bool> {
    let mut next = None;
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !c.is_ascii_digit()).filter(|end| *end > 0)?;
        let place = order.find(rest.get(end..=end)?)?;
        if next.is_some_and(|next| next != place) {
            return None;
        }
        next = Some(place + 1);
        rest = rest.get(end + 1..)?;
    }
    Some(next.is_some())
}

fn number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}
