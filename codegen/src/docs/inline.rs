//! One run of prose to Markdown that means the same prose: pieces that must stay whole, then lines.

/// A piece longer than this is cut: no line grows without bound.
const LONGEST: usize = 400;

/// How far a closing sign is looked for, which keeps the time linear.
const REACH: usize = 1_000;

/// Splits prose (one line of the source) into pieces of safe Markdown, one for each word, code
/// span or URL. Joined by single spaces they are the line.
pub(super) fn pieces(line: &str, link: &dyn Fn(&str) -> Option<String>) -> Vec<String> {
    let mut writer = Writer::default();
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if c.is_whitespace() {
            writer.end_piece();
            rest = &rest[c.len_utf8()..];
        } else if let Some(taken) = take_code(rest, &mut writer)
            .or_else(|| take_tag(rest, link, &mut writer))
            .or_else(|| take_url(rest, &mut writer))
            .or_else(|| take_strong(rest, link, &mut writer))
        {
            rest = &rest[taken..];
        } else {
            let end = next_special(rest);
            writer.text(&rest[..end], &rest[end..]);
            rest = &rest[end..];
        }
    }
    writer.end_piece();
    writer.pieces
}

/// Inline code that holds exactly `code`.
pub(super) fn code_span(code: &str) -> String {
    let longest = code.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    if code.trim().is_empty() {
        return if code.is_empty() { "(empty)".to_owned() } else { format!("`\"{code}\"`") };
    }
    let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
    format!("{fence}{pad}{code}{pad}{fence}")
}

#[derive(Default)]
struct Writer {
    pieces: Vec<String>,
    piece: String,
    /// The last character of the source that went into `piece`.
    before: Option<char>,
}

impl Writer {
    fn end_piece(&mut self) {
        if !self.piece.is_empty() {
            self.pieces.push(std::mem::take(&mut self.piece));
        }
        self.before = None;
    }

    /// Markdown that must not be cut.
    fn whole(&mut self, markdown: &str) {
        self.piece.push_str(markdown);
        self.before = Some('`');
    }

    /// Words, or one special character that turned out to be ordinary.
    fn text(&mut self, text: &str, after: &str) {
        if let Some(name) = identifier(text, self.before, after) {
            self.whole(&code_span(name));
            self.text_chars(&text[name.len()..], after);
        } else {
            self.text_chars(text, after);
        }
    }

    fn text_chars(&mut self, text: &str, after: &str) {
        let mut chars = text.chars().peekable();
        while let Some(c) = chars.next() {
            let next = chars.peek().copied().or_else(|| after.chars().next());
            let escaped = match c {
                '\\' | '[' | ']' | '<' | '`' => true,
                '*' | '_' | '~' => opens_or_closes(c, self.before, next),
                '&' => next.is_some_and(|c| c.is_ascii_alphanumeric() || c == '#'),
                ':' => after_scheme(&self.piece) && (chars.clone().take(2).eq(['/', '/']) || after.starts_with("//")),
                // `*/` would end a block comment; nobody makes one, but readers need not wonder.
                '/' => self.before == Some('*'),
                _ => false,
            };
            if escaped {
                self.piece.push('\\');
            }
            self.piece.push(c);
            self.before = Some(c);
            if self.piece.len() >= LONGEST {
                self.pieces.push(std::mem::take(&mut self.piece));
            }
        }
    }
}

/// Whether a URL would follow that was not taken for one: rustdoc sees it in the middle of a word too.
fn after_scheme(piece: &str) -> bool {
    piece.ends_with("http") || piece.ends_with("https")
}

/// At most `most` bytes of a text.
fn head(text: &str, most: usize) -> &str {
    let mut end = most.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Whether an emphasis character touches a word, so that Markdown might take it for markup.
fn opens_or_closes(c: char, before: Option<char>, next: Option<char>) -> bool {
    let blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !(blank(before) && blank(next) || c == '_' && word(before) && word(next))
}

/// A name such as `page_size` at the start of a text: written as code, its underscores are safe.
fn identifier<'a>(text: &'a str, before: Option<char>, after: &str) -> Option<&'a str> {
    if before.is_some_and(|c| !matches!(c, '(' | '"' | '\'' | ',' | '=' | ':')) {
        return None;
    }
    let end =
        text.find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-' | '$'))).unwrap_or(text.len());
    let name = text[..end].trim_end_matches(['.', '-']);
    let glued = text[name.len()..].chars().next().or_else(|| after.chars().next());
    let fits = name.contains('_')
        && name.len() <= LONGEST
        && name.contains(|c: char| c.is_ascii_alphanumeric())
        && glued.is_none_or(|c| c.is_whitespace() || c.is_ascii_punctuation() && !matches!(c, '`' | '*'));
    fits.then_some(name)
}

/// Where the next character stands that may begin code, a tag or a URL; at least one character on.
fn next_special(text: &str) -> usize {
    let mut previous_is_word = text.starts_with(char::is_alphanumeric);
    for (at, c) in text.char_indices().skip(1) {
        let url = !previous_is_word && c == 'h' && is_url(&text[at..]);
        if url || c.is_whitespace() || matches!(c, '`' | '{' | '<' | '(' | '"' | '\'' | '=' | ',' | '*') {
            return at;
        }
        previous_is_word = c.is_alphanumeric();
    }
    text.len()
}

