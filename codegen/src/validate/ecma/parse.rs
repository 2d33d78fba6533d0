//! The grammar of ECMA-262 patterns (section 22.2.1), with and without the `u` flag (annex B.1.2).

use std::collections::BTreeMap;

use super::set::Set;

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::validate) enum Syntax {
    Empty,
    Set(Set),
    Start,
    End,
    /// `\b`, or `\B` with `false`.
    Boundary(bool),
    Sequence(Vec<Syntax>),
    Alternatives(Vec<Syntax>),
    /// A group, and its number if it captures.
    Group(Box<Syntax>, Option<usize>),
    Repeat {
        inner: Box<Syntax>,
        min: u32,
        max: Option<u32>,
        greedy: bool,
        groups: (usize, usize),
    },
    /// The text of any of these groups again.
    Again(Vec<usize>),
    Look {
        inner: Box<Syntax>,
        behind: bool,
        negated: bool,
    },
}

/// Groups within groups, at most.
const DEPTH: usize = 100;

/// Reads a pattern; the error says what is wrong and where.
pub(in crate::validate) fn parse(pattern: &str) -> Result<Syntax, String> {
    let strict = Parser::new(pattern, true).pattern();
    let Err(error) = strict else { return strict };
    // `\p{...}` and `\u{...}` mean letters and braces without the flag: nobody who writes them wants that.
    if pattern.contains("\\p{") || pattern.contains("\\P{") || pattern.contains("\\u{") {
        return Err(error);
    }
    Parser::new(pattern, false).pattern().map_err(|_| error)
}

struct Parser {
    text: Vec<char>,
    at: usize,
    unicode: bool,
    /// How many capturing groups there are in all, and those with names.
    groups: usize,
    names: BTreeMap<String, Vec<usize>>,
    next_group: usize,
    depth: usize,
}

type Parsed<T> = Result<T, String>;

impl Parser {
    fn new(pattern: &str, unicode: bool) -> Self {
        let text: Vec<char> = pattern.chars().collect();
        let (groups, names) = groups(&text);
        Self { text, at: 0, unicode, groups, names, next_group: 1, depth: 0 }
    }

    fn pattern(&mut self) -> Parsed<Syntax> {
        if let Some((name, _)) = self.names.iter().find(|(_, groups)| groups.len() > 1) {
            return Err(format!("the group name {name:?} is used twice"));
        }
        let syntax = self.alternatives()?;
        match self.peek() {
            None => Ok(syntax),
            Some(c) => self.fail(&format!("`{c}` closes nothing")),
        }
    }

    fn alternatives(&mut self) -> Parsed<Syntax> {
        self.depth += 1;
        if self.depth > DEPTH {
            return self.fail(&format!("groups are nested deeper than {DEPTH}"));
        }
        let mut all = vec![self.sequence()?];
        while self.eat('|') {
            all.push(self.sequence()?);
        }
        self.depth -= 1;
        Ok(match all.len() {
            1 => all.pop().unwrap_or(Syntax::Empty),
            _ => Syntax::Alternatives(all),
        })
    }

    fn sequence(&mut self) -> Parsed<Syntax> {
        let mut terms = Vec::new();
        while self.peek().is_some_and(|c| c != '|' && c != ')') {
            terms.push(self.term()?);
        }
        Ok(match terms.len() {
            0 => Syntax::Empty,
            1 => terms.pop().unwrap_or(Syntax::Empty),
            _ => Syntax::Sequence(terms),
        })
    }

    fn term(&mut self) -> Parsed<Syntax> {
        let first_group = self.next_group;
        let (atom, repeatable) = self.atom()?;
        let start = self.at;
        let Some((min, max)) = self.quantifier()? else { return Ok(atom) };
        if !repeatable {
            self.at = start;
            return self.fail("there is nothing here that could be repeated");
        }
        if max.is_some_and(|max| max < min) {
            self.at = start;
            return self.fail("the bounds of the repetition are in the wrong order");
        }
        let greedy = !self.eat('?');
        Ok(Syntax::Repeat { inner: Box::new(atom), min, max, greedy, groups: (first_group, self.next_group) })
    }

