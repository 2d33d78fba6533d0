//! Near misses among member names.

use std::fmt::Write as _;

/// A name of more characters is no slip of the keyboard, and comparing long names is work.
const LONGEST: usize = 64;

/// The candidate that `name` is most like, if any is near enough to be a misspelling.
pub(super) fn nearest<'a>(name: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let chars = folded(name);
    let most = most(chars.len());
    let mut glance = Glance::new(name);
    let mut nearest: Option<(usize, &str)> = None;
    for candidate in candidates.take(MOST) {
        if candidate == name || !glance.is_near(candidate) {
            continue;
        }
        let other = folded(candidate);
        let apart = distance(&chars, &other);
        let found = (apart, candidate);
        let nearer = nearest.is_none_or(|nearest| found < nearest);
        if nearer && apart <= most && apart < chars.len().max(other.len()) {
            nearest = Some(found);
        }
    }
    nearest.map(|(_, candidate)| candidate)
}

/// The one candidate that may be a misspelling of `name`, though none of `known`: where there is but one, nothing is
/// compared, so that to keep it costs little.
pub(super) fn only<'a>(name: &str, known: &[&str], candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut glance = Glance::new(name);
    let (mut only, mut others) = (None, Vec::new());
    for candidate in candidates.take(MOST) {
        // Few are near at all, so that it is asked last whether they are known.
        if glance.is_near(candidate) && !known.contains(&candidate) {
            match only {
                None => only = Some(candidate),
                Some(_) => others.push(candidate),
            }
        }
    }
    if others.is_empty() {
        return only;
    }
    others.extend(only);
    nearest(name, &mut others.into_iter())
}

/// Candidates that are looked at.
const MOST: usize = 1_000;

/// Tells at a glance, without comparing, what cannot be a misspelling of a name.
struct Glance<'n> {
    name: &'n str,
    /// Read when there is a first candidate.
    sketch: Option<Sketch>,
}

impl<'n> Glance<'n> {
    fn new(name: &'n str) -> Self {
        Self { name, sketch: None }
    }

    fn is_near(&mut self, candidate: &str) -> bool {
        let name = self.name;
        let wanted = self.sketch.get_or_insert_with(|| Sketch::of(name));
        let most = most(wanted.count);
        // No name has more letters than bytes, which tells short ones without reading them.
        if !wanted.counts() || candidate.len() > 4 * LONGEST || candidate.len() + most < wanted.count {
            return false;
        }
        let other = Sketch::of(candidate);
        // A change takes one letter away and brings another; that settles most names.
        let apart = (wanted.letters ^ other.letters).count_ones() as usize;
        other.counts() && wanted.count.abs_diff(other.count) <= most && apart <= 2 * most
    }
}

/// How many slips a name of so many letters may have.
fn most(count: usize) -> usize {
    (count / 3).clamp(1, 3)
}

/// Letters and digits only, in lower case: `user_id`, `userId` and `UserID` are the same slip.
fn each_folded(name: &str, take: &mut dyn FnMut(char)) {
    for c in name.chars() {
        if c.is_ascii_alphanumeric() {
            take(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            c.to_lowercase().for_each(&mut *take);
        }
    }
}

fn folded(name: &str) -> Vec<char> {
    let mut chars = Vec::with_capacity(name.len());
    each_folded(name, &mut |c| chars.push(c));
    chars
}

/// What is told of a name at a glance.
struct Sketch {
    count: usize,
    /// A bit for each letter that occurs.
    letters: u64,
}

impl Sketch {
    #[inline]
    fn of(name: &str) -> Self {
        let mut sketch = Self { count: 0, letters: 0 };
        let mut all = 0;
        for byte in name.bytes() {
            let letter = LETTERS.get(usize::from(byte)).copied().unwrap_or_default();
            sketch.count += usize::from(letter != 0);
            sketch.letters |= letter;
            all |= byte;
        }
        if all.is_ascii() { sketch } else { Self::of_any(name) }
    }

    #[cold]
    fn of_any(name: &str) -> Self {
        let mut sketch = Self { count: 0, letters: 0 };
        each_folded(name, &mut |c| {
            sketch.count += 1;
            sketch.letters |= 1 << (u32::from(c) % u64::BITS);
        });
        sketch
    }

    /// Not what has no letters, or too many.
    fn counts(&self) -> bool {
        (1..=LONGEST).contains(&self.count)
    }
}

/// The bit of each byte of ASCII, as [`Sketch`] has it; of what is no letter, none.
static LETTERS: [u64; 256] = {
    let mut letters = [0; 256];
    let mut byte = 0u8;
    while byte.is_ascii() {
        if byte.is_ascii_alphanumeric() {
            letters[byte as usize] = 1 << (byte.to_ascii_lowercase() % 64);
        }
        byte += 1;
    }
    letters
};

/// Insertions, deletions, changes and swaps of neighbours that make one of the other; of at most
/// [`LONGEST`] characters each.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before = [0usize; LONGEST + 1];
    let mut last = [0usize; LONGEST + 1];
    for (index, cell) in last.iter_mut().enumerate() {
        *cell = index;
    }
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
    let mut list = format!("{intro} ");
    let mut comma = "";
    for name in names.iter().take(MOST) {
        // Writing to a `String` cannot fail.
        let _ = write!(list, "{comma}{name:?}");
        comma = ", ";
    }
    let rest = names.len().saturating_sub(MOST);
    if rest > 0 {
        let _ = write!(list, " and {rest} more");
    }
    list
}
