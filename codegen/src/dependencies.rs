//! The crates that generated code uses: the one list of names, versions and features.
//!
//! Comes in: the text of a `Cargo.toml`, or nothing. Goes out: lines for one, and what a given one
//! lacks. Always holds: what is listed is what `codegen/runtime-check` compiles the runtime with (a
//! test compares the two), so that no user's build is the first to try a version.

use std::collections::BTreeSet;

/// A crate that generated code uses.
#[derive(Clone, Copy, Debug)]
pub struct Dependency {
    /// Name on crates.io.
    pub name: &'static str,
    /// Version requirement.
    pub version: &'static str,
    /// Features, sorted; default features are on unless [`Dependency::bare`].
    pub features: &'static [&'static str],
    /// Whether default features are off.
    pub bare: bool,
    /// Which contracts need it.
    pub when: When,
    /// What for; a crate is in every user's build, so each has to have a reason.
    pub reason: &'static str,
}

/// Which contracts need a crate.
#[derive(Clone, Copy, Debug)]
pub enum When {
    /// All.
    Always,
    /// Those whose server seals state.
    Seals,
    /// Those that assert one of these formats.
    Asserts(&'static [&'static str]),
}

/// What one contract needs beyond what all do.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// Whether its server seals state.
    pub seals: bool,
    /// The formats that it asserts.
    pub formats: BTreeSet<&'static str>,
}

/// All of them, sorted by name; [`needed`] has those of one contract. Patterns and validators are
/// straight-line code and need none.
pub const DEPENDENCIES: &[Dependency] = &[
    plain("base64", "0.23", &[], "the Base64 form of header values that are not plain ASCII"),
    plain("bytes", "1", &[], "bodies that are passed on without copying"),
    Dependency {
        bare: true,
        when: When::Seals,
        ..plain(
            "chacha20poly1305",
            "0.11",
            &["alloc"],
            "seals the state that a client keeps for the server; no C, no build script",
        )
    },
    Dependency { when: When::Seals, ..plain("getrandom", "0.4", &[], "nonces, and the key where none is given") },
    plain("http", "1", &[], "requests and responses, so that the service nests in any router"),
    plain("http-body", "1", &[], "bodies of the service"),
    plain("http-body-util", "0.1", &[], "reads request bodies up to a limit"),
    plain("hyper", "1", &["client", "http1", "server"], "HTTP/1.1, both sides"),
    plain("hyper-util", "0.1", &["tokio"], "runs hyper on tokio"),
    asserting(
        &["hostname"],
        "icu_properties",
        "2",
        &["compiled_data"],
        "what IDNA 2008 asks of the letters of a name; `idna` brings it anyway",
    ),
    asserting(&["hostname"], "idna", "1", &["alloc", "compiled_data"], "names that `xn--` begins"),
    asserting(
        &["iri", "iri-reference", "uri", "uri-reference"],
        "iri-string",
        "0.7",
        &[],
        "the grammars of RFC 3986 and RFC 3987; no crates below it",
    ),
    asserting(&["json-pointer"], "jsonptr", "0.8", &[], "the grammar of RFC 6901; no crates below it"),
    asserting(&["regex"], "regress", "0.12", &["std"], "the grammar of ECMA-262"),
    Dependency {
        bare: true,
        ..plain(
            "rustix",
            "1",
            &["std", "stdio"],
            "takes the standard streams for the protocol, so that a stray print breaks no message; without `unsafe`",
        )
    },
    plain("serde", "1", &["derive"], "messages and arguments"),
    plain(
        "serde_json",
        "1",
        &["float_roundtrip", "raw_value"],
        "messages and arguments, floats to the last bit; parts that are read later or passed on",
    ),
    asserting(
        &["date", "date-time", "time"],
        "time",
        "0.3",
        &["parsing"],
        "the grammar of RFC 3339, days of months and leap seconds",
    ),
    plain(
        "tokio",
        "1",
        &["io-std", "io-util", "macros", "net", "process", "rt-multi-thread", "signal", "sync", "time"],
        "sockets, standard streams, timers, signals; servers that a client starts",
    ),
    plain("tower-service", "0.3", &[], "the trait by which the service nests in axum and others"),
    Dependency {
        bare: true,
        ..plain(
            "tracing",
            "0.1.44",
            &["std"],
            "what went wrong inside, for whatever collects it; without a subscriber, nothing",
        )
    },
    asserting(&["uuid"], "uuid", "1", &[], "the grammar of RFC 4122; no crates below it"),
];

