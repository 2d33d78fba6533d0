//! The hand-written part of every generated crate.
//!
//! It knows no generated type: generated code fills in the tables and traits of [`contract`].
//! Only `super::` paths inside, so that the files work as a crate, as a module of a user's crate
//! and from `OUT_DIR`.

pub mod contract;
