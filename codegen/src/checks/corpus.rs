//! Every fault of every method alone, and with every other, and the answer that the table documents.

use serde_json::{Value, json};

use super::base::{Base, Own};
use super::draft::{Draft, Request};
use super::faults::{FAULTS, Fault, Spoil, exclusive, is_of_message};
use super::subject::Subject;
use super::table::{CHECKS, Check, Step, Transports};

/// A faulty request and its answer.
#[derive(Debug)]
pub struct Case {
    /// The method of the request before it got any fault.
    pub method: &'static str,
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

/// The cases of a server: for each method each fault alone, in every way in which it can have it; each two
/// faults that one request can have; and each two that are of what is asked for, for each method.
#[must_use]
pub fn corpus(subject: &Subject) -> Vec<Case> {
    let methods = subject.methods();
    let mut cases = Vec::new();
    for (place, one) in FAULTS.iter().enumerate() {
        for bases in &methods {
            let room = bases.iter().map(|base| changes(subject, base, one));
            let Some((base, changes)) = bases.iter().zip(room).find(|(_, changes)| !changes.is_empty()) else {
                continue;
            };
            cases.extend(changes.into_iter().filter_map(|change| case(subject, base, &[(one, change)])));
        }
        for other in FAULTS.iter().skip(place + 1).filter(|other| !exclusive(one.step, other.step)) {
            let of_method = |bases: &Vec<&Base>| bases.iter().find_map(|base| pair(subject, base, one, other));
            let pairs = methods.iter().filter_map(of_method);
            let count = if one.particular && other.particular { methods.len() } else { 1 };
            cases.extend(pairs.take(count));
        }
    }
    cases
}

/// A change that gives a request a fault.
#[derive(Clone, Copy)]
enum Change<'s> {
    Own(&'s Own),
    Any(fn(&mut Draft<'_>)),
}

/// The changes that give a request this fault; none if it has no room for it.
fn changes<'s>(subject: &Subject, base: &'s Base, fault: &Fault) -> Vec<Change<'s>> {
    match fault.spoil {
        Spoil::Own => base.faults(fault.step).map(Change::Own).collect(),
        Spoil::If(of, spoil) if of(subject, base) => vec![Change::Any(spoil)],
        Spoil::If(..) => Vec::new(),
    }
}

/// A request with both of these faults, if it has room for them.
fn pair(subject: &Subject, base: &Base, one: &'static Fault, other: &'static Fault) -> Option<Case> {
    let others = changes(subject, base, other);
    changes(subject, base, one).iter().find_map(|change| {
        let both = others.iter().find(|other| match (change, other) {
            (Change::Own(one), Change::Own(other)) => one.goes_with(other),
            _ => true,
        })?;
        case(subject, base, &[(one, *change), (other, *both)])
    })
}

/// The request with these changes.
fn case(subject: &Subject, base: &Base, faults: &[(&'static Fault, Change<'_>)]) -> Option<Case> {
    let mut draft = Draft::new(subject, base);
    // Those of later rows first, so that none undoes an earlier one.
    for (_, change) in faults.iter().rev() {
        match change {
            Change::Own(own) => draft.spoil(own),
            Change::Any(spoil) => spoil(&mut draft),
        }
    }
    let steps: Vec<Step> = faults.iter().map(|(fault, _)| fault.step).collect();
    let answer = |on: Transports| {
        let check = CHECKS.iter().find(|check| steps.contains(&check.step) && reaches(on, check.on))?;
        let (fault, change) = faults.iter().find(|(fault, _)| fault.step == check.step)?;
        let id = is_readable(check.step, &steps).then(|| json!(1));
        let silent = match on {
            Transports::Stdio => is_notification(&steps) && place(check.step) > place(Step::Object),
            Transports::Http | Transports::Both => check.answer.code.is_none() && !check.answer.is_error,
        };
        let data = match change {
            Change::Own(own) => own.data.clone(),
            Change::Any(_) => (fault.data)(subject, base),
        };
        Some(Answer { check, message: !silent, id, data })
    };
    let rows: Vec<&'static Check> = steps.iter().filter_map(|step| CHECKS.get(place(*step))).collect();
    let stdio = rows.iter().all(|check| reaches(Transports::Stdio, check.on) && is_of_message(check.step));
    Some(Case {
        http: answer(Transports::Http)?,
        stdio: if stdio { answer(Transports::Stdio) } else { None },
        method: base.method,
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
