//! Readers: JSON text to checked, typed values in one pass.
//!
//! Comes in: the checks of a schema, and the layout of its types. Goes out: a [`Plan`], the readers
//! as plain data, and from it Rust functions over `runtime/fused`. Always holds: a reader gives a
//! value only if the checks accept it, and gives the one that the type's `Deserialize` would; what
//! a plan cannot say of a part of the schema, the checks over a `serde_json::Value` say of that
//! part; the text is linear in the schema.
//!
//! A reader may give nothing for what is valid after all: the caller then takes the long way. So a
//! plan leaves out what is rare, and only has to be right in what it lets through.

mod emit;
mod facts;
mod plan;

use proc_macro2::TokenStream;

use crate::typed::Types;
use crate::validate::{Emission, Program};
pub use plan::Plan;

/// The plan for a schema's checks and types; `None` where nothing is gained by reading in one pass.
#[must_use]
pub fn plan(program: &Program, types: &Types) -> Option<Plan> {
    plan::plan(program, &types.layout)
}

/// The same for values that are written: whether one fits is asked of the value on the way, where its type says enough.
#[must_use]
pub fn plan_written(program: &Program, types: &Types) -> Option<Plan> {
    plan(program, types).map(|plan| Plan { written: true, ..plan })
}

/// The items of a module, as [`Program::emit`] gives them, and a function `read` beside `check`; `write`, for what is
/// written.
/// `runtime` is the path of the runtime, of which `fused` is used, and `serialize` by what is written; the types stand one
/// module up.
#[must_use]
pub fn emit(plan: &Plan, program: &Program, emission: &Emission, runtime: &TokenStream) -> TokenStream {
    program.emit_with(emission, &|emitter| emit::items(plan, emitter, runtime))
}
