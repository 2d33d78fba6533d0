//! Contents that the official conformance suite asks for by name.

use crate::mcp::Content;

/// A red dot.
pub(super) const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, b'I', b'H', b'D', b'R', 0, 0, 0, 1, 0, 0, 0, 1, 8,
    2, 0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 0x0c, b'I', b'D', b'A', b'T', 8, 0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0, 0,
    3, 1, 1, 0, 0x18, 0xdd, 0x8d, 0xb0, 0, 0, 0, 0, b'I', b'E', b'N', b'D', 0xae, 0x42, 0x60, 0x82,
];

/// A moment of silence: one sample, eight bits, 8 kHz.
const WAV: &[u8] =
    b"RIFF\x26\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x01\0\0\0\x80\0";

/// The picture.
pub(super) fn image() -> Content {
    Content::image(PNG, "image/png")
}

/// The sound.
pub(super) fn audio() -> Content {
    Content::audio(WAV, "audio/wav")
}

/// The resource.
pub(super) fn resource() -> Content {
    Content::text_resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")
}

/// One of each.
pub(super) fn mixed() -> [Content; 3] {
    let json = r#"{"test":"data","value":123}"#;
    [
        Content::text("Multiple content types test:"),
        image(),
        Content::text_resource("test://mixed-content-resource", "application/json", json),
    ]
}
