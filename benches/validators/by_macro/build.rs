//! A struct for each schema.
#![allow(clippy::unwrap_used, reason = "a bench that cannot be built says why and stops")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

#[path = "../schemas.rs"]
mod schemas;

fn main() {
    let (mut structs, mut rows) = (String::new(), String::new());
    for (index, (_, schema)) in schemas::schemas(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).iter().enumerate() {
        let text = schema.to_string();
        // `format` is an annotation in all that is compared.
        write!(
            structs,
            "#[jsonschema::validator(schema = {text:?}, validate_formats = false, \
             methods = {{ is_valid = true, validate = true, iter_errors = false }})]\n\
             pub struct Macro{index};\n"
        )
        .unwrap();
        write!(
            rows,
            "(Macro{index}::is_valid, |value| Macro{index}::validate(value).err().map(|error| drop(black_box(error)))),\n"
        )
        .unwrap();
    }
    let out = PathBuf::from(std::env::var_os("OUT_DIR").unwrap());
    std::fs::write(
        out.join("macros.rs"),
        format!("{structs}\n/// All.\npub static ALL: &[Functions] = &[\n{rows}];\n"),
    )
    .unwrap();
}
