//! The verbs and what each takes. Text of the help, an example for each.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Contract-first MCP for Rust: a manifest of tools in, a typed, checked, running server out
#[derive(Parser)]
#[command(
    name = "mcp-codegen",
    version,
    arg_required_else_help = true,
    after_help = "Example:\n  mcp-codegen new weather && cd weather && cargo run -- --http 127.0.0.1:8080"
)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) verb: Verb,
}

#[derive(Subcommand)]
pub(super) enum Verb {
    New(New),
    Generate(Generate),
    Check(Check),
    Lint(Lint),
    Bindings(Bindings),
    DumpIr(DumpIr),
    Explain(Explain),
    Vendor(Vendor),
    /// Print the JSON Schema of the manifest, for editors
    #[command(after_help = "Example:\n  mcp-codegen schema > mcp.schema.json")]
    Schema,
    RequestChecks(RequestChecks),
}

/// Make the crate of a server in a new folder
#[derive(Args)]
#[command(after_help = "\
Examples:
  mcp-codegen new weather
  mcp-codegen new tickets --manifest tickets.toml

Exit code: 0 made, 2 failed (nothing is left behind).")]
pub(super) struct New {
    /// The folder: not there yet, or empty
    pub(super) dir: PathBuf,
    /// The contract to start from, copied together with the schema files that it refers to; a small example without
    #[arg(long, value_name = "FILE")]
    pub(super) manifest: Option<PathBuf>,
}

/// Bring the generated files of a crate in line with its manifest
#[derive(Args)]
#[command(after_help = "\
Examples:
  mcp-codegen generate
  mcp-codegen generate servers/weather --dry-run

Exit code: 0 done, 2 failed (every file is as it was).")]
pub(super) struct Generate {
    /// The folder of the crate, with its mcp.toml, mcp.yaml or mcp.json
    #[arg(default_value = ".")]
    pub(super) dir: PathBuf,
    /// Print the plan and write nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Overwrite and remove generated files even if they were edited by hand
    #[arg(long)]
    pub(super) force: bool,
}

/// Tell whether the generated files of a crate are what `generate` would write
#[derive(Args)]
#[command(after_help = "\
Example:
  mcp-codegen check

Exit code: 0 fresh, 1 stale, missing, edited or left over, 2 failed.")]
pub(super) struct Check {
    /// The folder of the crate
    #[arg(default_value = ".")]
    pub(super) dir: PathBuf,
}

/// Show every problem of a manifest, each with its place and what is legal
#[derive(Args)]
#[command(after_help = "\
Examples:
  mcp-codegen lint mcp.toml
  mcp-codegen lint */mcp.toml --format sarif > findings.sarif

Exit code: 0 no errors (there may be warnings), 1 errors, 2 failed.")]
pub(super) struct Lint {
    /// Manifests: .toml, .yaml or .json
    #[arg(required = true, value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
    /// How the findings are printed
    #[arg(long, value_enum, default_value = "text")]
    pub(super) format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum Format {
    /// For people, with the lines of the manifest
    Text,
    /// One JSON document
    Json,
    /// SARIF 2.1.0, for code scanning
    Sarif,
    /// Workflow commands of GitHub Actions
    Github,
}

/// Write the protocol types and validators of one revision of MCP as one Rust file
#[derive(Args)]
#[command(after_help = "\
Examples:
  mcp-codegen bindings 2026-07-28 -o src/protocol.rs
  mcp-codegen bindings draft.json --overlay draft.toml -o src/draft.rs

Exit code: 0 written, 2 failed.")]
pub(super) struct Bindings {
    /// A revision that is built in, such as 2026-07-28, or a file with the JSON Schema of one
    pub(super) schema: PathBuf,
    /// Where to write; `-` for the standard output
    #[arg(short = 'o', long = "output", value_name = "FILE")]
    pub(super) output: PathBuf,
    /// Facts that the schema does not state; for a built-in or published revision they are built in
    #[arg(long, value_name = "FILE")]
    pub(super) overlay: Option<PathBuf>,
    /// Write over a file that this command did not write
    #[arg(long)]
    pub(super) force: bool,
}

/// Print the model that is generated from, as JSON
#[derive(Args)]
#[command(after_help = "\
Examples:
  mcp-codegen dump-ir 2025-11-25
  mcp-codegen dump-ir --manifest mcp.toml

Exit code: 0 printed, 2 failed.")]
pub(super) struct DumpIr {
    /// A revision that is built in, or a file; without it the one that the manifest names, or the newest
    pub(super) schema: Option<PathBuf>,
    /// Facts that the schema does not state
    #[arg(long, value_name = "FILE")]
    pub(super) overlay: Option<PathBuf>,
    /// A manifest, for the contract beside the protocol
    #[arg(long, value_name = "FILE")]
    pub(super) manifest: Option<PathBuf>,
}

/// Say what a rule means, what is legal, and where that is written
#[derive(Args)]
#[command(after_help = "\
Examples:
  mcp-codegen explain HDR-14
  mcp-codegen explain

Exit code: 0 explained, 2 no such rule.")]
pub(super) struct Explain {
    /// The id in square brackets of a finding; without it, all rules are listed
    pub(super) rule: Option<String>,
}

/// Take the structure of a published protocol schema into this repository
#[derive(Args)]
#[command(after_help = "\
Example:
  mcp-codegen vendor schema.json --revision 2026-07-28

Exit code: 0 written, 2 failed.")]
pub(super) struct Vendor {
    /// The published file
    pub(super) published: PathBuf,
    /// Its revision: the name of the folder
    #[arg(long)]
    pub(super) revision: String,
    /// The folder that holds all revisions and sources.toml
    #[arg(long, value_name = "DIR", default_value = "schema")]
    pub(super) into: PathBuf,
}

/// Print the checks that every generated server makes of a request, and requests that try them
#[derive(Args)]
#[command(after_help = "\
Examples:
  mcp-codegen request-checks
  mcp-codegen request-checks --format json --manifest mcp.toml > corpus.json

Exit code: 0 printed, 2 failed.")]
pub(super) struct RequestChecks {
    /// How the table is printed
    #[arg(long, value_enum, default_value = "md")]
    pub(super) format: ChecksFormat,
    /// The contract that the requests of `--format json` are made for; that of the example without
    #[arg(long, value_name = "FILE")]
    pub(super) manifest: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
pub(super) enum ChecksFormat {
    /// A table for people
    Md,
    /// The table, and for each fault and each two of them a request and the answer that is documented
    Json,
}
