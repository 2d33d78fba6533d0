//! The request checks of every generated server, to print, and to try on any server.
//!
//! Comes in: nothing, or a contract. Goes out: the table as Markdown, or as JSON together with a
//! corpus: a request for each fault of each method and for each two faults, with the answer that the table
//! documents. Always holds: [`table`] is the file that generated servers execute, compiled in from
//! where it lies, so that what is printed here cannot be anything else.

mod base;
mod corpus;
mod draft;
mod faults;
mod left_out;
mod print;
#[path = "../runtime/checks/row.rs"]
pub mod row;
mod subject;
#[path = "../runtime/checks/table.rs"]
pub mod table;

pub use base::Base;
pub use corpus::{Answer, Case, corpus};
pub use draft::Request;
pub use faults::ELSEWHERE;
pub use left_out::LeftOut;
pub use print::{json, markdown};
pub use subject::{Subject, Tokens};
