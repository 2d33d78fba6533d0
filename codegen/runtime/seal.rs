//! `requestState`, sealed: XChaCha20-Poly1305 over the state and its expiry, bound to the request that it
//! belongs to (MRT-06, MRT-07, A-25).
//!
//! Keys come from the environment variable `MCP_STATE_KEY`: 32 bytes in Base64, several separated by
//! commas. The first seals, all open; so replicas share state, and a key can be rotated by putting the new
//! one in front. Without the variable a key is made at the start and ends with the process. A server that
//! asks for nothing has the few lines of `seal_unused` in this place, and none of these crates.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use serde_json::Value;

use super::json;

/// Holds the keys.
const VARIABLE: &str = "MCP_STATE_KEY";
/// How long a state is good.
const LIFETIME: Duration = Duration::from_secs(10 * MINUTE);
const MINUTE: u64 = 60;
const NONCE: usize = 24;
const EXPIRY: usize = 8;

/// The keys of a server, or why it has none.
#[derive(Debug)]
pub(super) struct Seal(Result<Vec<Cipher>, String>);

struct Cipher(XChaCha20Poly1305);

impl std::fmt::Debug for Cipher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cipher")
    }
}

/// The request that a state belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binding<'r> {
    pub(super) principal: Option<&'r str>,
    pub(super) method: &'r str,
    /// Of the tool or prompt, or the URI.
    pub(super) name: &'r str,
    /// JSON text of an object.
    pub(super) arguments: &'r str,
}

impl Seal {
    /// The keys of the environment, or one that is made now; of a server that asks for nothing, none.
    pub(super) fn of(asks: bool) -> Self {
        if !asks {
            return Self(Err(String::from("the contract says of nothing that it asks")));
        }
        let keys = match std::env::var_os(VARIABLE) {
            Some(keys) => {
                keys.into_string().map_err(|_| format!("{VARIABLE} is not text")).and_then(|keys| ciphers(&keys))
            }
            None => made(),
        };
        if let Err(fault) = &keys {
            tracing::error!("{fault}: nothing can be remembered between rounds of input");
        }
        Self(keys)
    }

    /// The state as a text that only [`open`](Self::open) understands, for the same request.
    pub(super) fn seal(&self, state: &[u8], binding: Binding<'_>) -> Result<String, String> {
        self.seal_until(now().saturating_add(LIFETIME.as_secs()), state, binding)
    }

    fn seal_until(&self, expiry: u64, state: &[u8], binding: Binding<'_>) -> Result<String, String> {
        let mut nonce = [0; NONCE];
        getrandom::fill(&mut nonce).map_err(|error| format!("no randomness: {error}"))?;
        let message = [&expiry.to_be_bytes(), state].concat();
        let cipher = self.ciphers()?.first().ok_or("no key")?;
        let sealed = cipher.0.encrypt(&XNonce::from(nonce), Payload { msg: &message, aad: &binding.bytes() });
        let sealed = sealed.map_err(|_| "the state is too long")?;
        Ok(URL_SAFE_NO_PAD.encode([&nonce[..], &sealed].concat()))
    }

    /// The state in a text of the client, and what tells it from all other texts; `None`, for whatever
    /// reason, if it is not good.
    pub(super) fn open(&self, text: &str, binding: Binding<'_>) -> Option<(Vec<u8>, String)> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (nonce, sealed) = bytes.split_first_chunk::<NONCE>()?;
        let aad = binding.bytes();
        let message = self
            .ciphers()
            .ok()?
            .iter()
            .find_map(|cipher| cipher.0.decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: &aad }).ok())?;
        let (expiry, state) = message.split_first_chunk::<EXPIRY>()?;
        (now() < u64::from_be_bytes(*expiry)).then(|| (state.to_vec(), URL_SAFE_NO_PAD.encode(nonce)))
    }

    /// What is wrong with the keys, if anything is.
    pub(super) fn fault(&self) -> Option<String> {
        self.0.as_ref().err().cloned()
    }

    fn ciphers(&self) -> Result<&[Cipher], String> {
        self.0.as_deref().map_err(Clone::clone)
    }
}

/// A key for this process alone.
fn made() -> Result<Vec<Cipher>, String> {
    tracing::warn!("{VARIABLE} is not set: state does not survive this process and is not shared with others");
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|error| format!("no randomness: {error}"))?;
    Ok(vec![Cipher(XChaCha20Poly1305::new(&Key::from(key)))])
}

/// The first seals, all open.
fn ciphers(keys: &str) -> Result<Vec<Cipher>, String> {
    keys.split(',').map(cipher).collect()
}

fn cipher(key: &str) -> Result<Cipher, String> {
    let key: Option<[u8; 32]> = STANDARD.decode(key.trim()).ok().and_then(|key| key.try_into().ok());
    let key = key.ok_or_else(|| format!("{VARIABLE} must hold keys of 32 bytes in Base64, separated by commas"))?;
    Ok(Cipher(XChaCha20Poly1305::new(&Key::from(key))))
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

impl Binding<'_> {
    /// The same bytes for the same request, however its JSON is written; other bytes for any other.
    fn bytes(&self) -> Vec<u8> {
        let mut arguments = String::new();
        match json::value(self.arguments) {
            Ok(value) => canonical(&value, &mut arguments),
            // Not to be read, such as a number beyond all: as it stands, which no readable text comes to.
            Err(_) => arguments.push_str(self.arguments),
        }
        let principal = self.principal.map_or(String::new(), |principal| format!("={principal}"));
        let mut bytes = b"mcp requestState 1".to_vec();
        for part in [principal.as_str(), self.method, self.name, &arguments] {
            bytes.extend_from_slice(&(part.len() as u64).to_be_bytes());
            bytes.extend_from_slice(part.as_bytes());
        }
        bytes
    }
}

