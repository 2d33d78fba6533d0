//! Names of values that must not be seen on the way.

/// Words that say it alone.
const WORDS: &[&str] = &[
    "birthdate",
    "birthday",
    "credential",
    "credentials",
    "cvc",
    "cvv",
    "email",
    "iban",
    "passphrase",
    "passport",
    "passwd",
    "password",
    "phone",
    "pin",
    "pwd",
    "secret",
    "secrets",
    "ssn",
    "token",
];

/// Words that say it together.
const PAIRS: &[(&str, &str)] = &[
    ("access", "key"),
    ("api", "key"),
    ("auth", "key"),
    ("card", "number"),
    ("credit", "card"),
    ("encryption", "key"),
    ("one", "time"),
    ("pass", "word"),
    ("private", "key"),
    ("signing", "key"),
];

/// What a secret is called; a subset of [`WORDS`] that leaves personal data out.
const PERSONAL: &[&str] = &["birthdate", "birthday", "email", "iban", "passport", "phone"];

/// Whether a name says that the value is a secret or personal.
pub(super) fn is_sensitive(name: &str) -> bool {
    let words = words(name);
    let folded = words.concat();
    words.iter().any(|word| WORDS.contains(&word.as_str()))
        || PAIRS.iter().any(|(first, second)| {
            folded == format!("{first}{second}")
                || words.windows(2).any(|pair| matches!(pair, [a, b] if a == first && b == second))
        })
}

/// Whether a name says that the value is a secret or credential.
pub(super) fn is_secret(name: &str) -> bool {
    is_sensitive(name) && !words(name).iter().any(|word| PERSONAL.contains(&word.as_str()))
}

/// `userApiKey`, `user_api-key`: user, api, key.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before_was_lower = false;
    for c in name.chars() {
        let starts = !c.is_alphanumeric() || (c.is_uppercase() && before_was_lower);
        if starts && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        before_was_lower = c.is_lowercase() || c.is_ascii_digit();
        if let Some(word) = words.last_mut()
            && c.is_alphanumeric()
        {
            word.extend(c.to_lowercase());
        }
    }
    words
}
