//! The command line. The only place that prints or exits.

fn main() {}
