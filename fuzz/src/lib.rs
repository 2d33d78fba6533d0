//! What has to hold of any bytes, as functions that panic where it does not.
//!
//! libFuzzer calls them from `fuzz_targets/`. Bytes that once broke one of them are tests of the
//! repository, in `tests/`.

pub mod manifest;
pub mod read;
#[path = "../../tests/common/sample.rs"]
mod sample;
pub mod schema;
#[path = "../../tests/validate/schemas.rs"]
mod schemas;
#[path = "../../tests/validate/spelling.rs"]
mod spelling;
pub mod value;
