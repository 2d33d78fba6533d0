//! The validators, from the inside of a crate that knows nothing of MCP.
#![allow(missing_docs, clippy::unwrap_used)]

use serde_json::{Value, json};
use side_door::{booking, point, route};

fn full_booking() -> Value {
    json!({
        "passengers": ["Ada", "Bo", "Cy"],
        "vehicle": { "kind": "truck", "axles": 3 },
        "day": "2026-07-28",
        "price": 120.55,
        "cabin": "suite",
        "notes": { "x-long-name": "late", "dog": null },
    })
}

#[test]
fn validators_of_a_build_script_check_values() {
    assert_eq!(booking::check(&full_booking()), Ok(()));
    let fault = booking::first(&json!({ "passengers": [], "day": "2026-07-28" })).unwrap_err();
    assert_eq!(fault.to_string(), "/passengers: expected an array of at least 1 item, got an empty array");
    assert!(point::is_valid(&json!([38.7, -9.1])));
    assert!(!point::is_valid(&json!([91, 0])));
    assert!(route::is_valid(&json!({ "first": { "port": "PTLIS", "next": { "port": "ESVGO" } } })));
    let faults = route::check(&json!({ "first": { "port": "lisbon", "nxt": {} } })).unwrap_err();
    let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
    assert!(lines.iter().any(|line| line.ends_with("did you mean \"next\"?")), "{lines:?}");
}

/// The whole of what `is_valid` does, valid or not, goes without the allocator.
#[test]
fn is_valid_allocates_nothing() {
    let mut broken = full_booking();
    broken["vehicle"]["wings"] = json!(2);
    let mut late = full_booking();
    late["notes"]["a name that is too long"] = json!("x");
    let route = json!({ "first": { "port": "PTLIS", "next": { "port": "ESVGO", "next": { "port": "no" } } } });
    let values = [full_booking(), broken, late, json!({}), json!(null)];
    let expected = [true, false, false, false, false];
    let mut verdicts = [false; 5];
    let info = allocation_counter::measure(|| {
        for (verdict, value) in verdicts.iter_mut().zip(&values) {
            *verdict = booking::is_valid(value);
        }
        assert!(!route::is_valid(&route));
    });
    assert_eq!(verdicts, expected);
    assert_eq!(info.count_total, 0, "{info:?}");
}

/// The measure itself sees allocations: the same values, explained.
#[test]
fn an_explanation_allocates() {
    let value = json!({ "passengers": [7] });
    let info = allocation_counter::measure(|| assert!(booking::check(&value).is_err()));
    assert!(info.count_total > 0);
}
