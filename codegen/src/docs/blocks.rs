//! Lines of the source to paragraphs, lists, headings and fenced text, each written one way.

use super::{WIDTH, inline};

/// Deeper lists are shown at this depth.
const DEEPEST: usize = 6;

/// Longest line inside a fence.
const LONGEST: usize = 400;

type Link<'a> = &'a dyn Fn(&str) -> Option<String>;

/// Comes in clean of control characters; goes out as Markdown.
pub(super) fn lines(text: &str, link: Link<'_>) -> Vec<String> {
    let source = dedent(text);
    let mut writer = Writer { out: Vec::new(), lists: Vec::new(), last: Last::Blank, link };
    let mut at = 0;
    while at < source.len() {
        let line = source[at];
        if let Some(fence) = Fence::opens(line) {
            let end = source[at + 1..].iter().position(|l| fence.closes(l)).map_or(source.len(), |n| at + 1 + n);
            writer.fenced(&source[at + 1..end]);
            at = end + 1;
        } else if indent(line) >= 4
            && writer.last == Last::Blank
            && writer.lists.is_empty()
            && Item::read(line).is_none()
        {
            let length = source[at..].iter().position(|l| !l.trim().is_empty() && indent(l) < 4);
            let end = length.map_or(source.len(), |n| at + n);
            writer.fenced(&source[at..end]);
            at = end;
        } else {
            writer.line(line);
            at += 1;
        }
    }
    while writer.out.last().is_some_and(String::is_empty) {
        writer.out.pop();
    }
    writer.out
}

/// The lines without the indentation that all but the first have in common.
fn dedent(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    if let Some(first) = lines.first_mut() {
        *first = first.trim_start();
    }
    let common = lines.iter().skip(1).filter(|l| !l.is_empty()).map(|l| indent(l)).min().unwrap_or(0);
    // Text that is indented as a whole after a first line of prose is a layout, a single block of it is code.
    let code = lines.get(1).is_some_and(|l| l.is_empty()) && common >= 4;
    if !code {
        for line in lines.iter_mut().skip(1) {
            *line = line.get(common..).unwrap_or("");
        }
    }
    lines
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

struct Fence {
    sign: char,
    length: usize,
}

impl Fence {
    fn opens(line: &str) -> Option<Self> {
        let line = line.trim_start();
        let sign = line.chars().next().filter(|c| matches!(c, '`' | '~'))?;
        let length = line.len() - line.trim_start_matches(sign).len();
        (length >= 3 && !(sign == '`' && line[length..].contains('`'))).then_some(Self { sign, length })
    }

    fn closes(&self, line: &str) -> bool {
        let line = line.trim();
        line.len() >= self.length && line.chars().all(|c| c == self.sign)
    }
}

/// A line that begins a list item.
struct Item<'a> {
    indent: usize,
    marker: String,
    body: &'a str,
}

impl<'a> Item<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        let (marker, body) = if let Some(body) = text.strip_prefix(['-', '*', '+', '•']) {
            ("-".to_owned(), body)
        } else {
            let digits = text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if !(1..=4).contains(&digits) {
                return None;
            }
            (format!("{}.", &text[..digits]), text[digits..].strip_prefix(['.', ')'])?)
        };
        let separated = body.starts_with(' ') && !body.trim().is_empty();
        separated.then(|| Self { indent, marker, body: body.trim() })
    }
}

#[derive(PartialEq)]
enum Last {
    Blank,
    Prose,
    Item,
}

