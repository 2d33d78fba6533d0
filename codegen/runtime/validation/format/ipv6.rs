//! `ipv6`: RFC 4291 section 2.2, decided by `std`.

/// RFC 4291 section 2.2.
#[must_use]
pub fn legal(text: &str) -> bool {
    text.parse::<::std::net::Ipv6Addr>().is_ok()
}
