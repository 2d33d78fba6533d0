//! Every fault alone and with every other, and the answer that the table documents.

use serde_json::{Value, json};

use super::draft::{Base, Draft, Request};
use super::faults::{FAULTS, Fault, exclusive, is_of_message};
use super::subject::Subject;
use super::table::{CHECKS, Check, Step, Transports};

/// A faulty request and its answer.
#[derive(Debug)]
pub struct Case {
    /// The rows that the request fails, in their order: one or two.
    pub faults: Vec<&'static Check>,
    /// The request.
    pub request: Request,
    /// The answer over HTTP.
    pub http: Answer,
    /// The answer to the message over stdio; `None` where one of the faults is of HTTP alone.
    pub stdio: Option<Answer>,
}

/// The answer to a faulty request.
#[derive(Debug)]
pub struct Answer {
    /// The row that answers: of several that fail, the first.
    pub check: &'static Check,
    /// Whether there is a JSON-RPC message at all: to a notification there is none.
    pub message: bool,
    /// `id` of the message; `None` if it is left out (ENV-06).
    pub id: Option<Value>,
    /// `error.data`.
    pub data: Option<Value>,
}

/// The cases of a server: for each fault, and for each two that one request can have, one.
#[must_use]
pub fn corpus(subject: &Subject) -> Vec<Case> {
    let mut cases = Vec::new();
    for (place, one) in FAULTS.iter().enumerate() {
        cases.extend(case(subject, &[one]));
        let others = FAULTS.iter().skip(place + 1).filter(|other| !exclusive(one.step, other.step));
        cases.extend(others.filter_map(|other| case(subject, &[one, other])));
    }
    cases
}

/// A request with these faults, if the server takes any that has room for them.
fn case(subject: &Subject, faults: &[&Fault]) -> Option<Case> {
    let calls = subject.calls.iter().map(Base::Call);
    let mut bases = calls.chain(subject.list.as_deref().map(Base::List)).chain([Base::Discover]);
    let base = bases.find(|base| faults.iter().all(|fault| (fault.of)(subject, *base)))?;
    let mut draft = Draft::new(subject, base);
    // Those of later rows first, so that none undoes an earlier one.
    for fault in faults.iter().rev() {
        (fault.spoil)(&mut draft);
    }
    let steps: Vec<Step> = faults.iter().map(|fault| fault.step).collect();
    let answer = |on: Transports| {
        let check = CHECKS.iter().find(|check| steps.contains(&check.step) && reaches(on, check.on))?;
        let fault = faults.iter().find(|fault| fault.step == check.step)?;
        let id = is_readable(check.step, &steps).then(|| json!(1));
        let silent = match on {
            Transports::Stdio => is_notification(&steps) && place(check.step) > place(Step::Object),
            Transports::Http | Transports::Both => check.answer.code.is_none() && !check.answer.is_error,
        };
        Some(Answer { check, message: !silent, id, data: (fault.data)(subject, base) })
    };
    let rows: Vec<&'static Check> = steps.iter().filter_map(|step| CHECKS.get(place(*step))).collect();
    let stdio = rows.iter().all(|check| reaches(Transports::Stdio, check.on) && is_of_message(check.step));
    Some(Case {
        http: answer(Transports::Http)?,
        stdio: if stdio { answer(Transports::Stdio) } else { None },
        faults: rows,
        request: draft.into_request(),
    })
}

/// Whether a check is made where a message comes from.
fn reaches(from: Transports, on: Transports) -> bool {
    on == Transports::Both || on == from
}

/// Whether the id can be read, which does not depend on what else is wrong.
fn is_readable(answering: Step, faults: &[Step]) -> bool {
    let lost = [Step::Object, Step::Id, Step::Notification, Step::NotificationHeaders];
    place(answering) >= place(Step::Object) && !faults.iter().any(|step| lost.contains(step))
}

fn is_notification(faults: &[Step]) -> bool {
    faults.iter().any(|step| matches!(step, Step::Notification | Step::NotificationHeaders))
}

fn place(step: Step) -> usize {
    CHECKS.iter().position(|check| check.step == step).unwrap_or(CHECKS.len())
}
