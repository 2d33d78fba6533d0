//! YAML text to a [`Document`].
//!
//! `saphyr-parser` turns the text into events one by one; values are built on a stack of our own,
//! so that depth costs no stack. The core schema of YAML 1.2 decides what a plain scalar is, and
//! only what JSON has is accepted: text as keys, no tags, no infinities, one document. An alias
//! stands for a copy of its anchor, with the places of the anchor; all copies together are bounded.

mod aliases;
mod scalar;
mod tree;

use saphyr_parser::{Event, Marker, Parser, ScalarStyle, Span};
use serde_json::Value;

use self::tree::Tree;
use super::Document;
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::source::{FileId, Place, Sources};

/// Reads the YAML text of a file. `None` means that nothing could be made of it; the errors are in
/// `diagnostics` (DOC-01 not YAML, DOC-02 a key twice, DOC-03 nested too deep, DOC-07 a value that
/// JSON does not have).
pub fn read(sources: &Sources, file: FileId, diagnostics: &mut Diagnostics) -> Option<Document> {
    let text = sources.get(file).text.as_str();
    let offsets = Offsets::of(text);
    let mut tree = Tree::new(diagnostics);
    let mut documents = 0;
    for event in &mut Parser::new_from_str(text) {
        let (event, span) = match event {
            Ok(event) => event,
            Err(error) => {
                let at = offsets.byte(*error.marker());
                tree.fail(not_yaml(super::place_near(sources, file, at..at), error.info()));
                break;
            }
        };
        let place = offsets.place(sources, file, span);
        if matches!(event, Event::DocumentStart(_)) {
            documents += 1;
            if documents > 1 {
                tree.fail(
                    Diagnostic::error("DOC-07", place, "a second document starts here")
                        .help("keep one document in a file"),
                );
                break;
            }
        }
        take(&mut tree, event, place);
        if tree.is_hopeless() {
            break;
        }
    }
    let whole = sources.place(file, 0..text.len());
    tree.finish(whole)
}

fn take(tree: &mut Tree<'_>, event: Event<'_>, place: Place) {
    match event {
        Event::Nothing | Event::StreamStart | Event::StreamEnd | Event::DocumentStart(_) | Event::DocumentEnd => {}
        Event::Alias(id) => tree.alias(id, place),
        Event::Scalar(text, style, anchor, tag) => {
            refuse_tag(tree, tag.is_some(), place);
            let plain = style == ScalarStyle::Plain;
            let value = if plain { scalar::plain(&text) } else { scalar::Plain::of(Value::String(text.into_owned())) };
            tree.scalar(value, plain, anchor, place);
        }
        Event::SequenceStart(anchor, tag) => {
            refuse_tag(tree, tag.is_some(), place);
            tree.open(false, anchor, place);
        }
        Event::MappingStart(anchor, tag) => {
            refuse_tag(tree, tag.is_some(), place);
            tree.open(true, anchor, place);
        }
        Event::SequenceEnd | Event::MappingEnd => tree.close(place),
    }
}

fn refuse_tag(tree: &mut Tree<'_>, tagged: bool, place: Place) {
    if tagged {
        tree.fail(
            Diagnostic::error("DOC-07", place, "a YAML tag (`!`) has no meaning in JSON")
                .help("take the tag away; put text that looks like a number in quotes"),
        );
    }
}

fn not_yaml(place: Place, info: &str) -> Diagnostic {
    if info.contains("recursion limit") {
        return Diagnostic::error("DOC-03", place, "nested too deep").help("flatten the value");
    }
    Diagnostic::error("DOC-01", place, format!("this is not YAML: {info}"))
        .help("YAML 1.2: indent with blanks, put text with `: `, ` #` or a leading `*`, `&`, `!`, `{`, `[` in quotes")
}

/// Where each character of a text starts: the parser counts characters, places count bytes.
enum Offsets {
    Ascii(usize),
    Starts(Vec<u32>),
}

impl Offsets {
    fn of(text: &str) -> Self {
        if text.is_ascii() {
            return Self::Ascii(text.len());
        }
        let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
        let starts = text.char_indices().map(|(at, _)| u32::try_from(at).unwrap_or(u32::MAX));
        Self::Starts(starts.chain([end]).collect())
    }

    fn byte(&self, marker: Marker) -> usize {
        match self {
            Self::Ascii(len) => marker.index().min(*len),
            Self::Starts(starts) => starts.get(marker.index()).or(starts.last()).map_or(0, |at| *at as usize),
        }
    }

    fn place(&self, sources: &Sources, file: FileId, span: Span) -> Place {
        let (start, end) = (self.byte(span.start), self.byte(span.end));
        sources.place(file, start..end.max(start))
    }
}
