//! Validators made by the build script: one alone, and two that share what they call.
#![deny(warnings)]

/// What a booking must be.
pub mod booking {
    include!(concat!(env!("OUT_DIR"), "/booking.rs"));
}

include!(concat!(env!("OUT_DIR"), "/several.rs"));
