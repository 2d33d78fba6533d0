//! `hostname`: RFC 1123, and what `xn--` begins by RFC 5891: decided by the crate `idna`, but for the rules that
//! IDNA 2008 has beyond UTS 46, which are decided here by the properties of `icu_properties`, its own dependency.

use ::icu_properties::CodePointMapData;
use ::icu_properties::props::{GeneralCategory, Script};
use ::idna::uts46::{AsciiDenyList, Hyphens, Uts46};

use super::domain;

/// RFC 1123 section 2.1; a label that begins with `xn--` is an A-label (RFC 5890 section 2.3.2.1).
#[must_use]
pub fn legal(text: &str) -> bool {
    // Whether labels of both directions may stand in one name is said of the whole; where hyphens may not
    // stand, of encoded labels alone.
    let mut encoded = text.split('.').filter(|label| is_encoded(label)).peekable();
    domain::legal(text)
        && (encoded.peek().is_none()
            || (is_decodable(text, Hyphens::Allow) && encoded.all(|label| is_decodable(label, Hyphens::Check))))
}

fn is_encoded(label: &str) -> bool {
    label.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("xn--"))
}

fn is_decodable(text: &str, hyphens: Hyphens) -> bool {
    let (decoded, verdict) = Uts46::new().to_unicode(text.as_bytes(), AsciiDenyList::STD3, hyphens);
    verdict.is_ok() && decoded.split('.').all(is_u_label)
}

/// RFC 5892 section 3 and appendix A, for a label that is legal by UTS 46.
fn is_u_label(label: &str) -> bool {
    let mut before = None;
    let mut rest = label.chars();
    while let Some(c) = rest.next() {
        if !is_legal_at(c, before, rest.clone().next(), label) {
            return false;
        }
        before = Some(c);
    }
    true
}

#[allow(clippy::match_same_arms, reason = "an arm for each rule of the RFC")]
fn is_legal_at(c: char, before: Option<char>, after: Option<char>, label: &str) -> bool {
    match c {
        // Of ASCII, UTS 46 has let through what a name may have.
        '\0'..='\u{7f}' => true,
        // Section 2.6, legal whatever they are.
        '\u{6fd}' | '\u{6fe}' | '\u{f0b}' => true,
        // Joiners: UTS 46 has read what is around them.
        '\u{200c}' | '\u{200d}' => true,
        // Appendix A.3 to A.9.
        '\u{b7}' => before == Some('l') && after == Some('l'),
        '\u{375}' => after.is_some_and(|c| script(c) == Script::Greek),
        '\u{5f3}' | '\u{5f4}' => before.is_some_and(|c| script(c) == Script::Hebrew),
        '\u{30fb}' => label.chars().any(|c| [Script::Hiragana, Script::Katakana, Script::Han].contains(&script(c))),
        '\u{660}'..='\u{669}' => !label.contains(|c| matches!(c, '\u{6f0}'..='\u{6f9}')),
        '\u{6f0}'..='\u{6f9}' => !label.contains(|c| matches!(c, '\u{660}'..='\u{669}')),
        // Section 2.6, never legal.
        '\u{640}' | '\u{7fa}' | '\u{302e}' | '\u{302f}' | '\u{3031}'..='\u{3035}' | '\u{303b}' => false,
        // Section 2.4: blocks of symbols; section 2.9: old Hangul.
        '\u{20d0}'..='\u{20ff}' | '\u{1d100}'..='\u{1d24f}' => false,
        '\u{1100}'..='\u{11ff}' | '\u{a960}'..='\u{a97f}' | '\u{d7b0}'..='\u{d7ff}' => false,
        // `〇` is a letter by its use, a number by its category.
        '\u{3007}' => true,
        c => matches!(
            CodePointMapData::<GeneralCategory>::new().get(c),
            GeneralCategory::LowercaseLetter
                | GeneralCategory::OtherLetter
                | GeneralCategory::ModifierLetter
                | GeneralCategory::DecimalNumber
                | GeneralCategory::NonspacingMark
                | GeneralCategory::SpacingMark
        ),
    }
}

fn script(c: char) -> Script {
    CodePointMapData::<Script>::new().get(c)
}
