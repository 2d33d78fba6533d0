//! What asks the client for something before they go on.

use serde_json::json;

use crate::mcp::asks::berth_book::AgreeSide;
use crate::mcp::{
    self, Context, Elicited, Outcome, PromptMessages, RequestError, ResourceContents, ToolError, ToolOutput,
};

/// Asks for the price, then for the money; what was answered in an earlier round is there in a later one.
pub(super) fn berth_book(
    args: &mcp::BerthBookArgs,
    answers: mcp::BerthBookAnswers,
    cx: &Context,
) -> Outcome<mcp::BerthBookOutput, mcp::BerthBookAsks> {
    let not_booked =
        |why: &str| Outcome::Complete(mcp::BerthBookOutput { note: Some(why.to_owned()), ..output(false) });
    let agreed = match answers.agree {
        None => {
            let mut asks = mcp::BerthBookAsks::agree(&format!("A berth at pier {} is 40 a night. Book it?", args.pier));
            if let Some(charts) = mcp::BerthBookAsks::charts(cx) {
                asks = asks.and(charts);
            }
            return Outcome::InputRequired(asks);
        }
        Some(Elicited::Accept(form)) if form.agree => form,
        Some(Elicited::Accept(_) | Elicited::Decline) => return not_booked("not agreed"),
        Some(Elicited::Cancel) => return not_booked("asked, and not answered"),
    };
    match answers.pay {
        None => {
            let price = 40 * agreed.nights.unwrap_or(1);
            let pay = mcp::BerthBookAsks::pay(&format!("https://pay.harbour.test/berths/{}?sum={price}", args.pier));
            Outcome::InputRequired(pay.with_state(&price))
        }
        Some(Elicited::Accept(())) => {
            let side = agreed.side.map_or("any side", AgreeSide::as_str);
            let charts = answers.charts.map_or(0, |charts| charts.roots.len());
            let price: u64 = answers.state.get().unwrap_or_default();
            let note = format!("{side}, {charts} charts, {price} paid");
            Outcome::Complete(mcp::BerthBookOutput { note: Some(note), ..output(true) })
        }
        Some(Elicited::Decline | Elicited::Cancel) => not_booked("not paid"),
    }
}

fn output(booked: bool) -> mcp::BerthBookOutput {
    mcp::BerthBookOutput::new(booked)
}

pub(super) fn missing_capability(
    answers: mcp::TestMissingCapabilityAnswers,
) -> Outcome<ToolOutput, mcp::TestMissingCapabilityAsks> {
    match answers.thought {
        Some(_) => done("thought about"),
        None => Outcome::InputRequired(mcp::TestMissingCapabilityAsks::thought(&[])),
    }
}

pub(super) fn elicitation(
    answers: mcp::TestInputRequiredResultElicitationAnswers,
) -> Outcome<ToolOutput, mcp::TestInputRequiredResultElicitationAsks> {
    match answers.user_name {
        None => Outcome::InputRequired(mcp::TestInputRequiredResultElicitationAsks::user_name()),
        Some(Elicited::Accept(user)) => done(format!("Hello, {}!", user.name)),
        Some(Elicited::Decline | Elicited::Cancel) => done("Hello, whoever you are!"),
    }
}

pub(super) fn sampling(
    answers: mcp::TestInputRequiredResultSamplingAnswers,
) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultSamplingAsks>, ToolError> {
    match answers.capital_question {
        None => Ok(Outcome::InputRequired(mcp::TestInputRequiredResultSamplingAsks::capital_question())),
        Some(answer) => Ok(done(serde_json::to_string(&answer.content).map_err(ToolError::internal)?)),
    }
}

pub(super) fn list_roots(
    answers: mcp::TestInputRequiredResultListRootsAnswers,
) -> Outcome<ToolOutput, mcp::TestInputRequiredResultListRootsAsks> {
    match answers.client_roots {
        None => Outcome::InputRequired(mcp::TestInputRequiredResultListRootsAsks::client_roots()),
        Some(answer) => done(format!("{} roots", answer.roots.len())),
    }
}

pub(super) fn request_state(
    answers: mcp::TestInputRequiredResultRequestStateAnswers,
) -> Outcome<ToolOutput, mcp::TestInputRequiredResultRequestStateAsks> {
    match (answers.confirm, answers.state.get::<String>()) {
        (Some(_), Some(state)) => done(state),
        _ => Outcome::InputRequired(mcp::TestInputRequiredResultRequestStateAsks::confirm().with_state("state-ok")),
    }
}

