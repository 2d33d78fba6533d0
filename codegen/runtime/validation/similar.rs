//! Near misses among member names.

/// The candidate that `name` is most like, if any is near enough to be a misspelling.
pub(super) fn nearest<'a>(name: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A name of more is no slip of the keyboard, and comparing long names is work.
    const LONGEST: usize = 64;
    let wanted: Vec<char> = folded(name).take(LONGEST + 1).collect();
    if wanted.is_empty() || wanted.len() > LONGEST {
        return None;
    }
    let most = (wanted.len() / 3).clamp(1, 3);
    candidates
        .take(1_000)
        .filter(|candidate| *candidate != name && candidate.len() <= 4 * LONGEST)
        .filter_map(|candidate| {
            let other: Vec<char> = folded(candidate).collect();
            let apart = distance(&wanted, &other);
            (apart <= most && apart < wanted.len().max(other.len())).then_some((apart, candidate))
        })
        .min()
        .map(|(_, candidate)| candidate)
}

/// Letters and digits only, in lower case: `user_id`, `userId` and `UserID` are the same slip.
fn folded(name: &str) -> impl Iterator<Item = char> + '_ {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

/// Insertions, deletions, changes and swaps of neighbours that make one of the other.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let at = |row: &[usize], index: usize| row.get(index).copied().unwrap_or(usize::MAX / 2);
            let changed = at(&last, j) + usize::from(x != y);
            let mut best = changed.min(at(&last, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last.last().copied().unwrap_or(a.len())
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
