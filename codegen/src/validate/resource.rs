//! Schema resources: which address, anchor and dialect every subschema has.
//!
//! Comes in: the schema and the documents bundled with it. Goes out: answers to "where does this
//! reference lead". Always holds: nothing is fetched, from no network and no file (JSC-04).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use serde_json::Value;

use super::dialect::{DRAFT_7, DRAFT_2020_12, Dialect, Reading, Vocabulary};
use super::{Fault, Options, form, format, metaschema, pointer};

/// A place in one of the documents.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Place {
    pub(super) document: usize,
    pub(super) pointer: String,
}

/// A schema with an address of its own.
#[derive(Debug)]
pub(super) struct Resource {
    uri: String,
    root: Place,
    pub(super) reading: Reading,
    /// Its dynamic anchors.
    pub(super) dynamic: BTreeMap<String, Place>,
}

/// All that is known of the documents so far.
#[derive(Debug)]
pub(super) struct Resources<'s> {
    options: &'s Options,
    documents: Vec<(String, &'s Value)>,
    resources: Vec<Resource>,
    by_uri: BTreeMap<String, usize>,
    by_root: BTreeMap<Place, usize>,
    anchors: BTreeMap<(usize, String), Place>,
    scanned: BTreeSet<Place>,
    pub(super) faults: Vec<Fault>,
}

/// The address of a schema that has none.
const NAMELESS: &str = "schema:/";

static META_SCHEMAS: LazyLock<BTreeMap<String, Value>> = LazyLock::new(|| {
    let parts = Vocabulary::ALL.iter().map(|(_, name)| format!("https://json-schema.org/draft/2020-12/meta/{name}"));
    let all = parts.chain([DRAFT_7.to_owned(), DRAFT_2020_12.to_owned()]);
    all.filter_map(|uri| metaschema::at(&uri).map(|schema| (uri, schema))).collect()
});

impl<'s> Resources<'s> {
    pub(super) fn new(schema: &'s Value, options: &'s Options) -> Self {
        let mut this = Self {
            options,
            documents: Vec::new(),
            resources: Vec::new(),
            by_uri: BTreeMap::new(),
            by_root: BTreeMap::new(),
            anchors: BTreeMap::new(),
            scanned: BTreeSet::new(),
            faults: Vec::new(),
        };
        let base = options.base.as_deref().and_then(|base| resolve(NAMELESS, base)).map(|(uri, _)| uri);
        this.add_document(base.unwrap_or_else(|| NAMELESS.to_owned()), schema, &Reading::standard(options.dialect));
        this
    }

