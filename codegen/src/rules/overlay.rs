//! `OVL`: the facts about a revision that its schema does not state.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "OVL-01",
        title: "An overlay has a key that is not known, or a value that cannot be read",
        legal: "revision, specification, docs-of, [docs.\"PAGE\"], and facts: [[patch]], [[constant]], [[needs-one]], [[extensible]], [[values]], [[union]], [[name]], [[method]], [[error]], [[deprecated]]",
        source: "this project: ARCHITECTURE.md",
    },
    Rule {
        id: "OVL-02",
        title: "A fact has no source",
        legal: "source = \"the page of the specification, or the file of it, that says so\"",
        source: "this project: a fact without a source cannot be reviewed",
    },
    Rule {
        id: "OVL-03",
        title: "The schema moved under a fact",
        legal: "every definition, member and value that a fact names is in the schema as the fact describes it",
        source: "this project: a revision changes, and a fact about it must be looked at again",
    },
    Rule {
        id: "OVL-04",
        title: "A request of the schema has no result",
        legal: "[[method]] name = \"...\", result = \"NAME\" for each request; that response belongs to which request, the schema does not say",
        source: "the specification: the page of the method",
    },
];
