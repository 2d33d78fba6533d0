//! Manifests: reading text, reporting what is wrong with it, and lowering it to the model.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stdout)]

#[path = "manifest/cases.rs"]
mod cases;
mod common;
#[path = "manifest/contracts.rs"]
mod contracts;
#[path = "manifest/corpus.rs"]
mod corpus;
#[path = "manifest/corruption.rs"]
mod corruption;
#[path = "manifest/documents.rs"]
mod documents;
#[path = "manifest/lints.rs"]
mod lints;
#[path = "manifest/rendering.rs"]
mod rendering;
#[path = "manifest/rules.rs"]
mod rules;
#[path = "manifest/schema.rs"]
mod schema;
#[path = "manifest/validation.rs"]
mod validation;
