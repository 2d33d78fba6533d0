//! Text from outside to text that is safe and readable in a Rust doc comment.
//!
//! Comes in: a description or title as it stands in a schema or a manifest: anybody's text. Goes
//! out: lines of Markdown, at most about [`WIDTH`] characters each where the text has a place to
//! break. Always holds, whatever comes in:
//!
//! - no line holds a line break, a control character, a terminal sequence, or a character that
//!   reorders or hides text (rustc denies those in comments);
//! - rustdoc finds no code to run: what was indented or fenced is fenced as `text`, and every fence
//!   is closed;
//! - rustdoc finds no link that it must resolve, no HTML, no bare URL: brackets and `<` are
//!   escaped, URLs stand in `<…>`; the target of a link is always visible;
//! - the time is linear in the text, and so is the result.

mod blocks;
mod inline;
mod text;

use proc_macro2::TokenStream;
use quote::quote;

/// Lines are broken here, where a space allows it.
pub const WIDTH: usize = 96;

/// The lines of a doc comment that says `text`, without comment signs; none for a blank text.
#[must_use]
pub fn lines(text: &str) -> Vec<String> {
    lines_with(text, &|_| None)
}

/// Like [`lines`]; `link` may turn the target of a `{@link Target}` into Markdown of its own, which is not escaped.
#[must_use]
pub fn lines_with(text: &str, link: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    blocks::lines(&text::clean(text), link)
}

/// `#[doc = " …"]` for every line; prettyplease prints them as `///`.
#[must_use]
pub fn attributes(text: &str) -> TokenStream {
    attributes_of(lines(text))
}

/// `#[doc = " …"]` for lines that are Markdown already: those of [`lines`], and the project's own.
#[must_use]
pub fn attributes_of<S: AsRef<str>>(lines: impl IntoIterator<Item = S>) -> TokenStream {
    let lines = lines.into_iter().map(|line| match line.as_ref() {
        "" => String::new(),
        line => format!(" {line}"),
    });
    quote! { #( #[doc = #lines] )* }
}

/// A piece of text as inline code, such as a wire name or a JSON value; long ones are shortened.
#[must_use]
pub fn code(piece: &str) -> String {
    const MOST: usize = 80;
    let piece = text::clean(piece).replace('\n', " ");
    let mut shown: String = piece.chars().take(MOST).collect();
    if shown.len() < piece.len() {
        shown.push('…');
    }
    inline::code_span(&shown)
}