    /// The value at a place.
    pub(super) fn value(&self, place: &Place) -> Option<&'s Value> {
        self.documents.get(place.document)?.1.pointer(&place.pointer)
    }

    /// The resource that a place belongs to.
    pub(super) fn resource(&self, place: &Place) -> Option<&Resource> {
        self.resources.get(self.resource_index(place)?)
    }

    fn resource_index(&self, place: &Place) -> Option<usize> {
        pointer::ancestors(&place.pointer).find_map(|pointer| {
            self.by_root.get(&Place { document: place.document, pointer: pointer.to_owned() }).copied()
        })
    }

    /// Where a place is, for people: its pointer, after the address of the document if it is a bundled one.
    pub(super) fn describe(&self, place: &Place) -> String {
        match self.documents.get(place.document) {
            Some((uri, _)) if place.document > 0 => format!("{uri}#{}", place.pointer),
            _ => format!("#{}", place.pointer),
        }
    }

    /// Notes a fault at a place.
    pub(super) fn fault(&mut self, rule: &'static str, place: &Place, message: String, help: &str) {
        let document = self.documents.get(place.document).filter(|_| place.document > 0).map(|(uri, _)| uri.clone());
        let pointer = place.pointer.clone();
        self.faults.push(Fault { rule, document, pointer, message, help: help.to_owned() });
    }

    /// Where the reference `text` of the schema at `place` leads, and the anchor that it names;
    /// `None` after a fault has been noted at `keyword`.
    pub(super) fn follow(&mut self, place: &Place, keyword: &str, text: &str) -> Option<(Place, Option<String>)> {
        let at = Place { document: place.document, pointer: pointer::push(&place.pointer, keyword) };
        let base = self.resource(place)?.uri.clone();
        let Some((uri, fragment)) = resolve(&base, text) else {
            // The form check has said it already.
            return None;
        };
        let Some(resource) = self.load(place, &uri) else {
            let scheme = uri.split(':').next().unwrap_or_default();
            let known = self.faults.iter().any(|fault| fault.pointer == at.pointer && fault.rule == "JSC-02");
            if known {
                return None;
            }
            let (rule, message) = if matches!(scheme, "http" | "https" | "ftp" | "file") {
                ("JSC-04", format!("`{keyword}` leads to {uri}, and nothing is ever fetched"))
            } else {
                ("JSC-05", format!("`{keyword}` leads to {text:?}, a document that is not there"))
            };
            let help = "put the schema into `$defs` and refer to it as \"#/$defs/<name>\", or bundle the document";
            self.fault(rule, &at, message, help);
            return None;
        };
        let root = self.resources.get(resource)?.root.clone();
        if fragment.is_empty() {
            return Some((root, None));
        }
        if fragment.starts_with('/') {
            let tokens = pointer::tokens(&fragment);
            let target = tokens.fold(root.pointer, |parent, token| pointer::push(&parent, &token));
            let target = Place { document: root.document, pointer: target };
            if let Some(value) = self.value(&target) {
                let owner = self.resource_index(&target)?;
                self.scan(&target, value, owner);
                return Some((target, None));
            }
        } else if let Some(target) = self.anchors.get(&(resource, fragment.clone())) {
            return Some((target.clone(), Some(fragment)));
        }
        let message = format!("`{keyword}` leads to {text:?}, which does not exist");
        self.fault("JSC-10", &at, message, &self.near(resource, &fragment));
        None
    }

    /// What a reader may have meant by a fragment that leads nowhere.
    fn near(&self, resource: usize, fragment: &str) -> String {
        let parent = fragment.rsplit_once('/').map_or("", |(parent, _)| parent);
        let root = self.resources.get(resource).map(|resource| resource.root.clone());
        let names: Vec<String> = root
            .and_then(|root| self.value(&Place { pointer: root.pointer + parent, ..root }))
            .and_then(Value::as_object)
            .map(|object| object.keys().map(|name| format!("\"#{}\"", pointer::push(parent, name))).collect())
            .unwrap_or_default();
        match names.len() {
            0 => String::from("a reference leads to a schema in the same document, such as \"#/$defs/name\""),
            _ => format!("there are {}", names.iter().take(8).cloned().collect::<Vec<_>>().join(", ")),
        }
    }

    /// The resource of an address: known, bundled, or a meta-schema of the standard.
    fn load(&mut self, from: &Place, uri: &str) -> Option<usize> {
        if let Some(known) = self.by_uri.get(uri) {
            return Some(*known);
        }
        let base = self.documents.first().map_or(NAMELESS, |(uri, _)| uri).to_owned();
        let bundled = self
            .options
            .documents
            .iter()
            .find(|(name, _)| name.as_str() == uri || resolve(&base, name).is_some_and(|(name, _)| name == uri));
        let document = bundled.map(|(_, value)| value).or_else(|| META_SCHEMAS.get(uri))?;
        let reading = self.resource(from)?.reading.clone();
        self.add_document(uri.to_owned(), document, &reading);
        self.by_uri.get(uri).copied()
    }

    fn add_document(&mut self, uri: String, document: &'s Value, outer: &Reading) {
        let root = Place { document: self.documents.len(), pointer: String::new() };
        self.documents.push((uri.clone(), document));
        let reading = self.reading(&root, document, outer);
        let resource = self.add_resource(uri, root.clone(), reading);
        self.scan(&root, document, resource);
    }

    fn add_resource(&mut self, uri: String, root: Place, reading: Reading) -> usize {
        let index = self.resources.len();
        self.claim(&uri, index, &root);
        self.by_root.insert(root.clone(), index);
        self.resources.push(Resource { uri, root, reading, dynamic: BTreeMap::new() });
        index
    }

    /// What `$schema` of a resource says (JSC-02).
    fn reading(&mut self, place: &Place, schema: &Value, outer: &Reading) -> Reading {
        let Some(Value::String(uri)) = schema.get("$schema") else { return outer.clone() };
        if let Some(dialect) = Dialect::of_uri(uri) {
            return Reading::standard(dialect);
        }
        let at = Place { document: place.document, pointer: pointer::push(&place.pointer, "$schema") };
        let help = format!("supported are {DRAFT_2020_12} (meant when `$schema` is absent) and {DRAFT_7}#");
        let bare = uri.strip_suffix('#').unwrap_or(uri);
        let Some(meta_schema) = self.options.documents.get(bare) else {
            self.fault("JSC-02", &at, format!("the dialect {uri} is not supported"), &help);
            return outer.clone();
        };
        let base = meta_schema.get("$schema").and_then(Value::as_str).and_then(Dialect::of_uri);
        match Reading::of_meta_schema(base.unwrap_or(Dialect::Draft202012), meta_schema) {
            Ok(reading) => reading,
            Err(vocabulary) => {
                self.fault(
                    "JSC-02",
                    &at,
                    format!("{uri} requires the vocabulary {vocabulary}, which is unknown"),
                    &help,
                );
                outer.clone()
            }
        }
    }

    /// Finds addresses and anchors from a schema downward, and checks the form of every keyword.
    fn scan(&mut self, start: &Place, schema: &'s Value, resource: usize) {
        let document = start.document;
        let mut open = vec![(start.pointer.clone(), schema, resource)];
        while let Some((pointer, schema, mut resource)) = open.pop() {
            let place = Place { document, pointer };
            if !self.scanned.insert(place.clone()) {
                continue;
            }
            resource = self.identify(&place, schema, resource);
            let Some(reading) = self.resources.get(resource).map(|resource| resource.reading.clone()) else { continue };
            for misformed in form::check(reading.dialect, schema) {
                let at = Place { document, pointer: format!("{}{}", place.pointer, misformed.pointer) };
                let rule = if misformed.is_pattern { "JSC-12" } else { "JSC-03" };
                self.fault(rule, &at, misformed.message, &format!("legal is {}", misformed.expected));
            }
            let format = schema.get("format").and_then(Value::as_str).filter(|_| reading.requires_formats);
            if let Some(format) = format.filter(|format| format::NOT_CHECKED.contains(format)) {
                let at = Place { document, pointer: format!("{}/format", place.pointer) };
                let message = format!("the meta-schema requires that `format` is asserted, and {format:?} cannot be");
                let help = "leave the format out, or list the vocabulary `format-assertion` with false";
                self.fault("JSC-02", &at, message, help);
            }
            let inner = form::subschemas(reading.dialect, schema);
            open.extend(
                inner.into_iter().rev().map(|(step, schema)| (format!("{}{step}", place.pointer), schema, resource)),
            );
        }
    }

    /// Takes in `$id` and the anchors of one schema; gives the resource that it belongs to.
    fn identify(&mut self, place: &Place, schema: &Value, outer: usize) -> usize {
        let (Some(object), Some(around)) = (schema.as_object(), self.resources.get(outer)) else { return outer };
        let (base, outer_reading) = (around.uri.clone(), around.reading.clone());
        let reading = if object.contains_key("$id") && !place.pointer.is_empty() {
            self.reading(place, schema, &outer_reading)
        } else {
            outer_reading
        };
        let is_draft7 = reading.dialect == Dialect::Draft7;
        let mut resource = outer;
        // Draft-07: what stands beside `$ref` is ignored, an address too.
        let id = object.get("$id").and_then(Value::as_str).filter(|_| !(is_draft7 && object.contains_key("$ref")));
        if let Some((uri, fragment)) = id.and_then(|id| resolve(&base, id)) {
            let is_anchor = is_draft7 && id.is_some_and(|id| id.starts_with('#'));
            if !is_anchor {
                resource = if self.by_root.get(place) == Some(&outer) {
                    // The root of a document has two addresses: where it was found, and what it calls itself.
                    self.rename(outer, uri)
                } else {
                    self.add_resource(uri, place.clone(), reading)
                };
            }
            if is_draft7 && !fragment.is_empty() {
                self.anchors.insert((resource, fragment), place.clone());
            }
        }
        if !is_draft7 {
            for keyword in ["$anchor", "$dynamicAnchor"] {
                let Some(name) = object.get(keyword).and_then(Value::as_str) else { continue };
                if let Some(earlier) = self.anchors.insert((resource, name.to_owned()), place.clone())
                    && earlier != *place
                {
                    let at = Place { document: place.document, pointer: pointer::push(&place.pointer, keyword) };
                    let message = format!("the anchor {name:?} stands at {} too", self.describe(&earlier));
                    self.fault("JSC-03", &at, message, "an anchor names one schema of its resource");
                }
                if keyword == "$dynamicAnchor"
                    && let Some(resource) = self.resources.get_mut(resource)
                {
                    resource.dynamic.insert(name.to_owned(), place.clone());
                }
            }
        }
        resource
    }

    /// An address is that of one schema: a reference to it could mean either.
    fn claim(&mut self, uri: &str, resource: usize, root: &Place) {
        let earlier = self.by_uri.insert(uri.to_owned(), resource).filter(|earlier| *earlier != resource);
        let earlier = earlier.and_then(|earlier| self.resources.get(earlier)).map(|earlier| earlier.root.clone());
        if let Some(earlier) = earlier.filter(|earlier| earlier != root) {
            let at = Place { document: root.document, pointer: pointer::push(&root.pointer, "$id") };
            let message = format!("the address {uri} is that of the schema at {} too", self.describe(&earlier));
            self.fault("JSC-13", &at, message, "give each schema an `$id` of its own, or take one of them away");
        }
    }

    fn rename(&mut self, resource: usize, uri: String) -> usize {
        if let Some(root) = self.resources.get(resource).map(|resource| resource.root.clone()) {
            self.claim(&uri, resource, &root);
        }
        if let Some(resource) = self.resources.get_mut(resource) {
            resource.uri = uri;
        }
        resource
    }
}

/// An address without fragment, and the fragment, percent-decoded.
fn resolve(base: &str, reference: &str) -> Option<(String, String)> {
    let base = fluent_uri::Uri::parse(base).ok()?;
    let reference = fluent_uri::UriRef::parse(reference).ok()?;
    let mut uri = reference.resolve_against(&base).ok()?;
    let fragment = uri.fragment().map(|fragment| fragment.decode().to_string_lossy().into_owned());
    uri.set_fragment(None);
    Some((uri.as_str().to_owned(), fragment.unwrap_or_default()))
}
