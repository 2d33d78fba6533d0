//! The name of a crate, from that of a folder or a server.

/// A name that cargo takes for a package with a binary: `[a-z][a-z0-9_-]*`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrateName(String);

/// Names that cannot be those of a package with a binary and a test: keywords, what is in every
/// crate already, and folders of cargo's own.
const TAKEN: [&str; 60] = [
    "abstract",
    "alloc",
    "as",
    "async",
    "await",
    "become",
    "box",
    "break",
    "build",
    "const",
    "continue",
    "core",
    "crate",
    "deps",
    "do",
    "dyn",
    "else",
    "enum",
    "examples",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "incremental",
    "let",
    "loop",
    "macro",
    "main",
    "match",
    "mod",
    "move",
    "mut",
    "override",
    "priv",
    "proc-macro",
    "proc_macro",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "std",
    "struct",
    "super",
    "test",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "use",
    "virtual",
    "where",
    "while",
];

impl CrateName {
    /// The first of the candidates that can be made a name; `mcp-server` when none can.
    #[must_use]
    pub fn from_any<'a>(candidates: impl IntoIterator<Item = &'a str>, dependencies: &[&str]) -> Self {
        candidates
            .into_iter()
            .find_map(|text| Self::from(text, dependencies))
            .unwrap_or_else(|| Self("mcp-server".to_owned()))
    }

    /// The text in lower case, what cargo does not take turned into single hyphens; with `-server`
    /// after it when the name is taken, by a dependency for example.
    fn from(text: &str, dependencies: &[&str]) -> Option<Self> {
        let mut name = String::new();
        for c in text.chars() {
            match c.to_ascii_lowercase() {
                c if c.is_ascii_alphanumeric() || c == '_' => name.push(c),
                _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
                _ => {}
            }
        }
        let name = name.trim_start_matches(|c: char| !c.is_ascii_lowercase()).trim_end_matches(['-', '_']);
        // crates.io takes 64 characters, and a path has room for a few more.
        let name = name[..name.len().min(56)].trim_end_matches(['-', '_']);
        if name.is_empty() {
            return None;
        }
        let plain = name.replace('-', "_");
        let is_taken = TAKEN.contains(&name) || dependencies.iter().any(|other| other.replace('-', "_") == plain);
        Some(Self(if is_taken { format!("{name}-server") } else { name.to_owned() }))
    }

    /// The name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_that_cargo_takes() {
        let cases = [
            ("weather", "weather"),
            ("My Weather!", "my-weather"),
            ("io.github.me/Weather", "io-github-me-weather"),
            ("_3d-prints", "d-prints"),
            ("größe", "gr-e"),
            ("test", "test-server"),
            ("gen", "gen-server"),
            ("Build", "build-server"),
            ("serde_json", "serde_json-server"),
            ("serde-json", "serde-json-server"),
            ("a--b__", "a-b"),
            ("con", "con"),
        ];
        for (text, name) in cases {
            assert_eq!(CrateName::from_any([text], &["serde_json"]).as_str(), name, "{text}");
        }
        assert_eq!(CrateName::from_any(["日本", "weather"], &[]).as_str(), "weather");
        assert_eq!(CrateName::from_any(["日本", "42", ""], &[]).as_str(), "mcp-server");
        assert_eq!(CrateName::from_any(["x".repeat(300).as_str()], &[]).as_str().len(), 56);
    }
}
