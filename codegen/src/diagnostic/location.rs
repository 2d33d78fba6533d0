//! Lines and columns of places, found without reading a file again for each of them.

use std::collections::BTreeMap;

use serde::Serialize;

use super::Diagnostic;
use crate::source::{FileId, Place, Sources};

/// A place as people and other tools count: from 1, columns in characters, the end excluded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Location {
    /// The path as the user gave it.
    pub file: String,
    /// First line.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Last line.
    pub end_line: usize,
    /// Column after the last character.
    pub end_column: usize,
}

/// Where the lines of the files start.
pub(super) struct Locator<'a> {
    sources: &'a Sources,
    files: BTreeMap<FileId, Lines>,
}

struct Lines {
    starts: Vec<usize>,
    /// Characters before every [`STRIDE`]th byte.
    characters: Vec<usize>,
}

/// A line may be a whole file: columns are counted from the nearest of these.
const STRIDE: usize = 1024;

impl<'a> Locator<'a> {
    /// Knows the files that the findings name.
    pub(super) fn new<'d>(sources: &'a Sources, found: impl IntoIterator<Item = &'d Diagnostic>) -> Self {
        let mut files = BTreeMap::new();
        for diagnostic in found {
            let related = diagnostic.related.iter().map(|(place, _)| place);
            for place in diagnostic.place.iter().chain(related) {
                files.entry(place.file).or_insert_with(|| Lines::of(&sources.get(place.file).text));
            }
        }
        Self { sources, files }
    }

    pub(super) fn locate(&self, place: Place) -> Location {
        let (line, column) = self.point(place.file, place.start as usize);
        let (end_line, end_column) = self.point(place.file, place.end as usize);
        Location { file: self.sources.get(place.file).name.clone(), line, column, end_line, end_column }
    }

    /// The line that a place starts in, without its end, and the byte at which it starts.
    pub(super) fn line_text(&self, place: Place) -> (&'a str, usize) {
        let text = self.sources.get(place.file).text.as_str();
        let (line, _) = self.point(place.file, place.start as usize);
        let start = self.start_of(place.file, line);
        let end =
            self.files.get(&place.file).and_then(|lines| lines.starts.get(line)).map_or(text.len(), |next| next - 1);
        (text.get(start..end).unwrap_or_default().trim_end_matches('\r'), start)
    }

    fn point(&self, file: FileId, at: usize) -> (usize, usize) {
        let Some(lines) = self.files.get(&file) else { return (1, 1) };
        let line = lines.starts.partition_point(|start| *start <= at).max(1);
        let start = self.start_of(file, line);
        let text = self.sources.get(file).text.as_bytes();
        (line, lines.characters_before(text, at) - lines.characters_before(text, start) + 1)
    }

    fn start_of(&self, file: FileId, line: usize) -> usize {
        self.files.get(&file).and_then(|lines| lines.starts.get(line - 1)).copied().unwrap_or_default()
    }
}

impl Lines {
    fn of(text: &str) -> Self {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let mut characters = vec![0];
        for stride in text.as_bytes().chunks(STRIDE) {
            characters.push(characters.last().copied().unwrap_or_default() + started(stride));
        }
        Self { starts, characters }
    }

    fn characters_before(&self, text: &[u8], at: usize) -> usize {
        let stride = at / STRIDE;
        let known = self.characters.get(stride).copied().unwrap_or_default();
        known + text.get(stride * STRIDE..at).map_or(0, started)
    }
}

/// Characters that start in a piece of UTF-8.
fn started(bytes: &[u8]) -> usize {
    bytes.iter().filter(|byte| (**byte & 0xc0) != 0x80).count()
}
