//! `RSC`: resources and resource templates.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "RSC-02",
        title: "A resource has a URI and a name",
        legal: "uri and name, or uriTemplate (RFC 6570) and name; each URI once; size a whole number of bytes; types of variables the template has: string, integer, number or boolean",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/resources; RFC 6570",
    },
    Rule {
        id: "RSC-06",
        title: "A URI is absolute, and climbs nowhere",
        legal: "a URI as RFC 3986 defines it; a file: URI without `..`; in a file: template, a slash before `{+…}`",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/resources; RFC 3986 section 4.3",
    },
    Rule {
        id: "RSC-08",
        title: "`https:` is for what clients fetch themselves",
        legal: "https: only for resources that need no server in between",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/resources",
    },
    Rule {
        id: "RSC-09",
        title: "Annotations of a resource",
        legal: "audience: \"user\", \"assistant\" or both; priority: 0 to 1; lastModified: a date, or date and time with zone, of ISO 8601",
        source: "https://modelcontextprotocol.io/specification/2026-07-28/server/resources; https://modelcontextprotocol.io/specification/2026-07-28/schema#annotations",
    },
];
