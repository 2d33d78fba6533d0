//! What one manifest gives, before anything is written.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use serde::Serialize;

use crate::analyze::Facts;
use crate::dependencies::Needs;
use crate::document::canonical;
use crate::ir::Ir;
use crate::ir::contract::{Contract, Tool};
use crate::output::{self, FileSet};

/// A contract and its protocol, checked: nothing can go wrong after it but the disk.
#[derive(Clone, Debug)]
pub struct Model {
    /// The model itself.
    pub ir: Ir,
    /// What follows from it.
    pub facts: Facts,
    /// The files that were read, the manifest first.
    pub files_read: Vec<PathBuf>,
}

/// The generated module, and the model that it was generated from.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The model.
    pub model: Model,
    /// `mod.rs` and what is below.
    pub files: FileSet,
}

impl Model {
    /// The tools.
    pub fn tools(&self) -> impl Iterator<Item = &Tool> {
        self.ir.contract.iter().flat_map(|contract| &contract.tools)
    }

    /// The methods that user code has to have, sorted.
    #[must_use]
    pub fn methods(&self) -> Vec<String> {
        let contract = self.ir.contract.iter();
        let methods: BTreeSet<_> = contract.flat_map(Contract::methods).map(str::to_owned).collect();
        methods.into_iter().collect()
    }

    /// What decides which crates the generated code needs.
    #[must_use]
    pub fn needs(&self) -> Needs {
        let seals = self.ir.contract.as_ref().is_some_and(Contract::seals);
        Needs { seals, formats: self.facts.formats() }
    }

    /// Hashes of what was read, by what it means: comments and the order of keys do not count.
    #[must_use]
    pub fn inputs(&self) -> BTreeMap<String, String> {
        BTreeMap::from([
            ("contract".to_owned(), hash(&self.ir.contract)),
            ("protocol".to_owned(), hash(&self.ir.protocol)),
        ])
    }
}

/// Of the value as JSON with sorted members; the model is plain data, so that it can always be
/// written.
fn hash(part: &impl Serialize) -> String {
    let value = canonical(&serde_json::to_value(part).unwrap_or_default());
    output::hash(value.to_string().as_bytes())
}
