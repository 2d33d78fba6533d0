//! Values of each `format` that is asserted where the options say so, and values that are none.

use serde_json::json;

use crate::cases::{Case, case};

/// Asserted because the options say so.
pub(crate) fn formats() -> Vec<Case> {
    let format = |name: &'static str, good: &[&str], bad: &[&str]| {
        let values = |texts: &[&str]| texts.iter().map(|text| json!(text)).collect();
        case(name, json!({ "format": name }), values(good), values(bad))
    };
    vec![
        format(
            "date",
            &["2024-02-29", "2000-02-29"],
            &["2023-02-29", "1900-02-29", "2024-4-01", "2024-13-01", "2024-01-00"],
        ),
        format(
            "time",
            &["08:30:06.283185Z", "23:59:60Z", "01:29:60+01:30"],
            &["08:30:06", "24:00:00Z", "22:59:60Z", "08:30:06.Z", "08:30:06+24:00"],
        ),
        format(
            "date-time",
            &["2024-06-30T23:59:60Z", "2024-06-30t08:00:00-08:00"],
            &["2024-06-30 08:00:00Z", "2024-06-31T08:00:00Z", "2024-06-30T08:00Z"],
        ),
        format(
            "duration",
            &["P4DT12H30M5S", "P2W", "PT1M", "P1Y2M"],
            &["P", "PT", "4D", "P1Y3D", "P1D2H", "P1W1D", "PT1S1M", "P1"],
        ),
        format(
            "email",
            &["joe.bloggs@example.com", "\"a b\"@example.com", "te~st@[127.0.0.1]"],
            &["joe", ".a@example.com", "a..b@example.com", "a b@example.com", "a@-x.com"],
        ),
        format("hostname", &["www.example.com", "a-b", "1"], &["-a.com", "a_b", "", "a..b", "a."]),
        format("ipv4", &["192.168.0.1"], &["256.0.0.1", "1.2.3", "01.2.3.4", "0x7f.0.0.1"]),
        format("ipv6", &["::1", "::ffff:1.2.3.4"], &["12345::", "1::2::3", "::1%eth0"]),
        format(
            "uuid",
            &["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
            &[
                "2eb8aa08aa9811eab4aa73b441d16380",
                "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
                "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
            ],
        ),
        format("json-pointer", &["", "/a~1b/0", "/~0"], &["a", "/~2", "/~"]),
        format(
            "uri",
            &["urn:oasis:x", "http://u:p@[::1]:80/a%20b?q#f", "mailto:a@b"],
            &["//a", "http://a b", "http://[1]/", "http://a/%zz", "1a:b", "a"],
        ),
        format("uri-reference", &["../a?b#c", "//h/p", "", "urn:x"], &["a:b:c d", "\\\\WIN", "1a:b"]),
        format("uri-template", &["http://a/{x}/{?q,r*}", "{+p:3}"], &["http://a/{x", "a}", "{a b}", "{}"]),
        format("a-format-of-my-own", &["anything"], &[]),
    ]
}
