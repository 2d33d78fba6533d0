//! Doc comments from hostile text.

use mcp_codegen::docs;

fn text(input: &str) -> String {
    docs::lines(input).join("\n")
}

#[test]
fn line_ends_of_every_kind_end_a_line() {
    assert_eq!(docs::lines("a\r\nb\rc\u{2028}d\u{2029}e\u{85}f"), ["a", "b", "c", "d", "e", "f"]);
}

#[test]
fn nothing_invisible_is_left() {
    assert_eq!(
        text("nul\0 esc\u{1b}[31m bold\u{1b}[0m rtl\u{202e}txt \u{1b}]0;title\u{7}end\u{e0041}"),
        "nul esc bold rtltxt end"
    );
}

#[test]
fn indented_and_fenced_text_is_fenced_as_text() {
    let lines = docs::lines(
        "How:\n\n    hoist --sail 3\n\n\t- with a tab\n\nor\n\n```\nplain words {\n```\n\n```ignore\nleft open",
    );
    assert_eq!(
        lines,
        [
            "How:",
            "",
            "```text",
            "hoist --sail 3",
            "",
            "- with a tab",
            "```",
            "",
            "or",
            "",
            "```text",
            "plain words {",
            "```",
            "",
            "```text",
            "left open",
            "```"
        ]
    );
}

#[test]
fn a_list_item_never_holds_indented_code() {
    assert_eq!(text("*       - odd\n\n          deep"), "- \\- odd\n\ndeep");
    assert_eq!(text("1. one\n   more\n   - inner\n2. two"), "1. one\n   more\n   - inner\n2. two");
}

#[test]
fn a_list_after_prose_gets_its_own_block() {
    assert_eq!(text("Kinds:\n7. seven\ntext"), "Kinds:\n\n7. seven\n   text");
}

#[test]
fn brackets_html_and_entities_are_text() {
    assert_eq!(
        text("see [Vec] and <b>x</b> &amp; a[0] <script>"),
        "see \\[Vec\\] and \\<b>x\\</b> \\&amp; a\\[0\\] \\<script>"
    );
}

#[test]
fn urls_are_visible_autolinks() {
    assert_eq!(
        text("At https://example.test/a_(b). Or (http://x.test), or [t](https://y.test)"),
        "At <https://example.test/a_(b)>. Or (<http://x.test>), or \\[t\\](<https://y.test>)"
    );
    assert_eq!(
        text("<https://z.test/?q=1> ahttps://q.example.test"),
        "<https://z.test/?q=1> ahttps\\://q.example.test"
    );
}

#[test]
fn link_tags_become_code() {
    assert_eq!(
        text("A {@link Sail | the sail}, {@link Mast}, {@code x y}, {@unknown z}"),
        "A `the sail`, `Mast`, `x y`, {@unknown z}"
    );
    let linked = docs::lines_with("A {@link Mast}", &|target| (target == "Mast").then(|| "[`Mast`]".to_owned()));
    assert_eq!(linked, ["A [`Mast`]"]);
}

#[test]
fn emphasis_signs_are_text_unless_they_are_strong() {
    assert_eq!(
        text("**Note:** use src/**/*.rs, a * b, _x_ and snake_case_name"),
        "**Note:** use src/\\*\\*\\/\\*.rs, a * b, `_x_` and `snake_case_name`"
    );
}

#[test]
fn backticks_that_do_not_pair_are_text() {
    assert_eq!(text("a `code` and ` alone"), "a `code` and \\` alone");
    assert_eq!(docs::code("a`b"), "``a`b``");
    assert_eq!(docs::code(""), "(empty)");
}

#[test]
fn comment_ends_and_rust_code_stay_words() {
    assert_eq!(text("ends */ pub fn owned() {} /*"), "ends \\*\\/ pub fn owned() {} /\\*");
}

#[test]
fn setext_underlines_and_quotes_are_text() {
    assert_eq!(text("a\n===\n>     b\n# Title\nc"), "a\n\\===\n\\> b\n\n# Title\n\nc");
}

#[test]
fn long_lines_are_broken() {
    let lines = docs::lines(&"word ".repeat(10_000));
    assert!(lines.iter().all(|l| l.len() <= docs::WIDTH), "{:?}", lines.first());
    for hostile in [
        "x".repeat(100_000),
        "`".repeat(99_999),
        format!("https://{}", "a".repeat(100_000)),
        format!("`{}`", "é".repeat(900)),
        "**a".repeat(50_000),
    ] {
        assert!(docs::lines(&hostile).iter().all(|l| l.len() <= 1_000), "{}", &hostile[..10]);
    }
}

#[test]
fn blank_text_has_no_lines() {
    assert!(docs::lines(" \n\t\n\u{200b}").is_empty());
}