struct Writer<'a> {
    out: Vec<String>,
    /// The open list items: indentation in the source, column of their text in the output.
    lists: Vec<(usize, usize)>,
    last: Last,
    link: Link<'a>,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        if line.trim().is_empty() {
            self.blank();
        } else if let Some(item) = Item::read(line) {
            self.item(&item);
        } else if let Some((marks, title)) = heading(line) {
            self.lists.clear();
            self.blank();
            // A heading is one line: what does not fit is cut off into the paragraph below.
            self.prose(title, marks, "");
            self.blank();
        } else {
            if self.last == Last::Blank {
                self.lists.clear();
            }
            let column = self.lists.last().map_or(0, |(_, column)| *column);
            self.prose(line, &" ".repeat(column), &" ".repeat(column));
            if self.last == Last::Blank {
                self.last = Last::Prose;
            }
        }
    }

    fn item(&mut self, item: &Item<'_>) {
        while self.lists.last().is_some_and(|(indent, _)| *indent >= item.indent) || self.lists.len() >= DEEPEST {
            self.lists.pop();
        }
        if self.last == Last::Prose {
            self.blank();
        }
        let column = self.lists.last().map_or(0, |(_, column)| *column);
        let first = format!("{}{} ", " ".repeat(column), item.marker);
        let text = first.len();
        self.lists.push((item.indent, text));
        self.prose(item.body, &first, &" ".repeat(text));
        self.last = Last::Item;
    }

    fn blank(&mut self) {
        if self.out.last().is_some_and(|line| !line.is_empty()) {
            self.out.push(String::new());
        }
        self.last = Last::Blank;
    }

    fn fenced(&mut self, lines: &[&str]) {
        let filled = |l: &&str| !l.is_empty();
        let Some(start) = lines.iter().position(filled) else { return };
        let end = lines.iter().rposition(filled).unwrap_or(start);
        let lines = &lines[start..=end];
        let common = lines.iter().filter(|l| filled(l)).map(|l| indent(l)).min().unwrap_or(0);
        let run = lines.iter().map(|l| l.split(|c| c != '`').map(str::len).max().unwrap_or(0)).max().unwrap_or(0);
        let fence = "`".repeat((run + 1).max(3));
        self.lists.clear();
        self.blank();
        self.out.push(format!("{fence}text"));
        for line in lines {
            let mut line = line.get(common..).unwrap_or("");
            while line.len() > LONGEST {
                let mut cut = LONGEST;
                while !line.is_char_boundary(cut) {
                    cut -= 1;
                }
                self.out.push(line[..cut].to_owned());
                line = &line[cut..];
            }
            self.out.push(line.to_owned());
        }
        self.out.push(fence);
        self.blank();
    }

    /// Prose as lines: `first` before the first of them, `rest` before the others.
    fn prose(&mut self, text: &str, first: &str, rest: &str) {
        let table = text.trim_start().starts_with('|');
        let mut line = first.to_owned();
        let mut used = 0;
        for piece in inline::pieces(text, self.link) {
            let width = piece.chars().count();
            let full = used > 0 && !table && line.chars().count() + 1 + width > WIDTH;
            if full {
                self.out.push(std::mem::replace(&mut line, rest.to_owned()));
                used = 0;
            }
            if used > 0 {
                line.push(' ');
            } else if begins_block(&piece) {
                line.push('\\');
            }
            line.push_str(&escape_number(piece, used == 0));
            used += width.max(1);
        }
        if used > 0 {
            self.out.push(line);
        }
    }
}

fn heading(line: &str) -> Option<(&str, &str)> {
    let line = line.trim_start();
    let level = line.len() - line.trim_start_matches('#').len();
    let title = line[level..].trim();
    ((1..=6).contains(&level) && line[level..].starts_with(' ') && !title.is_empty()).then(|| (&line[..=level], title))
}

/// Whether Markdown would read the first word of a line as the start of a block.
fn begins_block(piece: &str) -> bool {
    let only = |signs: &[char]| !piece.is_empty() && piece.chars().all(|c| signs.contains(&c));
    piece.starts_with('>')
        || only(&['#'])
        || only(&['-'])
        || only(&['+'])
        || only(&['='])
        || piece.starts_with("~~~")
        || piece == "*"
}

/// `7.` at the start of a line would begin a list.
fn escape_number(piece: String, first: bool) -> String {
    let digits = piece.len() - piece.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    if first && digits > 0 && matches!(&piece[digits..], "." | ")") {
        return format!("{}\\{}", &piece[..digits], &piece[digits..]);
    }
    piece
}
