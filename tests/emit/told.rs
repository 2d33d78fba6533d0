//! What the servers of compiled programs send: such a program prints it, and the test that compiled it judges.

use super::emitted;

/// A line that carries a message: this, the method of the request, and the message, with tabs between.
const MARK: &str = "sent";

/// The source of a module `witness`: the service, and a `tell` that prints.
pub fn witness() -> String {
    let service = include_str!("../common/witness.rs");
    let tell = "println!(\"MARK\\t{method}\\t{message}\");".replace("MARK", MARK);
    format!("{service}\n/// Prints it.\npub(crate) fn tell(method: &str, message: &str) {{\n    {tell}\n}}\n")
}

/// Holds each message that a program printed against the schema, of which there is at least one; what else it printed.
pub fn assert_legal(printed: &str) -> String {
    let (mut rest, mut count) = (String::new(), 0);
    for line in printed.lines() {
        match line.split('\t').collect::<Vec<_>>()[..] {
            [MARK, method, message] => {
                emitted::assert_legal_text(Some(method).filter(|method| !method.is_empty()), message);
                count += 1;
            }
            _ => rest = rest + line + "\n",
        }
    }
    assert!(count > 0, "no message was told of");
    rest
}
