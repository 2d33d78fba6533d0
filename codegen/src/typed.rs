//! A JSON Schema to Rust types.
//!
//! Comes in: a schema of draft-07 or 2020-12, anybody's. Goes out: Rust items for one file, and
//! notes on what the types do not say. Always holds:
//!
//! - what the schema lets through can be read into the type, and comes out equal as JSON: absent
//!   and `null` stay apart, unknown members of open objects are kept, strings stay as they are,
//!   `30.0` is an integer. Only a number beyond what its Rust type holds exactly is refused;
//! - where a schema is not one of objects, arrays, maps, scalars, string enums, nullable values and
//!   unions that something tells apart, the part is `serde_json::Value`, or one struct with the
//!   members of all alternatives, and a note says why;
//! - the work and the text are linear in the schema, recursion is boxed, and nothing panics.
//!
//! The way: [`reference`] finds what `$ref` names; [`read`] turns keywords into [`shape`]s, which
//! [`algebra`] combines and [`arena`] works out once; [`plan`] makes [`item`]s of them; typify, behind
//! [`engine`], decides the Rust types of their parts; [`write`] lays them out.

mod algebra;
mod arena;
mod describe;
mod engine;
mod item;
pub(crate) mod layout;
mod part;
mod plan;
mod read;
mod reference;
mod shape;
mod tag;
mod write;

pub(crate) use item::Kind;
use proc_macro2::TokenStream;
use serde_json::Value;

/// Rust types of one schema.
#[derive(Clone, Debug)]
pub struct Types {
    /// The name of the type of the whole: a struct, an enum, or a newtype.
    pub root: String,
    /// Items for one file. All their names begin with `root`.
    pub items: TokenStream,
    /// Whether the file must hold `use super::super::runtime::typed;`.
    pub support: bool,
    /// How the root is made.
    pub form: Form,
    /// What the types do not say, in the order of the schema.
    pub notes: Vec<Note>,
    /// The items as data.
    pub(crate) layout: layout::Layout,
}

/// How a value of the root type is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// A struct with public fields.
    Struct {
        /// Identifiers of the fields that `new` takes, in its order; with none there is `Default` instead of `new`.
        required: Vec<String>,
    },
    /// An enum.
    Enum,
    /// A struct of one public, unnamed field.
    Newtype,
}

/// Something that a reader of the schema may expect of the types and does not find.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    /// JSON Pointer of the part of the schema.
    pub pointer: String,
    /// Id of the rule, `TYP-…`.
    pub rule: &'static str,
    /// The keyword that it is about; may be empty.
    pub keyword: String,
    /// One sentence.
    pub message: String,
}

fn note(rule: &'static str, keyword: &str, pointer: &str, message: &str) -> Note {
    Note { pointer: pointer.to_owned(), rule, keyword: keyword.to_owned(), message: message.to_owned() }
}

/// The types of a schema. `root` names the whole, an identifier; `about` says what it is, in a sentence of Markdown.
#[must_use]
pub fn types(root: &str, about: &str, schema: &Value) -> Types {
    let mut arena = arena::Arena::new(schema);
    let node = arena.schema(schema, "");
    let items = plan::items(&mut arena, node);
    let mut notes: Vec<Note> = std::mem::take(&mut arena.notes).into_iter().collect();
    let mut types = match engine::parts(&items) {
        Ok(parts) => {
            let layout = layout::layout(root, &items, &parts);
            Types { layout, ..write::types(root, about, &items, &parts, &notes) }
        }
        Err(error) => {
            notes.push(note("TYP-03", "", "", &format!("the whole is any value: {error}")));
            write::any(root, about, schema)
        }
    };
    notes.sort();
    types.notes = notes;
    types
}
