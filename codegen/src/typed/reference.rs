//! Where a `$ref` leads, inside one schema: nothing is ever fetched.
//!
//! Comes in: the whole schema. Goes out: JSON Pointers of the parts that references name, by
//! pointer, anchor or the `$id` of an embedded resource. What cannot be found is `None`.

use std::collections::{BTreeMap, HashMap};

use serde_json::Value;

/// The named parts of one schema.
pub(super) struct References<'a> {
    root: &'a Value,
    /// Base URI by the pointer of the resource it belongs to; the root is always one.
    resources: BTreeMap<String, String>,
    by_uri: HashMap<String, String>,
    anchors: HashMap<(String, String), String>,
    /// Whether a `$ref` hides everything beside it, as before draft 2019-09.
    pub(super) ref_stands_alone: bool,
    /// How many objects the schema has: what may be derived from it is bounded by this.
    pub(super) size: usize,
}

impl<'a> References<'a> {
    /// Looks through a schema once.
    pub(super) fn new(root: &'a Value) -> Self {
        let dialect = root.get("$schema").and_then(Value::as_str).unwrap_or_default();
        let old = ["draft-03", "draft-04", "draft-06", "draft-07"].iter().any(|name| dialect.contains(name));
        let mut this = Self {
            root,
            resources: BTreeMap::from([(String::new(), String::new())]),
            by_uri: HashMap::new(),
            anchors: HashMap::new(),
            ref_stands_alone: old,
            size: 0,
        };
        this.walk();
        this
    }

    fn walk(&mut self) {
        let mut open = vec![(self.root, String::new(), String::new())];
        while let Some((value, at, resource)) = open.pop() {
            match value {
                Value::Object(members) => {
                    self.size += 1;
                    let resource = self.name(members, &at, resource);
                    for (key, value) in members {
                        if !matches!(key.as_str(), "enum" | "const" | "default" | "examples") {
                            open.push((value, child(&at, key), resource.clone()));
                        }
                    }
                }
                Value::Array(items) => {
                    for (index, value) in items.iter().enumerate() {
                        open.push((value, format!("{at}/{index}"), resource.clone()));
                    }
                }
                _ => {}
            }
        }
    }

    /// Takes in `$id` and the anchors of one object; returns the resource that it belongs to.
    fn name(&mut self, members: &serde_json::Map<String, Value>, at: &str, mut resource: String) -> String {
        if let Some(id) = members.get("$id").and_then(Value::as_str) {
            if let Some(anchor) = id.strip_prefix('#') {
                self.anchors.insert((resource.clone(), anchor.to_owned()), at.to_owned());
            } else {
                let base = self.resources.get(&resource).map_or("", String::as_str);
                let uri = join(base, id.trim_end_matches('#'));
                self.by_uri.insert(uri.clone(), at.to_owned());
                at.clone_into(&mut resource);
                self.resources.insert(resource.clone(), uri);
            }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(anchor) = members.get(keyword).and_then(Value::as_str) {
                self.anchors.insert((resource.clone(), anchor.to_owned()), at.to_owned());
            }
        }
        resource
    }

    /// The schema that a `$ref` at `at` names, and its pointer.
    pub(super) fn resolve(&self, at: &str, reference: &str) -> Option<(&'a Value, String)> {
        let (uri, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let here = self.resource_of(at);
        let resource = if uri.is_empty() {
            here
        } else {
            let base = self.resources.get(here).map_or("", String::as_str);
            self.by_uri.get(&join(base, uri))?
        };
        let fragment = percent_decoded(fragment)?;
        let target = if fragment.is_empty() || fragment.starts_with('/') {
            format!("{resource}{fragment}")
        } else {
            self.anchors.get(&(resource.to_owned(), fragment))?.clone()
        };
        Some((self.root.pointer(&target)?, target))
    }

    fn resource_of<'s>(&self, at: &'s str) -> &'s str {
        let mut prefix = at;
        while !self.resources.contains_key(prefix) {
            prefix = prefix.rfind('/').map_or("", |end| &prefix[..end]);
        }
        prefix
    }
}

/// Appends one reference token to a JSON Pointer (RFC 6901 section 3).
pub(super) fn child(pointer: &str, token: &str) -> String {
    format!("{pointer}/{}", token.replace('~', "~0").replace('/', "~1"))
}

/// A URI reference against a base, as far as the `$id`s of one document need it (RFC 3986 section 5.2).
fn join(base: &str, reference: &str) -> String {
    let has_scheme = reference.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'))
    });
    if has_scheme || base.is_empty() {
        return reference.to_owned();
    }
    let authority_end =
        base.find("://").map_or(0, |scheme| base[scheme + 3..].find('/').map_or(base.len(), |path| scheme + 3 + path));
    if reference.starts_with('/') {
        return format!("{}{reference}", &base[..authority_end]);
    }
    let directory = base.rfind('/').filter(|end| *end >= authority_end).map_or(authority_end, |end| end + 1);
    format!("{}{reference}", &base[..directory])
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16).and_then(|d| u8::try_from(d).ok());
            bytes.push(digit()? << 4 | digit()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}
