//! Any bytes as a schema: it is refused with reasons, or becomes Rust that parses, in bounded size.

use mcp_codegen::validate::{self, Dialect, Emission, Options};
use mcp_codegen::{format, typed};
use quote::quote;
use serde_json::Value;

use crate::sample::Random;
use crate::schemas;

/// The first byte says how the rest is read: as JSON, or as the choices of a schema that is well formed.
pub fn holds(bytes: &[u8]) {
    let Some((mode, rest)) = bytes.split_first() else { return };
    let schema = match mode % 4 {
        0 => schemas::schema(mode & 4 == 0, &mut Random::Bytes(rest.to_vec().into_iter())),
        _ => match serde_json::from_slice(rest) {
            Ok(schema) => schema,
            Err(_) => return,
        },
    };
    let options = Options {
        dialect: if mode & 8 == 0 { Dialect::Draft202012 } else { Dialect::Draft7 },
        base: (mode & 16 != 0).then(|| "https://quay.example/a/b.json".to_owned()),
        assert_format: mode & 32 != 0,
        ..Options::default()
    };
    generates(&schema, &options);
}

fn generates(schema: &Value, options: &Options) {
    let size = schema.to_string().len();
    let types = typed::types("T", "A value.", schema);
    let types = format::rust_file(types.items);
    assert!(types.len() <= 4_000 + 400 * size, "{} bytes of types for {size}", types.len());
    match validate::compile(schema, options) {
        Err(faults) => {
            assert!(!faults.is_empty(), "refused without a reason");
            for fault in faults {
                assert!(!fault.message.is_empty() && !fault.help.is_empty(), "{fault:?}");
                if fault.document.is_none() {
                    assert!(schema.pointer(&fault.pointer).is_some(), "{fault:?} is about nothing");
                }
            }
        }
        Ok(program) => {
            let emission = Emission { validation: quote! { super::validation }, limits: None };
            let checks = format::rust_file(program.emit(&emission));
            assert!(checks.len() <= 4_000 + 2_000 * size, "{} bytes of checks for {size}", checks.len());
        }
    }
}
