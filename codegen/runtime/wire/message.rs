//! What a method takes and gives, said by types: a response is decoded by the request that it
//! answers, never by looking at it.

use serde::Serialize;

use super::Decode;

/// A request of the protocol.
pub trait Request: Serialize + Decode {
    /// The method, such as `tools/call`.
    const METHOD: &'static str;
    /// What stands under `params`.
    type Params: Serialize + Decode;
    /// What stands under `result` in the response.
    type Result: Serialize + Decode;
}

/// A notification of the protocol.
pub trait Notification: Serialize + Decode {
    /// The method, such as `notifications/progress`.
    const METHOD: &'static str;
    /// What stands under `params`.
    type Params: Serialize + Decode;
}
