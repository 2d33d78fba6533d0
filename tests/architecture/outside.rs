//! The crates outside of the workspace, which the tests do not compile: what they name of this one is there.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;

use crate::sources::below;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders that the workspace leaves out.
fn excluded() -> Vec<String> {
    let text = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let manifest: toml::Table = toml::from_str(&text).unwrap();
    let folders = manifest["workspace"]["exclude"].as_array().unwrap();
    folders.iter().map(|folder| folder.as_str().unwrap().to_owned()).collect()
}

/// What a file names of `mcp_codegen`, and the files that it takes in.
#[derive(Default)]
struct Named {
    /// Names that a `use` brought in, and what they stand for.
    imported: BTreeMap<String, Vec<String>>,
    paths: Vec<Vec<String>>,
    files: Vec<String>,
}

impl Named {
    fn of(text: &str) -> Self {
        let file = syn::parse_file(text).unwrap();
        let mut named = Self::default();
        for item in &file.items {
            if let syn::Item::Use(item) = item {
                named.import(&item.tree, &[]);
            }
        }
        named.visit_file(&file);
        named
    }

    fn import(&mut self, tree: &syn::UseTree, before: &[String]) {
        let mut path = before.to_vec();
        let (name, known_as) = match tree {
            syn::UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.import(&part.tree, &path);
            }
            syn::UseTree::Group(group) => return group.items.iter().for_each(|tree| self.import(tree, before)),
            syn::UseTree::Name(name) => (name.ident.to_string(), name.ident.to_string()),
            syn::UseTree::Rename(name) => (name.ident.to_string(), name.rename.to_string()),
            syn::UseTree::Glob(_) => return,
        };
        if path.first().is_none_or(|first| first != "mcp_codegen") {
            return;
        }
        let known_as = if name == "self" { path.last().unwrap().clone() } else { known_as };
        path.extend((name != "self").then_some(name));
        self.paths.push(path.clone());
        self.imported.insert(known_as, path);
    }
}

impl Visit<'_> for Named {
    fn visit_path(&mut self, path: &syn::Path) {
        let mut parts: Vec<_> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        if let Some(whole) = self.imported.get(&parts[0]) {
            parts.splice(..1, whole.iter().cloned());
        }
        if parts[0] == "mcp_codegen" {
            self.paths.push(parts);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_attribute(&mut self, attribute: &syn::Attribute) {
        if let syn::Meta::NameValue(pair) = &attribute.meta
            && pair.path.is_ident("path")
            && let syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(path), .. }) = &pair.value
        {
            self.files.push(path.value());
        }
    }

    fn visit_macro(&mut self, called: &syn::Macro) {
        let includes = ["include_str", "include_bytes", "include"].iter().any(|name| called.path.is_ident(name));
        if includes && let Ok(path) = called.parse_body::<syn::LitStr>() {
            self.files.push(path.value());
        }
        syn::visit::visit_macro(self, called);
    }
}

/// Whether `codegen/src` has an item of this path. What a type or a re-export has is not looked at.
fn is_there(path: &[String]) -> bool {
    let mut module = root().join("codegen/src/lib.rs");
    let mut folder = root().join("codegen/src");
    for name in path {
        let items = syn::parse_file(&fs::read_to_string(&module).unwrap()).unwrap().items;
        let is_module = items.iter().any(|item| matches!(item, syn::Item::Mod(item) if item.ident == name));
        if !is_module {
            return items.iter().any(|item| declares(item, name));
        }
        let file = folder.join(format!("{name}.rs"));
        folder.push(name);
        module = if file.exists() { file } else { folder.join("mod.rs") };
    }
    true
}

fn declares(item: &syn::Item, name: &str) -> bool {
    let is_public = |visibility: &syn::Visibility| matches!(visibility, syn::Visibility::Public(_));
    match item {
        syn::Item::Use(item) => is_public(&item.vis) && brings(&item.tree, name),
        syn::Item::Fn(item) => is_public(&item.vis) && item.sig.ident == name,
        syn::Item::Struct(item) => is_public(&item.vis) && item.ident == name,
        syn::Item::Enum(item) => is_public(&item.vis) && item.ident == name,
        syn::Item::Trait(item) => is_public(&item.vis) && item.ident == name,
        syn::Item::Type(item) => is_public(&item.vis) && item.ident == name,
        syn::Item::Const(item) => is_public(&item.vis) && item.ident == name,
        syn::Item::Static(item) => is_public(&item.vis) && item.ident == name,
        _ => false,
    }
}

fn brings(tree: &syn::UseTree, name: &str) -> bool {
    match tree {
        syn::UseTree::Path(part) => brings(&part.tree, name),
        syn::UseTree::Group(group) => group.items.iter().any(|tree| brings(tree, name)),
        syn::UseTree::Name(leaf) => leaf.ident == name,
        syn::UseTree::Rename(leaf) => leaf.rename == name,
        syn::UseTree::Glob(_) => true,
    }
}

#[test]
fn what_crates_outside_of_the_workspace_name_of_this_one_is_there() {
    let (mut seen, mut missing) = (0, Vec::new());
    for source in excluded().iter().flat_map(|folder| below(folder)) {
        let Named { mut paths, files, .. } = Named::of(&source.text);
        paths.sort();
        paths.dedup();
        seen += paths.len() + files.len();
        let gone = paths.iter().filter(|path| !is_there(&path[1..]));
        missing.extend(gone.map(|path| format!("{}: {}", source.path, path.join("::"))));
        let beside = root().join(&source.path).parent().map(PathBuf::from).unwrap();
        let gone = files.iter().filter(|file| !beside.join(file).exists());
        missing.extend(gone.map(|file| format!("{}: {file}", source.path)));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
    assert!(seen > 60, "{seen} names looked at");
}

#[test]
fn a_name_that_is_gone_is_found() {
    let text = "use mcp_codegen::validate::{self, Options};\n#[path = \"gone.rs\"]\nmod gone;\n\
        fn main() { validate::compile(); validate::conpile(); mcp_codegen::load::Revision::gone(); mcp_codegen::lode::x(); }";
    let Named { paths, files, .. } = Named::of(text);
    let gone: Vec<_> = paths.iter().filter(|path| !is_there(&path[1..])).map(|path| path.join("::")).collect();
    assert_eq!(gone, ["mcp_codegen::validate::conpile", "mcp_codegen::lode::x"]);
    assert_eq!(files, ["gone.rs"]);
}
