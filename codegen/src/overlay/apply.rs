//! The facts that change what is valid, applied to the schema.

use serde_json::{Map, Value, json};

use super::{Fact, Overlay};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::document::child;
use crate::schema::vendor::structure;

impl Overlay {
    /// The schema as the specification means it; `None` when the schema moved under a fact.
    #[must_use]
    pub fn apply(&self, schema: &Value, diagnostics: &mut Diagnostics) -> Option<Value> {
        let keyword = if schema.get("$defs").is_some() { "$defs" } else { "definitions" };
        let mut patching = Patching { overlay: self, schema: schema.clone(), keyword, diagnostics, sound: true };
        for fact in &self.patches {
            for at in fact.says.at.all() {
                patching.replace(fact, at);
            }
        }
        for fact in &self.constants {
            for of in fact.says.types.all() {
                patching.constant(fact, of);
            }
        }
        for fact in &self.needs_one {
            patching.needs_one(fact);
        }
        for fact in &self.extensible {
            for at in fact.says.at.all() {
                patching.extend(fact, at);
            }
        }
        patching.sound.then_some(patching.schema)
    }
}

struct Patching<'a> {
    overlay: &'a Overlay,
    schema: Value,
    keyword: &'static str,
    diagnostics: &'a mut Diagnostics,
    sound: bool,
}

impl Patching<'_> {
    fn replace(&mut self, fact: &Fact<super::Patch>, at: &str) {
        let Some(found) = self.schema.pointer_mut(at) else {
            return self.moved(&fact.pointer, at, "there is nothing any more");
        };
        let structure = structure(found);
        if structure != fact.says.was {
            let found = structure.to_string();
            return self.moved(&fact.pointer, at, &format!("there is {found} now"));
        }
        let description = found.get("description").cloned();
        *found = fact.says.now.clone();
        if let (Some(description), Some(found)) = (description, found.as_object_mut()) {
            found.insert("description".to_owned(), description);
        }
    }

    fn constant(&mut self, fact: &Fact<super::Constant>, of: &str) {
        let says = &fact.says;
        let Some(definition) = self.definition(&fact.pointer, of) else { return };
        let at = child("/properties", &says.member);
        let Some(Value::Object(member)) = definition.pointer_mut(&at) else {
            return self.moved(&fact.pointer, &format!("{of}.{}", says.member), "there is no such member");
        };
        if member.get("type") != Some(&json!("string")) || member.contains_key("const") || member.contains_key("enum") {
            return self.moved(&fact.pointer, &format!("{of}.{}", says.member), "it is no plain string any more");
        }
        member.insert("const".to_owned(), json!(says.value));
        if says.absent
            && let Some(Value::Array(required)) = definition.get_mut("required")
        {
            required.retain(|name| *name != json!(says.member));
            if required.is_empty()
                && let Some(definition) = definition.as_object_mut()
            {
                definition.remove("required");
            }
        }
    }

    fn needs_one(&mut self, fact: &Fact<super::NeedsOne>) {
        let says = &fact.says;
        let Some(definition) = self.definition(&fact.pointer, &says.of) else { return };
        let missing = |name: &&String| definition.pointer(&child("/properties", name)).is_none();
        if let Some(name) = says.members.iter().find(missing) {
            return self.moved(&fact.pointer, &format!("{}.{name}", says.of), "there is no such member");
        }
        let parts: Vec<Value> = says.members.iter().map(|name| json!({ "required": [name] })).collect();
        if let Some(definition) = definition.as_object_mut()
            && definition.insert("anyOf".to_owned(), Value::Array(parts)).is_some()
        {
            self.moved(&fact.pointer, &says.of, "it has an `anyOf` of its own");
        }
    }

    /// One more variant: an object whose tag is none of those of the others.
    fn extend(&mut self, fact: &Fact<super::Extensible>, at: &str) {
        let member = &fact.says.member;
        let variants: Vec<Value> = self
            .schema
            .pointer(at)
            .and_then(|union| union.get("anyOf"))
            .and_then(Value::as_array)
            .cloned()
            .unwrap_or_default();
        let tags: Option<Vec<Value>> = variants
            .iter()
            .map(|variant| {
                let definition = match variant.get("$ref").and_then(Value::as_str) {
                    Some(reference) => self.schema.pointer(reference.strip_prefix('#')?)?,
                    None => variant,
                };
                definition.pointer(&child("/properties", member))?.get("const").cloned()
            })
            .collect();
        let Some(tags) = tags.filter(|tags| !tags.is_empty()) else {
            return self.moved(&fact.pointer, at, &format!("it is no union of objects that `{member}` tells apart"));
        };
        let other = json!({
            "type": "object",
            "properties": { member: { "type": "string", "not": { "enum": tags } } },
            "required": [member],
        });
        if let Some(Value::Array(variants)) = self.schema.pointer_mut(at).and_then(|union| union.get_mut("anyOf")) {
            variants.push(other);
        }
    }

    fn definition(&mut self, pointer: &str, name: &str) -> Option<&mut Value> {
        let at = child(&child("", self.keyword), name);
        if self.schema.pointer(&at).and_then(Value::as_object).is_none_or(Map::is_empty) {
            self.moved(pointer, name, "there is no such definition");
            return None;
        }
        self.schema.pointer_mut(&at)
    }

    fn moved(&mut self, pointer: &str, what: &str, how: &str) {
        self.sound = false;
        self.diagnostics.push(
            Diagnostic::error(
                "OVL-03",
                self.overlay.place(pointer),
                format!("the schema moved under this fact: at `{what}` {how}"),
            )
            .help("read the specification again; then correct the fact, or take it out"),
        );
    }
}
