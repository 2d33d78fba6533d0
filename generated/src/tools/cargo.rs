//! What the office makes of a declaration.

use std::collections::BTreeMap;

use crate::mcp::tools::cargo_declare::{CargoDeclareArgsHoldsItem, CargoDeclareOutputVerdict};
use crate::mcp::{CargoDeclareArgs, CargoDeclareOutput};

/// Counts the holds by kind; bulk is inspected.
pub(super) fn declare(args: &CargoDeclareArgs) -> CargoDeclareOutput {
    let mut by_kind = BTreeMap::new();
    let mut tonnes = 0.0;
    for hold in &args.holds {
        let kind = match hold {
            CargoDeclareArgsHoldsItem::Bulk(bulk) => {
                tonnes += bulk.tonnes;
                "bulk"
            }
            CargoDeclareArgsHoldsItem::Boxes(_) => "boxes",
            CargoDeclareArgsHoldsItem::People(_) => "people",
        };
        *by_kind.entry(kind.to_owned()).or_insert(0) += 1;
    }
    let verdict = if tonnes > 0.0 { CargoDeclareOutputVerdict::Inspect } else { CargoDeclareOutputVerdict::Clear };
    CargoDeclareOutput {
        holds: u64::try_from(args.holds.len()).unwrap_or(u64::MAX),
        tonnes: Some(tonnes),
        verdict,
        by_kind: Some(by_kind),
    }
}
