//! JSON Pointers (RFC 6901) as text.

/// `parent` and one more token.
pub(super) fn push(parent: &str, token: &str) -> String {
    format!("{parent}/{}", token.replace('~', "~0").replace('/', "~1"))
}

/// The unescaped tokens.
pub(super) fn tokens(pointer: &str) -> impl Iterator<Item = String> + '_ {
    pointer.split('/').skip(1).map(|token| token.replace("~1", "/").replace("~0", "~"))
}

/// The pointer itself and all above it, the nearest first.
pub(super) fn ancestors(pointer: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(pointer), |pointer| pointer.rfind('/').and_then(|end| pointer.get(..end)))
}
