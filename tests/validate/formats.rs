//! Values of each `format` that is asserted where the options say so, and values that are none.

use mcp_codegen::validate::{self, Options};
use serde_json::{Value, json};

use crate::cases::{Case, case};
use crate::compiled::Compiled;

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
            &["08:30:06.283185Z", "23:59:60Z", "01:29:60+01:30", "15:59:60.00000000000000000000000000001-08:00"],
            &["08:30:06", "24:00:00Z", "22:59:60Z", "08:30:06.Z", "08:30:06+24:00", "01:02:03Z00:30", "é8:30:06Z", ""],
        ),
        format(
            "date-time",
            &[
                "2024-06-30T23:59:60Z",
                "2024-06-30t08:00:00-08:00",
                "0000-01-01T00:00:00+23:59",
                "9999-12-31T23:59:59-23:59",
            ],
            // A leap second ends a month.
            &[
                "2024-06-29T23:59:60Z",
                "2024-06-30_08:00:00Z",
                "2024-06-30 08:00:00Z",
                "2024-06-31T08:00:00Z",
                "2024-06-30T08:00Z",
            ],
        ),
        format(
            "duration",
            &["P4DT12H30M5S", "P2W", "PT1M", "P1Y2M"],
            &["P", "PT", "4D", "P1Y3D", "P1D2H", "P1W1D", "PT1S1M", "P1"],
        ),
        format(
            "email",
            &[
                "joe.bloggs@example.com",
                "\"a b\"@example.com",
                "\"a\\\" \"@example.com",
                "te~st@[127.0.0.1]",
                "a@[127.000.0.001]",
                "a@[ipv6:::1]",
                "a@xn--X",
            ],
            &[
                "\"@example.com",
                "a@[1.2.3.256]",
                "a@[1.2.3]",
                "a@[::1]",
                "a@[IPv6:1]",
                "a@[",
                "é@example.com",
                "a@x=y.com",
                "joe",
                ".a@example.com",
                "a..b@example.com",
                "a b@example.com",
                "a@-x.com",
            ],
        ),
        format(
            "hostname",
            &[
                "www.example.com",
                "a-b",
                "1",
                "xn--fiqs8s.cn",
                "XN--FIQS8S",
                "xn--bcher-kva.example",
                "ab--cd.xn--bcher-kva.example",
            ],
            // No Punycode; a heart, which UTS 46 takes and IDNA 2008 does not; a label that needs no encoding.
            &["-a.com", "a_b", "", "a..b", "a.", "xn--X", "xn--i-7iq.ws", "xn--a-", "xn--", "é.com"],
        ),
        format("ipv4", &["192.168.0.1"], &["256.0.0.1", "1.2.3", "01.2.3.4", "0x7f.0.0.1"]),
        format("ipv6", &["::1", "::ffff:1.2.3.4"], &["12345::", "1::2::3", "::1%eth0"]),
        format(
            "uuid",
            &["2EB8AA08-aa98-11ea-b4aa-73b441d16380"],
            &[
                "2eb8aa08aa9811eab4aa73b441d16380",
                "2eb8aa08-aa98-11ea-b4aa-73b441d1638",
                "2eb8aa08-aa98-11ea-b4aa-73b441d1638g",
                "{2eb8aa08-aa98-11ea-b4aa-73b441d16380}",
                "urn:uuid:2eb8aa08-aa98-11ea-b4aa-73b441d16380",
            ],
        ),
        format("json-pointer", &["", "/a~1b/0", "/~0"], &["a", "/~2", "/~"]),
        format(
            "uri",
            &["urn:oasis:x", "http://u:p@[::1]:80/a%20b?q#f", "mailto:a@b", "http://[v1.a:b]/", "a:"],
            &[
                "http://[v1a]",
                "http://[v.a]",
                "http://[::1]a",
                "http://é",
                "//a",
                "http://a b",
                "http://[1]/",
                "http://a/%zz",
                "1a:b",
                "a",
            ],
        ),
        format("uri-reference", &["../a?b#c", "//h/p", "", "urn:x"], &["a:b:c d", "\\\\WIN", "1a:b"]),
        format(
            "uri-template",
            &["http://a/{x}/{?q,r*}", "{+p:3}", "it's", "é😀"],
            &["http://a/{x", "a}", "{a b}", "{}", "{a:0}", "{a:10000}", "{a..b}", "%4", "\u{fffe}"],
        ),
        format("iri", &["http://é/ü?ñ#😀", "urn:x"], &["é", "http://a b", "http://é/\u{e000}"]),
        format("iri-reference", &["é", "../ü", ""], &["a b", "%zz"]),
        format(
            "regex",
            &["^(?<a>x)\\k<a>$", "\\p{L}+", "[]", "[^]", "(?<=a+)b", "\\cA", "", "[(]{2,3}?", "[\\b]+\\b"],
            &[
                "^(abc]",
                "\\a",
                "(?P<n>a)",
                "(?#x)",
                "(?i)a",
                "a**",
                "\\b+",
                "a\\B?",
                "a{2,1}",
                "[b-a]",
                "\\",
                "\\p{Nothing}",
                "(?<a>x)(?<a>y)",
                "]",
            ],
        ),
        format("a-format-of-my-own", &["anything"], &[]),
    ]
}

/// Expressions that would take stack, memory or time beyond a bound are refused; none ends the process.
#[test]
fn jsc_06_hostile_expressions_are_refused() {
    let options = Options { assert_format: true, ..Options::default() };
    let schema = json!({ "anyOf": [{ "format": "regex", "type": "string" }, { "items": { "format": "regex" }, "type": "array" }] });
    let program = validate::compile(&schema, &options).unwrap();
    let many = |part: &str, times: usize| part.repeat(times);
    let nested = |open: &str, times: usize| open.repeat(times) + "a" + &")".repeat(times);
    let texts = [
        (nested("(", 100), true),
        (nested("(?:", 101), false),
        (nested("(?<=", 500), false),
        (nested("(\\)[)]", 400), false),
        (many("(", 1_000_000), false),
        (many("[", 4_000), false),
        (many("a|", 200), true),
        (many("a|", 2_000), false),
        (many("(?<a>)|", 1_000_000), false),
        (format!("[{}]", many("\\p{L}", 16)), true),
        (format!("(?i:[{}])", many("\\P{L}", 15)), true),
        (format!("(?ms-i:{})", many("[\\S]", 16)), true),
        (format!("(?i:{})", many("[\\S]", 900)), false),
        (many("[\\S]", 900), true),
        (format!("[{}]", many("\\p{L}\\p{M}", 400)), false),
        (many("a{65535}", 500), true),
        (many("é", 2_000), true),
        (many("a", 10_000_000), false),
    ];
    let mut questions: Vec<_> = texts.iter().map(|(text, _)| (0, json!(text))).collect();
    let costly = json!(format!("[{}]", many("\\p{L}", 16)));
    // Each within its bounds: together more work than the value is given.
    questions.push((0, Value::Array(vec![costly; 20])));
    let answers = Compiled::build("expressions", &[program]).ask(&questions);
    for (answer, (text, valid)) in answers.iter().zip(&texts) {
        assert_eq!(answer.valid, *valid, "{}: {}", text.chars().take(60).collect::<String>(), answer.text);
    }
    let last = &answers[texts.len()];
    assert!(!last.valid && last.text.contains("steps"), "{}", last.text);
}
