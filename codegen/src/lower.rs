//! From what was read to the model: names decided, defaults filled in, everything sorted.

mod asks;
pub mod contract;
pub mod headers;
mod methods;
pub mod protocol;
mod unions;