    fn quantifier(&mut self) -> Parsed<Option<(u32, Option<u32>)>> {
        let start = self.at;
        let bounds = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let Some(bounds) = self.bounds() else {
                    self.at = start;
                    return if self.unicode { self.fail("a lone `{` has to be written `\\{`") } else { Ok(None) };
                };
                return Ok(Some(bounds));
            }
            _ => return Ok(None),
        };
        self.at += 1;
        Ok(Some(bounds))
    }

    /// `2}`, `2,}`, `2,3}`
    fn bounds(&mut self) -> Option<(u32, Option<u32>)> {
        let min = self.decimal()?;
        let max =
            if self.eat(',') { if self.peek() == Some('}') { None } else { Some(self.decimal()?) } } else { Some(min) };
        self.eat('}').then_some((min, max))
    }

    fn decimal(&mut self) -> Option<u32> {
        let start = self.at;
        let mut number = 0u32;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            number = number.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        (self.at > start).then_some(number)
    }

    /// An atom or assertion, and whether a quantifier may follow.
    fn atom(&mut self) -> Parsed<(Syntax, bool)> {
        let Some(c) = self.peek() else { return self.fail("the pattern ends too early") };
        self.at += 1;
        Ok(match c {
            '^' => (Syntax::Start, false),
            '$' => (Syntax::End, false),
            '.' => (Syntax::Set(Set::dot()), true),
            '(' => return self.group(),
            '[' => (Syntax::Set(self.class()?), true),
            '\\' => return self.escape(),
            '*' | '+' | '?' => {
                self.at -= 1;
                return self.fail("there is nothing here that could be repeated");
            }
            '{' if !self.unicode => {
                let start = self.at;
                if self.bounds().is_some() {
                    self.at = start - 1;
                    return self.fail("there is nothing here that could be repeated");
                }
                self.at = start;
                (Syntax::Set(Set::single('{')), true)
            }
            '{' | '}' | ']' if self.unicode => {
                self.at -= 1;
                return self.fail(&format!("a lone `{c}` has to be written `\\{c}`"));
            }
            c => (Syntax::Set(Set::single(c)), true),
        })
    }

    fn group(&mut self) -> Parsed<(Syntax, bool)> {
        let opened = self.at - 1;
        let (mut look, mut number) = (None, None);
        if self.eat('?') {
            let after = (self.peek(), self.text.get(self.at + 1).copied());
            match after {
                (Some(':'), _) => self.at += 1,
                (Some('='), _) | (Some('!'), _) => {
                    look = Some((false, self.peek() == Some('!')));
                    self.at += 1;
                }
                (Some('<'), Some('=' | '!')) => {
                    look = Some((true, after.1 == Some('!')));
                    self.at += 2;
                }
                (Some('<'), _) => {
                    self.at += 1;
                    if self.name().is_none() {
                        return self.fail("a group name is letters, digits, `_` and `$`, then `>`");
                    }
                    number = Some(self.next_group);
                }
                (Some('i' | 'm' | 's' | '-'), _) => return self.fail("flags inside a pattern are refused: write [aA]"),
                _ => return self.fail("after `(?` comes `:`, `=`, `!`, `<=`, `<!` or `<name>`"),
            }
        } else {
            number = Some(self.next_group);
        }
        self.next_group += usize::from(number.is_some());
        let inner = Box::new(self.alternatives()?);
        if !self.eat(')') {
            self.at = opened;
            return self.fail("the group is not closed");
        }
        Ok(match look {
            // Annex B lets look-ahead be repeated.
            Some((behind, negated)) => (Syntax::Look { inner, behind, negated }, !self.unicode && !behind),
            None => (Syntax::Group(inner, number), true),
        })
    }

    /// `name>`
    fn name(&mut self) -> Option<String> {
        let start = self.at;
        while self.peek().is_some_and(|c| c.is_alphanumeric() || c == '_' || c == '$') {
            self.at += 1;
        }
        let name: String = self.text.get(start..self.at)?.iter().collect();
        let first_is_legal = name.chars().next().is_some_and(|c| !c.is_numeric());
        (first_is_legal && self.eat('>')).then_some(name)
    }

    fn escape(&mut self) -> Parsed<(Syntax, bool)> {
        let Some(c) = self.peek() else { return self.fail("the pattern ends after `\\`") };
        match c {
            'b' | 'B' => {
                self.at += 1;
                return Ok((Syntax::Boundary(c == 'b'), false));
            }
            'k' if self.unicode || !self.names.is_empty() => {
                self.at += 1;
                let name = if self.eat('<') { self.name() } else { None };
                return match name.and_then(|name| self.names.get(&name).cloned()) {
                    Some(groups) => Ok((Syntax::Again(groups), true)),
                    None => self.fail("`\\k` needs the name of a group, as in `\\k<name>`"),
                };
            }
            '1'..='9' => {
                let start = self.at;
                let number = self.decimal().map_or(usize::MAX, |number| number as usize);
                if number <= self.groups {
                    return Ok((Syntax::Again(vec![number]), true));
                }
                self.at = start;
                if self.unicode {
                    return self.fail("the back reference names a group that is not there");
                }
            }
            _ => {}
        }
        Ok((Syntax::Set(self.class_escape(false)?), true))
    }

    /// What follows a backslash and stands for characters, in a class or outside.
    fn class_escape(&mut self, in_class: bool) -> Parsed<Set> {
        let Some(c) = self.peek() else { return self.fail("the pattern ends after `\\`") };
        self.at += 1;
        let single = |code: u32| Ok(Set::code_points(code, code));
        match c {
            'd' => Ok(Set::digits()),
            'D' => Ok(Set::digits().complement()),
            'w' => Ok(Set::word()),
            'W' => Ok(Set::word().complement()),
            's' => Ok(Set::space()),
            'S' => Ok(Set::space().complement()),
            't' => Ok(Set::single('\t')),
            'n' => Ok(Set::single('\n')),
            'v' => Ok(Set::single('\u{b}')),
            'f' => Ok(Set::single('\u{c}')),
            'r' => Ok(Set::single('\r')),
            'b' if in_class => Ok(Set::single('\u{8}')),
            'p' | 'P' if self.unicode => self.property(c == 'P'),
            'c' => match self.peek().filter(char::is_ascii_alphabetic) {
                Some(letter) => {
                    self.at += 1;
                    single(u32::from(letter) % 32)
                }
                None if self.unicode => self.fail("`\\c` needs a letter"),
                None => {
                    self.at -= 1;
                    Ok(Set::single('\\'))
                }
            },
            'x' => match self.hexadecimal(2) {
                Some(code) => single(code),
                None if self.unicode => self.fail("`\\x` needs two hexadecimal digits"),
                None => Ok(Set::single('x')),
            },
            'u' => self.unicode_escape(),
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => Ok(Set::single('\0')),
            '0'..='7' if !self.unicode => {
                self.at -= 1;
                single(self.octal())
            }
            '0'..='9' if self.unicode => self.fail("a digit after `\\` that is no back reference"),
            '-' if self.unicode && in_class => Ok(Set::single('-')),
            c if self.unicode && !"^$\\.*+?()[]{}|/".contains(c) => {
                self.at -= 1;
                self.fail(&format!("`\\{c}` means nothing"))
            }
            c => Ok(Set::single(c)),
        }
    }

    fn property(&mut self, negated: bool) -> Parsed<Set> {
        let start = self.at;
        let end = self.text.iter().skip(start).position(|c| *c == '}').map(|length| start + length);
        let name: Option<String> = end
            .filter(|_| self.peek() == Some('{'))
            .and_then(|end| self.text.get(start + 1..end))
            .map(|name| name.iter().collect());
        let (Some(name), Some(end)) = (name, end) else { return self.fail("`\\p` needs a property, as in `\\p{L}`") };
        let Some(set) = Set::property(&name) else {
            return self.fail(&format!("there is no Unicode property {name:?}"));
        };
        self.at = end + 1;
        Ok(if negated { set.complement() } else { set })
    }

    /// What follows `\u`.
    fn unicode_escape(&mut self) -> Parsed<Set> {
        let start = self.at;
        if self.unicode && self.eat('{') {
            let mut code = 0u32;
            while let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) {
                code = code.saturating_mul(16).saturating_add(digit);
                self.at += 1;
            }
            if self.at == start + 1 || !self.eat('}') || code > 0x10_FFFF {
                self.at = start;
                return self.fail("`\\u{...}` needs a code point up to 10FFFF");
            }
            return Ok(Set::code_points(code, code));
        }
        let Some(code) = self.hexadecimal(4) else {
            return if self.unicode { self.fail("`\\u` needs four hexadecimal digits") } else { Ok(Set::single('u')) };
        };
        // A pair of surrogates is one character.
        if (0xD800..0xDC00).contains(&code) && self.peek() == Some('\\') && self.text.get(self.at + 1) == Some(&'u') {
            let kept = self.at;
            self.at += 2;
            if let Some(low) = self.hexadecimal(4).filter(|low| (0xDC00..0xE000).contains(low)) {
                let code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
                return Ok(Set::code_points(code, code));
            }
            self.at = kept;
        }
        Ok(Set::code_points(code, code))
    }

    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let text = self.text.get(self.at..self.at + digits)?;
        let code = text.iter().try_fold(0, |code, c| Some(code * 16 + c.to_digit(16)?))?;
        self.at += digits;
        Some(code)
    }

    fn octal(&mut self) -> u32 {
        let mut code = 0;
        for _ in 0..3 {
            let Some(digit) = self.peek().and_then(|c| c.to_digit(8)).filter(|digit| code * 8 + digit < 256) else {
                break;
            };
            code = code * 8 + digit;
            self.at += 1;
        }
        code
    }

    /// What follows `[`.
    fn class(&mut self) -> Parsed<Set> {
        let opened = self.at - 1;
        let negated = self.eat('^');
        let mut set = Set::default();
        loop {
            match self.peek() {
                None => {
                    self.at = opened;
                    return self.fail("the class is not closed");
                }
                Some(']') => {
                    self.at += 1;
                    return Ok(if negated { set.complement() } else { set });
                }
                Some(_) => {}
            }
            let start = self.at;
            let first = self.class_atom()?;
            if self.peek() != Some('-') || self.text.get(self.at + 1).is_none_or(|c| *c == ']') {
                set.union(&first.set);
                continue;
            }
            self.at += 1;
            let last = self.class_atom()?;
            match (first.code, last.code) {
                (Some(first), Some(last)) if first <= last => set.union(&Set::code_points(first, last)),
                (Some(_), Some(_)) => {
                    self.at = start;
                    return self.fail("the range of the class is in the wrong order");
                }
                _ if self.unicode => {
                    self.at = start;
                    return self.fail("a class such as `\\d` is no end of a range; write a literal `-` as `\\-`");
                }
                // Annex B: the three stand for themselves.
                _ => {
                    set.union(&first.set);
                    set.union(&last.set);
                    set.union(&Set::single('-'));
                }
            }
        }
    }

    fn class_atom(&mut self) -> Parsed<ClassAtom> {
        let Some(c) = self.peek() else { return self.fail("the class is not closed") };
        self.at += 1;
        if c != '\\' {
            return Ok(ClassAtom { set: Set::single(c), code: Some(u32::from(c)) });
        }
        let is_class = self.peek().is_some_and(|c| "dDwWsS".contains(c) || (self.unicode && "pP".contains(c)));
        let set = self.class_escape(true)?;
        // A lone surrogate is an empty set here, and no end of a range.
        let code = set.ranges().first().map(|(first, _)| u32::from(*first)).filter(|_| !is_class);
        Ok(ClassAtom { set, code })
    }

    fn peek(&self) -> Option<char> {
        self.text.get(self.at).copied()
    }

    fn eat(&mut self, wanted: char) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    fn fail<T>(&self, what: &str) -> Parsed<T> {
        Err(format!("{what} (at character {})", self.at + 1))
    }
}

struct ClassAtom {
    set: Set,
    /// The code point, when it is one.
    code: Option<u32>,
}

/// How many groups capture, and the numbers of those with names.
fn groups(text: &[char]) -> (usize, BTreeMap<String, Vec<usize>>) {
    let (mut count, mut names) = (0, BTreeMap::<String, Vec<usize>>::new());
    let (mut at, mut in_class) = (0, false);
    while let Some(c) = text.get(at) {
        match c {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let rest = text.get(at + 1..).unwrap_or_default();
                let named = rest.starts_with(&['?', '<']) && !matches!(rest.get(2), Some('=' | '!'));
                if rest.first() != Some(&'?') || named {
                    count += 1;
                }
                if named {
                    let name = rest.iter().skip(2).take_while(|c| **c != '>').collect();
                    names.entry(name).or_default().push(count);
                }
            }
            _ => {}
        }
        at += 1;
    }
    (count, names)
}
