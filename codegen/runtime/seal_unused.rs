//! `requestState` of a server whose contract says of nothing that it asks: it is never sealed, and what
//! comes is never good. Takes the place of `seal`, so that such a server builds no cryptography.

/// No keys.
#[derive(Debug)]
pub(super) struct Seal;

/// The request that a state would belong to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binding<'r> {
    pub(super) principal: Option<&'r str>,
    pub(super) method: &'r str,
    pub(super) name: &'r str,
    pub(super) arguments: &'r str,
}

#[allow(clippy::unused_self, reason = "the methods of `seal`, which do have keys to look at")]
impl Seal {
    pub(super) fn of(_asks: bool) -> Self {
        Self
    }

    /// Refused: what asks without being declared to has nothing to come back to.
    pub(super) fn seal(&self, _state: &[u8], _binding: Binding<'_>) -> Result<String, String> {
        Err(String::from("the contract says of nothing that it asks"))
    }

    /// Nothing that a client sends was sealed here.
    pub(super) fn open(&self, _text: &str, _binding: Binding<'_>) -> Option<(Vec<u8>, String)> {
        None
    }

    /// Nothing is needed, so nothing is wrong.
    pub(super) fn fault(&self) -> Option<String> {
        None
    }
}
