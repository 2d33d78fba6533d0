//! Which values and schemas the tests make up: the same each time, unless `VALIDATE_SEED` says otherwise.

use std::hash::{BuildHasher as _, RandomState};
use std::sync::OnceLock;

/// What is tried when nobody says anything.
const FIXED: u64 = 20_260_728;

/// The seed of this run: `VALIDATE_SEED`, a number, or `random` to have one drawn. It is printed, so that what fails
/// shows by which number it fails again.
pub(crate) fn seed() -> u64 {
    static SEED: OnceLock<u64> = OnceLock::new();
    let seed = *SEED.get_or_init(|| chosen(std::env::var("VALIDATE_SEED").ok().as_deref()));
    println!("VALIDATE_SEED={seed}");
    seed
}

fn chosen(text: Option<&str>) -> u64 {
    match text {
        None | Some("") => FIXED,
        Some("random") => RandomState::new().hash_one(FIXED),
        Some(text) => text.parse().expect("VALIDATE_SEED is a number or `random`"),
    }
}

#[test]
fn a_seed_is_fixed_or_stated_or_drawn() {
    assert_eq!((chosen(None), chosen(Some("")), chosen(Some("7"))), (FIXED, FIXED, 7));
    assert_ne!(chosen(Some("random")), chosen(Some("random")));
    assert!(std::panic::catch_unwind(|| chosen(Some("any"))).is_err());
}
