//! `ipv4`: RFC 2673 section 3.2, decided by `std`.

/// RFC 2673 section 3.2, `dotted-quad`.
#[must_use]
pub fn legal(text: &str) -> bool {
    text.parse::<::std::net::Ipv4Addr>().is_ok()
}
