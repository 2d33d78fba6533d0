//! `format`, where the author of a schema asked to assert it: a file a format, each with one function that is true
//! for the strings that are legal.
//!
//! A contract has the files of the formats that it asserts, and no other: so it depends on the crates that decide
//! those, and on no other.

pub mod date;
pub mod date_time;
pub mod domain;
pub mod duration;
pub mod email;
pub mod hostname;
pub mod ipv4;
pub mod ipv6;
pub mod iri;
pub mod iri_reference;
pub mod json_pointer;
pub mod regex;
pub mod time;
pub mod uri;
pub mod uri_reference;
pub mod uri_template;
pub mod uuid;
