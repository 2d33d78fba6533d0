//! Near misses among member names.

/// A name of more characters is no slip of the keyboard, and comparing long names is work.
const LONGEST: usize = 64;

/// The candidate that `name` is most like, if any is near enough to be a misspelling.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = Folded::of(name).filter(|wanted| wanted.count > 0)?;
    let most = (wanted.count / 3).clamp(1, 3);
    candidates
        .take(1_000)
        .filter(|candidate| *candidate != name && candidate.len() <= 4 * LONGEST)
        .filter_map(|candidate| {
            let other = Folded::of(candidate)?;
            // A change takes one letter away and brings another; that settles most names.
            let letters = (wanted.letters ^ other.letters).count_ones() as usize;
            if wanted.count.abs_diff(other.count) > most || letters > 2 * most {
                return None;
            }
            let apart = distance(wanted.chars(), other.chars());
            (apart <= most && apart < wanted.count.max(other.count)).then_some((apart, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Letters and digits only, in lower case: `user_id`, `userId` and `UserID` are the same slip.
struct Folded {
    chars: [char; LONGEST],
    count: usize,
    /// A bit for each that occurs.
    letters: u64,
}

impl Folded {
    /// `None` for what is too long.
    fn of(name: &str) -> Option<Self> {
        let mut folded = Self { chars: ['\0'; LONGEST], count: 0, letters: 0 };
        for c in name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase) {
            *folded.chars.get_mut(folded.count)? = c;
            folded.count += 1;
            folded.letters |= 1 << (u32::from(c) % u64::BITS);
        }
        Some(folded)
    }

    fn chars(&self) -> &[char] {
        self.chars.get(..self.count).unwrap_or_default()
    }
}

/// Insertions, deletions, changes and swaps of neighbours that make one of the other; of at most
/// [`LONGEST`] characters each.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = [0usize; LONGEST + 1];
    let mut last: [usize; LONGEST + 1] = std::array::from_fn(|index| index);
    let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
    for (i, x) in a.iter().enumerate() {
        let mut row = [i + 1; LONGEST + 1];
        for (j, y) in b.iter().enumerate() {
            let changed = at(&last, j) + usize::from(x != y);
            let mut best = changed.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            if let Some(cell) = row.get_mut(j + 1) {
                *cell = best;
            }
        }
        before = std::mem::replace(&mut last, row);
    }
    at(&last, b.len())
}

/// `intro "a", "b" and 3 more`.
pub(super) fn list(intro: &str, names: &[&str]) -> String {
    const MOST: usize = 20;
    let shown: Vec<String> = names.iter().take(MOST).map(|name| format!("{name:?}")).collect();
    let rest = match names.len().saturating_sub(MOST) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!("{intro} {}{rest}", shown.join(", "))
}
