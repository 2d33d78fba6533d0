//! What the messages of `sampling/createMessage` must be (SMP-03, SMP-04, SMP-05).
//!
//! Compiled twice: as part of the runtime, for what handlers say, and by `#[path]` into the lints, for what
//! a manifest says; one rule for both.

use serde_json::Value;

/// A message that breaks a rule.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Fault {
    /// Its place among the messages.
    pub(super) message: usize,
    /// The requirement.
    pub(super) rule: &'static str,
    /// What is wrong.
    pub(super) text: String,
}

/// The first message that breaks a rule.
pub(super) fn fault(messages: &[Value]) -> Option<Fault> {
    // What the model called for in the message before, sorted, each once.
    let mut called = Vec::new();
    for (place, message) in messages.iter().enumerate() {
        let fault = |rule, text| Some(Fault { message: place, rule, text });
        let role = message.get("role").and_then(Value::as_str);
        let (Some(role @ ("user" | "assistant")), Some(content)) = (role, message.get("content")) else {
            return fault("SMP-05", "a message has the role of user or assistant, and content".to_owned());
        };
        let blocks = match content {
            Value::Array(blocks) => blocks.as_slice(),
            block => std::slice::from_ref(block),
        };
        let results = || blocks.iter().filter(|block| kind(block) == Some("tool_result"));
        let count = results().count();
        if count > 0 && (role != "user" || count < blocks.len()) {
            return fault("SMP-03", "results of tools stand in a message of the user that has nothing else".to_owned());
        }
        for result in results() {
            let id = result.get("toolUseId").and_then(Value::as_str).unwrap_or_default();
            let Ok(place) = called.binary_search(&id) else {
                return fault(
                    "SMP-04",
                    format!("{id:?} is no call of a tool in the message before it, or has its result"),
                );
            };
            called.remove(place);
        }
        if let Some(id) = called.first() {
            return fault("SMP-04", format!("the call of a tool {id:?} has no result in the message after it"));
        }
        if role == "assistant" {
            for block in blocks.iter().filter(|block| kind(block) == Some("tool_use")) {
                if let Err(place) = called.binary_search(&id_of(block)) {
                    called.insert(place, id_of(block));
                }
            }
        }
    }
    let open = called.first().map(|id| format!("the call of a tool {id:?} has no result"));
    open.map(|text| Fault { message: messages.len().saturating_sub(1), rule: "SMP-04", text })
}

fn kind(block: &Value) -> Option<&str> {
    block.get("type").and_then(Value::as_str)
}

fn id_of(block: &Value) -> &str {
    block.get("id").and_then(Value::as_str).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rule(messages: &Value) -> Option<(usize, &'static str)> {
        let messages = messages.as_array().map(Vec::as_slice).unwrap_or_default();
        fault(messages).map(|fault| (fault.message, fault.rule))
    }

    fn text(role: &str) -> Value {
        json!({"role": role, "content": {"type": "text", "text": "t"}})
    }

    fn uses(ids: &[&str]) -> Value {
        let uses = ids.iter().map(|id| json!({"type": "tool_use", "id": id, "name": "n", "input": {}}));
        json!({"role": "assistant", "content": uses.collect::<Vec<_>>()})
    }

    fn results(ids: &[&str]) -> Value {
        let results = ids.iter().map(|id| json!({"type": "tool_result", "toolUseId": id, "content": []}));
        json!({"role": "user", "content": results.collect::<Vec<_>>()})
    }

    #[test]
    fn smp_03_results_of_tools_stand_alone() {
        let mut mixed = results(&["a"]);
        if let Some(content) = mixed["content"].as_array_mut() {
            content.push(json!({"type": "text", "text": "and more"}));
        }
        assert_eq!(rule(&json!([text("user"), uses(&["a"]), mixed])), Some((2, "SMP-03")));
        let mut of_model = results(&["a"]);
        of_model["role"] = json!("assistant");
        assert_eq!(rule(&json!([uses(&["a"]), of_model])), Some((1, "SMP-03")));
    }

    #[test]
    fn smp_04_each_use_of_a_tool_has_its_result_in_the_next_message() {
        assert_eq!(rule(&json!([text("user"), uses(&["a", "b"]), results(&["b", "a"]), text("assistant")])), None);
        assert_eq!(rule(&json!([uses(&["a"]), results(&["a"]), uses(&["a"]), results(&["a"])])), None);
        let one = json!({"role": "user", "content": {"type": "tool_result", "toolUseId": "a", "content": []}});
        assert_eq!(rule(&json!([uses(&["a"]), one])), None, "one block without a list");
        for (messages, at) in [
            (json!([uses(&["a", "b"]), results(&["a"])]), 1),
            (json!([uses(&["a"]), text("user"), results(&["a"])]), 1),
            (json!([uses(&["a"]), text("assistant")]), 1),
            (json!([text("user"), uses(&["a"])]), 1),
            (json!([uses(&["a"]), results(&["a", "a"])]), 1),
            (json!([uses(&["a"]), results(&["c"])]), 1),
            (json!([results(&["a"])]), 0),
        ] {
            assert_eq!(rule(&messages), Some((at, "SMP-04")), "{messages}");
        }
    }

    #[test]
    fn smp_05_a_message_has_a_role_and_content() {
        assert_eq!(rule(&json!([])), None);
        for broken in [json!(1), json!({}), json!({"role": "user"}), json!({"role": "system", "content": []})] {
            assert_eq!(rule(&json!([text("user"), broken])), Some((1, "SMP-05")), "{broken}");
        }
    }
}
