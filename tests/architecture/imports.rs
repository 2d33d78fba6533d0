//! Which stage sees which: read off the paths in the sources, whether in a `use` or not.

use std::collections::{BTreeMap, BTreeSet};

use mcp_codegen::dependencies::{DEPENDENCIES, OPTIONAL};
use syn::visit::Visit;

use crate::sources::below;

/// What each stage may name, of the stages of `codegen/src`. What all may name is in [`COMMON`].
const MAY_SEE: &[(&str, &[&str])] = &[
    // Text and places.
    ("source", &[]),
    ("rules", &[]),
    ("diagnostic", &["source", "rules"]),
    ("document", &[]),
    // Names and texts, before and after everything.
    ("names", &[]),
    ("docs", &[]),
    ("literal", &[]),
    ("format", &[]),
    // Reading.
    ("schema", &[]),
    ("overlay", &["schema"]),
    ("manifest", &[]),
    ("revision", &["schema", "overlay", "lower", "ir"]),
    ("lint", &["manifest", "names", "revision", "validate"]),
    // The model.
    ("ir", &["names"]),
    ("lower", &["schema", "overlay", "manifest", "ir", "names"]),
    ("validate", &["docs", "names"]),
    ("typed", &["docs", "names", "format"]),
    ("fused", &["docs", "literal", "names", "validate", "typed"]),
    ("analyze", &["ir", "names", "docs", "diagnostic", "source", "validate", "typed", "fused"]),
    // Writing.
    ("emit", &["ir", "analyze", "names", "docs", "literal", "format", "validate", "typed", "fused", "output"]),
    ("output", &[]),
    ("dump", &["ir", "schema"]),
    ("dependencies", &[]),
    ("scaffold", &["ir", "output"]),
    ("checks", &["ir", "scaffold", "schema"]),
    // Doors: they put the stages together.
    ("load", &["revision", "manifest", "ir"]),
    ("generated", &["ir", "analyze", "output", "dependencies"]),
    ("bindings", &["revision", "ir", "analyze", "emit", "names", "validate"]),
    ("build", &["lib", "output", "dependencies"]),
];

/// What every stage may name: how to say what is wrong, and where.
const COMMON: &[&str] = &["source", "diagnostic", "document"];

/// Stages that see nothing at all of the crate.
const ALONE: &[&str] = &["names", "docs", "literal", "source", "format", "rules", "dependencies"];

/// Stages that must not know how Rust is written.
const WITHOUT_TOKENS: &[&str] = &[
    "source",
    "document",
    "diagnostic",
    "names",
    "schema",
    "overlay",
    "manifest",
    "lint",
    "ir",
    "lower",
    "output",
    "load",
    "build",
];

const TOKENS: &[&str] = &["quote", "proc_macro2", "syn", "prettyplease", "typify"];

/// The stages that a file names, and the crates: first segments of paths, `crate::` and `super::`
/// resolved.
#[derive(Default)]
struct Names {
    /// Modules from the root of the crate to the file.
    here: Vec<String>,
    /// Modules of the file around what is being read.
    inner: usize,
    stages: BTreeSet<String>,
    roots: BTreeSet<String>,
    uses_crate: bool,
    uses_macro_export: bool,
}

impl Names {
    fn of(module: &str, text: &str) -> Self {
        let here = module.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect();
        let mut names = Self { here, ..Self::default() };
        names.visit_file(&syn::parse_file(text).unwrap());
        names
    }

    fn see(&mut self, path: &[String]) {
        let Some(first) = path.first() else { return };
        self.roots.insert(first.clone());
        self.uses_crate |= first == "crate" || first == "$crate";
        let supers = path.iter().take_while(|part| *part == "super").count();
        let skip = supers + usize::from(path.get(supers).is_some_and(|part| part == "self")) * usize::from(supers == 0);
        let absolute: Vec<String> = if first == "crate" {
            path[1..].to_vec()
        } else if first == "super" || first == "self" {
            let up = supers.saturating_sub(self.inner);
            let base = &self.here[..self.here.len().saturating_sub(up)];
            if supers < self.inner || (supers == 0 && self.inner > 0) {
                return;
            }
            base.iter().chain(&path[skip..]).cloned().collect()
        } else {
            return;
        };
        // A function or type at the root of the crate belongs to lib.rs.
        if let Some(stage) = absolute.first() {
            let is_module = stage.chars().all(|c| c.is_ascii_lowercase() || c == '_') && absolute.len() > 1;
            self.stages.insert(if is_module { stage.clone() } else { "lib".to_owned() });
        }
    }

    fn see_tree(&mut self, tree: &syn::UseTree, before: &[String]) {
        let mut path = before.to_vec();
        match tree {
            syn::UseTree::Path(part) => {
                path.push(part.ident.to_string());
                self.see_tree(&part.tree, &path);
            }
            syn::UseTree::Group(group) => {
                for tree in &group.items {
                    self.see_tree(tree, before);
                }
            }
            syn::UseTree::Name(name) => {
                path.push(name.ident.to_string());
                // `use crate::output;`: the module itself.
                path.push(String::new());
                self.see(&path);
            }
            syn::UseTree::Rename(name) => {
                path.push(name.ident.to_string());
                path.push(String::new());
                self.see(&path);
            }
            syn::UseTree::Glob(_) => {
                path.push(String::new());
                self.see(&path);
            }
        }
    }
}

