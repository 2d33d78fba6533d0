//! Near misses among member names.

/// A name of more characters is no slip of the keyboard, and comparing long names is work.
const LONGEST: usize = 64;

/// The candidate that `name` is most like, if any is near enough to be a misspelling.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let chars = folded(name);
    let most = most(chars.len());
    able(name, candidates)
        .filter_map(|candidate| {
            let other = folded(candidate);
            let apart = distance(&chars, &other);
            (apart <= most && apart < chars.len().max(other.len())).then_some((apart, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// The candidates among which the nearest is, if any is near: told at a glance, without comparing.
pub(super) fn able<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> impl Iterator<Item = &'a str> {
    let others = candidates.take(1_000).filter(move |candidate| candidate.len() <= 4 * LONGEST);
    let mut wanted = None;
    others.filter(move |candidate| {
        let wanted = wanted.get_or_insert_with(|| Sketch::of(name));
        let (Some(wanted), Some(other)) = (wanted, Sketch::of(candidate)) else { return false };
        let most = most(wanted.count);
        // A change takes one letter away and brings another; that settles most names.
        let letters = (wanted.letters ^ other.letters).count_ones() as usize;
        *candidate != name && wanted.count.abs_diff(other.count) <= most && letters <= 2 * most
    })
}

/// How many slips a name of so many letters may have.
fn most(count: usize) -> usize {
    (count / 3).clamp(1, 3)
}

/// Letters and digits only, in lower case: `user_id`, `userId` and `UserID` are the same slip.
fn each_folded(name: &str, mut take: impl FnMut(char)) {
    if name.is_ascii() {
        let bytes = name.bytes().filter(u8::is_ascii_alphanumeric);
        bytes.for_each(|byte| take(char::from(byte.to_ascii_lowercase())));
    } else {
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).for_each(take);
    }
}

fn folded(name: &str) -> Vec<char> {
    let mut chars = Vec::with_capacity(name.len());
    each_folded(name, |c| chars.push(c));
    chars
}

/// What is told of a name at a glance.
struct Sketch {
    count: usize,
    /// A bit for each letter that occurs.
    letters: u64,
}

impl Sketch {
    /// `None` for what has no letters, or too many.
    fn of(name: &str) -> Option<Self> {
        let mut sketch = Self { count: 0, letters: 0 };
        each_folded(name, |c| {
            sketch.count += 1;
            sketch.letters |= 1 << (u32::from(c) % u64::BITS);
        });
        (1..=LONGEST).contains(&sketch.count).then_some(sketch)
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
