//! The texts that were read, by file, and places in them.
//!
//! Comes in: the bytes of a manifest, a schema, an overlay. Goes out: a [`Place`] is a byte range
//! of one of the files, small enough to be carried by everything that may have to be reported.
//! Always holds: a `Place` lies inside the text of its file, on character boundaries.

use std::ops::Range;

/// One of the files of a [`Sources`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A byte range in one file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Place {
    /// The range as indices into the text of the file.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// The text of one file under the name by which the user knows it.
#[derive(Clone, Debug)]
pub struct Source {
    /// The path as the user gave it, or as it follows from what the user gave: never made absolute.
    pub name: String,
    /// The whole text, without a byte order mark.
    pub text: String,
}

/// Every file read in one run, in the order of reading.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    files: Vec<Source>,
}

impl Sources {
    /// Takes a text in.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<String>) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let mut text = text.into();
        if text.starts_with('\u{feff}') {
            text.drain(..'\u{feff}'.len_utf8());
        }
        self.files.push(Source { name: name.into(), text });
        id
    }

    /// The file behind an id that this collection gave out.
    #[must_use]
    pub fn get(&self, id: FileId) -> &Source {
        &self.files[id.0 as usize]
    }

    /// All files, in the order of reading.
    #[must_use]
    pub fn files(&self) -> &[Source] {
        &self.files
    }

    /// Line and column of the first byte of a place, both from 1; columns count characters.
    #[must_use]
    pub fn line_col(&self, place: Place) -> (usize, usize) {
        let before = &self.get(place.file).text[..place.start as usize];
        let line = before.matches('\n').count() + 1;
        let col = before.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1;
        (line, col)
    }

    /// The place of a byte range of a file.
    #[must_use]
    pub fn place(&self, file: FileId, range: Range<usize>) -> Place {
        let clamp = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Place { file, start: clamp(range.start), end: clamp(range.end) }
    }
}