impl Visit<'_> for Names {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        self.see_tree(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.segments.len() > 1 {
            let parts: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
            self.see(&parts);
        }
        syn::visit::visit_path(self, path);
    }

    /// `pub(in crate::validate)` opens something to a stage, and sees nothing of it.
    fn visit_visibility(&mut self, visibility: &syn::Visibility) {
        if let syn::Visibility::Restricted(to) = visibility {
            self.uses_crate |= to.in_token.is_some() && to.path.segments.iter().any(|part| part.ident == "crate");
        }
    }

    fn visit_item_mod(&mut self, item: &syn::ItemMod) {
        self.inner += usize::from(item.content.is_some());
        syn::visit::visit_item_mod(self, item);
        self.inner -= usize::from(item.content.is_some());
    }

    fn visit_item_macro(&mut self, item: &syn::ItemMacro) {
        self.uses_macro_export |= item.attrs.iter().any(|attribute| attribute.path().is_ident("macro_export"));
        syn::visit::visit_item_macro(self, item);
    }

    fn visit_attribute(&mut self, attribute: &syn::Attribute) {
        // `#[serde(with = "crate::…")]` and kin hide a path in a string.
        if let syn::Meta::List(list) = &attribute.meta {
            self.uses_crate |=
                list.tokens.to_string().contains("crate ::") || list.tokens.to_string().contains("crate::");
        }
    }
}

/// The module of a file: `emit::server` for codegen/src/emit/server.rs.
fn module_of(path: &str, root: &str) -> String {
    let path = path.strip_prefix(root).unwrap().trim_start_matches('/').trim_end_matches(".rs");
    path.trim_end_matches("/mod").replace('/', "::")
}

#[test]
fn stages_see_only_the_stages_before_them() {
    let may_see: BTreeMap<_, _> = MAY_SEE.iter().copied().collect();
    let mut wrong = Vec::new();
    for source in below("codegen/src") {
        let module = module_of(&source.path, "codegen/src");
        let stage = module.split("::").next().unwrap();
        if ["lib", "main", "cli"].contains(&stage) {
            continue;
        }
        let Some(allowed) = may_see.get(stage) else {
            wrong.push(format!("{}: the stage {stage:?} is not in the table of this test", source.path));
            continue;
        };
        for seen in Names::of(&module, &source.text).stages {
            let common = COMMON.contains(&seen.as_str()) && !ALONE.contains(&stage);
            if seen != stage && !allowed.contains(&seen.as_str()) && !common {
                wrong.push(format!("{}: {stage} must not see {seen}", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn reading_and_lowering_know_nothing_of_tokens() {
    let mut wrong = Vec::new();
    for source in below("codegen/src") {
        let module = module_of(&source.path, "codegen/src");
        if WITHOUT_TOKENS.contains(&module.split("::").next().unwrap()) {
            let roots = Names::of(&module, &source.text).roots;
            wrong.extend(
                TOKENS.iter().filter(|token| roots.contains(**token)).map(|token| format!("{}: {token}", source.path)),
            );
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn only_the_command_line_prints_or_exits() {
    for source in below("codegen/src") {
        let module = module_of(&source.path, "codegen/src");
        if ["main", "cli", "build"].contains(&module.split("::").next().unwrap()) {
            continue;
        }
        for word in ["println!", "eprintln!", "print!(", "process::exit", "std::env::args"] {
            let code = source.text.lines().filter(|line| !line.trim_start().starts_with("//"));
            assert!(!code.into_iter().any(|line| line.contains(word)), "{}: {word}", source.path);
        }
    }
}

#[test]
fn the_runtime_works_wherever_it_is_put() {
    let crates: Vec<_> =
        DEPENDENCIES.iter().chain(OPTIONAL.iter().map(|(_, row)| row)).map(|row| row.name.replace('-', "_")).collect();
    let mut wrong = Vec::new();
    for source in below("codegen/runtime") {
        let names = Names::of("", &source.text);
        if names.uses_crate {
            wrong.push(format!("{}: a path from `crate`, which is the user's", source.path));
        }
        if names.uses_macro_export {
            wrong.push(format!("{}: macro_export names a macro at the root of the user's crate", source.path));
        }
        for root in names
            .roots
            .iter()
            .filter(|root| root.chars().all(|c| c.is_ascii_lowercase() || c == '_' || c.is_ascii_digit()))
        {
            let std = ["std", "core", "alloc", "super", "self"].contains(&root.as_str());
            if !std && !crates.contains(root) && !declares(&source.text, root) {
                wrong.push(format!("{}: {root} is neither std, nor super, nor a crate of the table", source.path));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whether a name is a module or an import of the file itself, or a primitive type.
fn declares(text: &str, name: &str) -> bool {
    let primitive = [
        "bool", "char", "str", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize",
        "f32", "f64",
    ];
    let imported = |line: &str| line.trim_start().trim_start_matches("pub ").starts_with("use ") && line.contains(name);
    primitive.contains(&name)
        || text.contains(&format!("mod {name}"))
        || text.contains(&format!("macro_rules! {name} "))
        || text.lines().any(imported)
}
