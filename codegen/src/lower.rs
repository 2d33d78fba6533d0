//! From what was read to the model: names decided, defaults filled in, everything sorted.

mod asks;
mod capabilities;
pub mod contract;
mod entries;
pub mod headers;
mod methods;
pub mod protocol;
mod rust_names;
mod unions;