/// JSON with sorted names and no whitespace. The depth of the value is bounded, as `serde_json` read it.
fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| name.as_str());
            out.push('{');
            for (name, value) in members {
                super::json::push_escaped(out, name);
                out.push(':');
                canonical(value, out);
                out.push(',');
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for item in items {
                canonical(item, out);
                out.push(',');
            }
            out.push(']');
        }
        scalar => out.push_str(&scalar.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BINDING: Binding<'_> =
        Binding { principal: Some("ann"), method: "tools/call", name: "book", arguments: r#"{"a":1,"b":[{}]}"# };

    fn key(byte: u8) -> String {
        STANDARD.encode([byte; 32])
    }

    fn seal(keys: &str) -> Seal {
        Seal(ciphers(keys))
    }

    fn opened(seal: &Seal, text: &str, binding: Binding<'_>) -> Option<Vec<u8>> {
        seal.open(text, binding).map(|(state, _)| state)
    }

    #[test]
    fn mrt_07_a_state_is_good_for_ten_minutes() {
        let seal = seal(&key(1));
        let until = |expiry: u64| seal.seal_until(expiry, b"s", BINDING).unwrap_or_default();
        assert_eq!(opened(&seal, &until(now() + 60), BINDING).as_deref(), Some(&b"s"[..]));
        assert_eq!(opened(&seal, &until(now() - 1), BINDING), None);
        assert_eq!(opened(&seal, &until(0), BINDING), None);
        assert_eq!(opened(&seal, &until(u64::MAX), BINDING).as_deref(), Some(&b"s"[..]));
        assert_eq!(LIFETIME.as_secs(), 600);
    }

    #[test]
    fn of_several_keys_the_first_seals_and_all_open() {
        let (old, rotated, new) = (seal(&key(1)), seal(&format!("{}, {}", key(2), key(1))), seal(&key(2)));
        let text = old.seal(b"s", BINDING).unwrap_or_default();
        assert!(opened(&rotated, &text, BINDING).is_some(), "what the old key sealed");
        assert!(opened(&new, &text, BINDING).is_none(), "once the old key is gone");
        let text = rotated.seal(b"s", BINDING).unwrap_or_default();
        assert!(opened(&new, &text, BINDING).is_some(), "the new key seals");
        assert!(opened(&old, &text, BINDING).is_none());
    }

    #[test]
    fn keys_that_are_none_are_refused_without_showing_them() {
        for keys in
            ["", "secret", "AAAA", &format!("{},", key(1)), &STANDARD.encode([7; 31]), &STANDARD.encode([7; 33])]
        {
            let fault = seal(keys).fault().unwrap_or_default();
            assert!(fault.contains(VARIABLE) && (keys.is_empty() || !fault.contains(keys)), "{keys}: {fault}");
            assert!(seal(keys).seal(b"s", BINDING).is_err());
        }
    }

    #[test]
    fn mrt_07_whatever_differs_of_the_request_the_state_is_not_good() {
        let seal = seal(&key(1));
        let text = seal.seal(b"s", BINDING).unwrap_or_default();
        let written_otherwise = Binding { arguments: "{ \"b\": [ {} ], \"a\":1 }", ..BINDING };
        assert!(opened(&seal, &text, written_otherwise).is_some());
        for other in [
            Binding { principal: None, ..BINDING },
            Binding { principal: Some("bob"), ..BINDING },
            Binding { principal: Some("anntools/call"), method: "", ..BINDING },
            Binding { method: "prompts/get", ..BINDING },
            Binding { name: "boo", ..BINDING },
            Binding { arguments: r#"{"a":1,"b":[]}"#, ..BINDING },
            Binding { arguments: r#"{"a":"1","b":[{}]}"#, ..BINDING },
            Binding { arguments: "{}", ..BINDING },
            Binding { arguments: "null", ..BINDING },
            Binding { arguments: r#"{"a":1e400,"b":[{}]}"#, ..BINDING },
        ] {
            assert!(opened(&seal, &text, other).is_none(), "{other:?}");
        }
    }

    #[test]
    fn mrt_07_arguments_that_cannot_be_read_are_bound_as_they_stand() {
        let seal = seal(&key(1));
        let huge = Binding { arguments: r#"{"a":1e400}"#, ..BINDING };
        let text = seal.seal(b"s", huge).unwrap_or_default();
        assert!(opened(&seal, &text, huge).is_some());
        for arguments in [r#"{"a":2e400}"#, r#"{"a":1e400,"b":1}"#, "null", ""] {
            assert!(opened(&seal, &text, Binding { arguments, ..BINDING }).is_none(), "{arguments}");
        }
    }
}
