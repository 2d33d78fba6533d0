//! What a contract has and no request could be made of, and the rows that stay untried for it.

use super::subject::Subject;
use super::table::Step;

/// Something that no request is made of, or none with a certain fault.
#[derive(Clone, Debug)]
pub struct LeftOut {
    /// Such as `tool "x"`.
    pub(super) what: String,
    pub(super) why: &'static str,
    /// The rows that its requests could have failed.
    pub(super) steps: Vec<Step>,
}

/// Why no request fails a row that one could fail.
pub(super) fn reason(subject: &Subject, step: Step) -> String {
    let about_callers = [Step::Credentials, Step::Authentication, Step::Authorizer, Step::Authorization];
    if subject.tokens.is_none() && about_callers.contains(&step) && subject.bases.iter().any(|base| base.scoped) {
        return String::from("the requests carry no credentials, because no contract says who calls");
    }
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for LeftOut { what, why, .. } in subject.left_out.iter().filter(|left_out| left_out.steps.contains(&step)) {
        match reasons.iter_mut().find(|(other, _)| other == why) {
            Some((_, of)) => of.push(what),
            None => reasons.push((why, vec![what])),
        }
    }
    if reasons.is_empty() {
        return String::from("the contract says of no request that it would fail it");
    }
    let told: Vec<String> = reasons.iter().map(|(why, of)| format!("{why}: {}", some(of))).collect();
    told.join("; ")
}

/// The first few of a list.
fn some(of: &[&str]) -> String {
    const MOST: usize = 5;
    let shown = of.iter().take(MOST).copied().collect::<Vec<_>>().join(", ");
    match of.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
