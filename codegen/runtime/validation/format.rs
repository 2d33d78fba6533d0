//! `format`, where the author of a schema asked to assert it.
