//! Sets of characters.

/// Ranges of Unicode scalar values, sorted, apart from one another.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::validate) struct Set(Vec<(char, char)>);

impl Set {
    pub(super) fn of(ranges: &[(char, char)]) -> Self {
        let mut set = Self(ranges.to_vec());
        set.normalize();
        set
    }

    pub(super) fn single(c: char) -> Self {
        Self(vec![(c, c)])
    }

    /// The scalar values among the code points from `first` to `last`.
    pub(super) fn code_points(first: u32, last: u32) -> Self {
        // Surrogates are no characters of a JSON string that serde_json gives out.
        let below = first..=last.min(0xD7FF);
        let above = first.max(0xE000)..=last;
        let ends = |range: std::ops::RangeInclusive<u32>| {
            Some((char::from_u32(*range.start())?, char::from_u32(*range.end())?)).filter(|_| !range.is_empty())
        };
        Self(ends(below).into_iter().chain(ends(above)).collect())
    }

    pub(super) fn digits() -> Self {
        Self::of(&[('0', '9')])
    }

    pub(super) fn word() -> Self {
        Self::of(&[('0', '9'), ('A', 'Z'), ('_', '_'), ('a', 'z')])
    }

    /// WhiteSpace and LineTerminator of ECMA-262, sections 12.2 and 12.3.
    pub(super) fn space() -> Self {
        Self::of(&[
            ('\t', '\r'),
            (' ', ' '),
            ('\u{a0}', '\u{a0}'),
            ('\u{1680}', '\u{1680}'),
            ('\u{2000}', '\u{200a}'),
            ('\u{2028}', '\u{2029}'),
            ('\u{202f}', '\u{202f}'),
            ('\u{205f}', '\u{205f}'),
            ('\u{3000}', '\u{3000}'),
            ('\u{feff}', '\u{feff}'),
        ])
    }

    /// What `.` is: everything but line terminators.
    pub(super) fn dot() -> Self {
        Self::of(&[('\n', '\n'), ('\r', '\r'), ('\u{2028}', '\u{2029}')]).complement()
    }

    /// A Unicode property, by the names that ECMA-262 allows between the braces of `\p{}`.
    pub(super) fn property(name: &str) -> Option<Self> {
        let plain = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let legal = match name.split_once('=') {
            Some((key, value)) => {
                let keys = ["General_Category", "gc", "Script", "sc", "Script_Extensions", "scx"];
                keys.contains(&key) && plain(value)
            }
            None => plain(name),
        };
        if !legal {
            return None;
        }
        match name {
            "Any" => return Some(Self::default().complement()),
            "ASCII" => return Some(Self::of(&[('\0', '\u{7f}')])),
            _ => {}
        }
        let hir = regex_syntax::parse(&format!("\\p{{{name}}}")).ok()?;
        match hir.kind() {
            regex_syntax::hir::HirKind::Class(regex_syntax::hir::Class::Unicode(class)) => {
                Some(Self(class.ranges().iter().map(|range| (range.start(), range.end())).collect()))
            }
            regex_syntax::hir::HirKind::Literal(literal) => {
                let text = std::str::from_utf8(&literal.0).ok()?;
                text.chars().next().map(Self::single)
            }
            _ => None,
        }
    }

    pub(super) fn union(&mut self, other: &Self) {
        self.0.extend(&other.0);
        self.normalize();
    }

    pub(super) fn complement(&self) -> Self {
        let (mut gaps, mut next) = (Vec::new(), Some('\0'));
        for (first, last) in &self.0 {
            if let (Some(start), Some(end)) = (next, before(*first))
                && start <= end
            {
                gaps.push((start, end));
            }
            next = after(*last);
        }
        gaps.extend(next.map(|start| (start, char::MAX)));
        Self(gaps)
    }

    pub(in crate::validate) fn ranges(&self) -> &[(char, char)] {
        &self.0
    }

    pub(super) fn contains(&self, c: char) -> bool {
        let index = self.0.partition_point(|(first, _)| *first <= c);
        index.checked_sub(1).is_some_and(|index| c <= self.0[index].1)
    }

    fn normalize(&mut self) {
        self.0.sort_unstable();
        let mut merged: Vec<(char, char)> = Vec::with_capacity(self.0.len());
        for (first, last) in self.0.drain(..) {
            match merged.last_mut() {
                Some((_, end)) if after(*end).is_none_or(|next| first <= next) => *end = last.max(*end),
                _ => merged.push((first, last)),
            }
        }
        self.0 = merged;
    }
}

/// The scalar value after a character.
pub(super) fn after(c: char) -> Option<char> {
    match c {
        '\u{d7ff}' => Some('\u{e000}'),
        c => char::from_u32(u32::from(c) + 1),
    }
}

fn before(c: char) -> Option<char> {
    match c {
        '\u{e000}' => Some('\u{d7ff}'),
        c => u32::from(c).checked_sub(1).and_then(char::from_u32),
    }
}