fn is_url(text: &str) -> bool {
    ["https://", "http://"].iter().any(|scheme| {
        text.strip_prefix(scheme).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() || c == '['))
    })
}

/// A code span that closes on the line.
fn take_code(text: &str, writer: &mut Writer) -> Option<usize> {
    let fence = text.len() - text.trim_start_matches('`').len();
    if fence == 0 {
        return None;
    }
    let inner_end = closing_run(head(&text[fence..], REACH), fence);
    let Some(inner_end) = inner_end else {
        // Not code: all of the run is text, lest a part of it pairs up with a later one.
        for _ in 0..fence {
            writer.text_chars("`", "");
        }
        return Some(fence);
    };
    let inner = &text[fence..fence + inner_end];
    let stripped = inner.strip_prefix(' ').and_then(|i| i.strip_suffix(' ')).filter(|i| !i.trim().is_empty());
    let mut code = stripped.unwrap_or(inner);
    while code.len() > LONGEST {
        let (shown, tail) = code.split_at(head(code, LONGEST).len());
        writer.whole(&code_span(shown));
        writer.end_piece();
        code = tail;
    }
    if !code.is_empty() {
        writer.whole(&code_span(code));
    }
    Some(fence + inner_end + fence)
}

/// The start of a run of exactly `length` backticks.
fn closing_run(text: &str, length: usize) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find('`') {
        let start = at + found;
        let run = text[start..].len() - text[start..].trim_start_matches('`').len();
        if run == length {
            return Some(start);
        }
        at = start + run;
    }
    None
}

/// `{@link Target | words}` and kin, as TypeDoc writes them.
fn take_tag(text: &str, link: &dyn Fn(&str) -> Option<String>, writer: &mut Writer) -> Option<usize> {
    let inner = text.strip_prefix("{@")?;
    let end = head(inner, REACH).find('}')?;
    let (tag, body) = inner[..end].split_once(char::is_whitespace).unwrap_or((&inner[..end], ""));
    let body = body.trim();
    match tag {
        "link" | "linkcode" | "linkplain" | "see" => {
            let (target, words) = body.split_once('|').map_or((body, body), |(t, w)| (t.trim(), w.trim()));
            if let Some(markdown) = link(body) {
                writer.whole(&markdown);
            } else if is_url(target) {
                if words != target {
                    writer.text_chars(words, " ");
                    writer.end_piece();
                }
                if take_url(target, writer).is_none() {
                    writer.text_chars(target, " ");
                }
            } else if !words.is_empty() {
                writer.whole(&code_span(words));
            }
        }
        "code" | "literal" if !body.is_empty() => writer.whole(&code_span(body)),
        "inheritDoc" => {}
        _ => return None,
    }
    Some("{@".len() + end + 1)
}

/// A URL, bare or in `<…>`.
fn take_url(text: &str, writer: &mut Writer) -> Option<usize> {
    let (open, body) = text.strip_prefix('<').map_or((0, text), |body| (1, body));
    if !is_url(body) {
        return None;
    }
    let body = head(body, LONGEST + 1);
    let end = body.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | '`' | '\\')).unwrap_or(body.len());
    let mut url = &body[..end];
    if open == 1 && !body[end..].starts_with('>') {
        return None;
    }
    if open == 0 {
        url = trim_url(url);
    }
    if url.len() > LONGEST || !is_url(url) {
        return None;
    }
    writer.whole(&format!("<{url}>"));
    Some(open + url.len() + open)
}

/// `**strong**` words, closed on the line.
fn take_strong(text: &str, link: &dyn Fn(&str) -> Option<String>, writer: &mut Writer) -> Option<usize> {
    let inner = head(text.strip_prefix("**")?, REACH);
    let end = inner.find('*').filter(|end| inner[*end..].starts_with("**"))?;
    let (words, after) = (&inner[..end], inner[end + 2..].chars().next());
    let flanking = words.starts_with(char::is_alphanumeric)
        && !words.ends_with(char::is_whitespace)
        && !writer.before.is_some_and(char::is_alphanumeric)
        && !after.is_some_and(|c| c.is_alphanumeric() || c == '*');
    let mut pieces = Some(pieces(words, link)).filter(|pieces| flanking && !pieces.is_empty())?;
    let last = pieces.pop()?;
    writer.piece.push_str("**");
    for piece in pieces {
        writer.piece.push_str(&piece);
        writer.end_piece();
    }
    writer.whole(&last);
    writer.whole("**");
    Some(2 + end + 2)
}

/// Without the punctuation of the sentence around it.
fn trim_url(mut url: &str) -> &str {
    loop {
        let Some(last) = url.chars().next_back() else { return url };
        let outside = match last {
            ')' => url.matches(')').count() > url.matches('(').count(),
            ']' => url.matches(']').count() > url.matches('[').count(),
            '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '*' | '_' | '}' | '…' => true,
            _ => false,
        };
        if !outside {
            return url;
        }
        url = &url[..url.len() - last.len_utf8()];
    }
}