/// What generated code uses only behind a feature of the user's crate: the feature, and the crate.
pub const OPTIONAL: &[(&str, Dependency)] = &[(
    "runtime-schemas",
    Dependency {
        bare: true,
        ..plain("jsonschema", "0.61", &[], "schemas that a client meets in a list of tools; an interpreter is heavy")
    },
)];

/// What the scaffold's own `main.rs` uses besides: the user's to keep or to exchange.
pub const SCAFFOLD: &[Dependency] = &[Dependency {
    bare: true,
    ..plain("tracing-subscriber", "0.3", &["fmt"], "prints to stderr what the server reports")
}];

const fn plain(
    name: &'static str,
    version: &'static str,
    features: &'static [&'static str],
    reason: &'static str,
) -> Dependency {
    Dependency { name, version, features, bare: false, when: When::Always, reason }
}

const fn asserting(
    formats: &'static [&'static str],
    name: &'static str,
    version: &'static str,
    features: &'static [&'static str],
    reason: &'static str,
) -> Dependency {
    Dependency { name, version, features, bare: true, when: When::Asserts(formats), reason }
}

/// What the generated code of one contract needs.
pub fn needed(needs: &Needs) -> impl Iterator<Item = &'static Dependency> {
    DEPENDENCIES.iter().filter(move |dependency| match dependency.when {
        When::Always => true,
        When::Seals => needs.seals,
        When::Asserts(_) => dependency.decides(&needs.formats),
    })
}

/// What validators alone need beside `serde_json`, for the formats that they assert.
pub fn deciding(formats: &BTreeSet<&'static str>) -> impl Iterator<Item = &'static Dependency> {
    DEPENDENCIES.iter().filter(move |dependency| dependency.decides(formats))
}

impl Dependency {
    /// Whether it decides one of these formats.
    fn decides(&self, formats: &BTreeSet<&'static str>) -> bool {
        matches!(self.when, When::Asserts(decided) if decided.iter().any(|format| formats.contains(format)))
    }

    /// Its line in a `Cargo.toml` where a feature turns it on.
    #[must_use]
    pub fn optional_line(&self) -> String {
        let line = self.line();
        match line.strip_suffix(" }") {
            Some(start) => format!("{start}, optional = true }}"),
            None => format!("{} = {{ version = \"{}\", optional = true }}", self.name, self.version),
        }
    }

    /// Its line in a `Cargo.toml`.
    #[must_use]
    pub fn line(&self) -> String {
        let quoted = |texts: &[&str]| texts.iter().map(|text| format!("\"{text}\"")).collect::<Vec<_>>().join(", ");
        let mut parts = vec![format!("version = \"{}\"", self.version)];
        if self.bare {
            parts.push("default-features = false".to_owned());
        }
        if !self.features.is_empty() {
            parts.push(format!("features = [{}]", quoted(self.features)));
        }
        match parts.as_slice() {
            [_] => format!("{} = \"{}\"", self.name, self.version),
            parts => format!("{} = {{ {} }}", self.name, parts.join(", ")),
        }
    }
}

/// What the text of a `Cargo.toml` lacks for one contract, as [`needed`]: a line for each crate that is missing or misses features.
///
/// # Errors
/// When it is not TOML; one sentence.
pub fn missing(cargo_toml: &str, needs: &Needs) -> Result<Vec<String>, String> {
    let manifest: toml::Table = toml::from_str(cargo_toml).map_err(|error| error.message().to_owned())?;
    let listed = manifest.get("dependencies").and_then(toml::Value::as_table);
    Ok(needed(needs)
        .filter(|dependency| {
            !listed.and_then(|listed| listed.get(dependency.name)).is_some_and(|entry| satisfies(entry, dependency))
        })
        .map(Dependency::line)
        .collect())
}

fn satisfies(entry: &toml::Value, dependency: &Dependency) -> bool {
    let toml::Value::Table(entry) = entry else {
        return dependency.features.is_empty();
    };
    // What a workspace says cannot be seen from here; the compiler will tell.
    if entry.get("workspace").is_some() {
        return true;
    }
    let features: Vec<&str> = match entry.get("features").and_then(toml::Value::as_array) {
        Some(features) => features.iter().filter_map(toml::Value::as_str).collect(),
        None => Vec::new(),
    };
    // `full` is tokio's name for all of them.
    let optional = entry.get("optional").and_then(toml::Value::as_bool) == Some(true);
    !optional && (features.contains(&"full") || dependency.features.iter().all(|feature| features.contains(feature)))
}
