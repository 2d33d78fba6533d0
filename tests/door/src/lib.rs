//! The generated module, included twice: at the root, and deep in other modules.
#![deny(warnings)]
#![allow(clippy::duplicate_mod, reason = "that it works twice is what is tested")]

/// At the root of the crate.
pub mod mcp {
    include!(concat!(env!("OUT_DIR"), "/mcp.rs"));
}

/// Where no path from the root would do.
pub mod deep {
    /// And deeper.
    pub mod deeper {
        /// The second copy.
        pub mod mcp {
            include!(concat!(env!("OUT_DIR"), "/mcp.rs"));
        }
    }
}
