//! `pages`: how many entries of a list a client is given at once.

use super::keys;
use super::section::Section;
use crate::diagnostic::{Diagnostic, Diagnostics};

/// The largest page: more than a table ever has.
const MOST: u64 = u32::MAX as u64;

/// The size of a page of every list; `None` where lists have one page (PAG-01).
pub(super) fn read(root: &Section<'_>, found: &mut Diagnostics) -> Option<u64> {
    let section = root.section("pages", "PAG-01", found)?;
    section.refuse_unknown(keys::PAGES, found);
    let size = section.whole("size", "PAG-01", found)?;
    if size == 0 || size > MOST {
        found.push(
            Diagnostic::error("PAG-01", section.place("size"), "a page of this size holds nothing, or is none")
                .help("1 to 4294967295 entries; leave `pages` away for lists of one page"),
        );
    }
    Some(size)
}