pub(super) fn multiple_inputs(
    answers: mcp::TestInputRequiredResultMultipleInputsAnswers,
) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultMultipleInputsAsks>, ToolError> {
    type Asks = mcp::TestInputRequiredResultMultipleInputsAsks;
    let (Some(user), Some(_), Some(roots)) = (answers.user_name, answers.greeting, answers.client_roots) else {
        let prompt = json!({"role": "user", "content": {"type": "text", "text": "Generate a greeting"}});
        let prompt = serde_json::from_value(prompt).map_err(ToolError::internal)?;
        let asks = Asks::user_name().and(Asks::greeting(&[prompt], 50)).and(Asks::client_roots());
        return Ok(Outcome::InputRequired(asks.with_state("multiple-inputs")));
    };
    let name = user.accepted().map_or_else(|| "somebody".to_owned(), |user| user.name);
    Ok(done(format!("{name}, greeted, with {} roots", roots.roots.len())))
}

pub(super) fn multi_round(
    answers: mcp::TestInputRequiredResultMultiRoundAnswers,
) -> Outcome<ToolOutput, mcp::TestInputRequiredResultMultiRoundAsks> {
    type Asks = mcp::TestInputRequiredResultMultiRoundAsks;
    match (answers.step1, answers.step2) {
        (None, _) => Outcome::InputRequired(Asks::step1().with_state(&1)),
        (Some(_), None) => Outcome::InputRequired(Asks::step2().with_state(&2)),
        (Some(Elicited::Accept(first)), Some(Elicited::Accept(second))) => {
            done(format!("{} likes {}", first.name, second.color))
        }
        _ => done("never mind"),
    }
}

pub(super) fn tampered_state(
    answers: mcp::TestInputRequiredResultTamperedStateAnswers,
) -> Outcome<ToolOutput, mcp::TestInputRequiredResultTamperedStateAsks> {
    match (answers.confirm, answers.state.get::<String>()) {
        (Some(_), Some(state)) => done(state),
        _ => Outcome::InputRequired(mcp::TestInputRequiredResultTamperedStateAsks::confirm().with_state("untouched")),
    }
}

pub(super) fn capabilities(
    answers: &mcp::TestInputRequiredResultCapabilitiesAnswers,
    cx: &Context,
) -> Outcome<ToolOutput, mcp::TestInputRequiredResultCapabilitiesAsks> {
    type Asks = mcp::TestInputRequiredResultCapabilitiesAsks;
    if answers.form.is_some() || answers.model.is_some() || answers.roots.is_some() {
        return done("asked for what there was");
    }
    let asks = [Asks::form(cx), Asks::model(cx), Asks::roots(cx)].into_iter().flatten().reduce(Asks::and);
    asks.map_or_else(|| done("nothing can be asked for"), Outcome::InputRequired)
}

pub(super) fn prompt(
    answers: mcp::GetPromptTestInputRequiredResultPromptAnswers,
) -> Outcome<PromptMessages, mcp::GetPromptTestInputRequiredResultPromptAsks> {
    match answers.user_context {
        None => Outcome::InputRequired(mcp::GetPromptTestInputRequiredResultPromptAsks::user_context()),
        Some(Elicited::Accept(user)) => {
            Outcome::Complete(PromptMessages::user_text(format!("Mind this context: {}", user.context)))
        }
        Some(Elicited::Decline | Elicited::Cancel) => {
            Outcome::Complete(PromptMessages::user_text("There is no context."))
        }
    }
}

pub(super) fn vault(
    answers: mcp::ReadVaultAnswers,
) -> Result<Outcome<ResourceContents, mcp::ReadVaultAsks>, RequestError> {
    match answers.key_number {
        None => Ok(Outcome::InputRequired(mcp::ReadVaultAsks::key_number())),
        Some(Elicited::Accept(key)) if key.number == 7 => Ok(Outcome::Complete(ResourceContents::text("a sextant"))),
        Some(_) => Err(RequestError::not_found()),
    }
}

fn done<A>(text: impl Into<String>) -> Outcome<ToolOutput, A> {
    Outcome::Complete(ToolOutput::text(text))
}
