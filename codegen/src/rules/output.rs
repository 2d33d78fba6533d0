//! `OUT`: the files that are written, and what stands in their way.

use super::Rule;

/// The family.
pub const RULES: &[Rule] = &[
    Rule {
        id: "OUT-01",
        title: "A generated file was edited by hand, or a file of yours stands in its place",
        legal: "change the manifest, or extend the generated types from a file of your own; `mcp-codegen generate --force` throws the change away",
        source: "this project: nothing that somebody wrote is lost silently",
    },
    Rule {
        id: "OUT-02",
        title: "A link, a folder or a special file stands where a generated path has to go",
        legal: "generated paths are plain files in plain folders below the crate; move away what stands there",
        source: "this project: nothing is written outside of the crate",
    },
    Rule {
        id: "OUT-03",
        title: "A generated file has to change and is read-only",
        legal: "make it writable: `chmod u+w FILE`",
        source: "this project: permissions are kept",
    },
    Rule {
        id: "OUT-04",
        title: "mcp-codegen.lock is damaged or of another format",
        legal: "the file as it was written; take it from the last commit, or remove it and run `mcp-codegen generate --force`",
        source: "this project",
    },
    Rule {
        id: "OUT-05",
        title: "`new` was given a folder that is not empty, or something that is not a folder",
        legal: "a path where nothing is yet, or an empty folder",
        source: "this project: `new` never overwrites",
    },
    Rule {
        id: "OUT-06",
        title: "The system refused to read or write a file",
        legal: "permissions and space enough; a run that fails leaves every file as it was",
        source: "this project",
    },
    Rule {
        id: "OUT-07",
        title: "A file changed while it was being generated",
        legal: "run the command again",
        source: "this project: nothing that somebody wrote is lost silently",
    },
    Rule {
        id: "OUT-08",
        title: "A folder has no manifest, or more than one",
        legal: "exactly one of mcp.toml, mcp.yaml, mcp.json",
        source: "this project",
    },
    Rule {
        id: "OUT-09",
        title: "A path or a name cannot be used for a generated file",
        legal: "schema files in a folder of their own beside the manifest, such as schemas/get_weather.json; modules named like `mcp`",
        source: "this project: paths are the same on every system",
    },
    Rule {
        id: "OUT-10",
        title: "Cargo.toml lacks a dependency, or a feature of one, that the generated code uses",
        legal: "add the lines that the message shows; Cargo.toml is yours and is not edited",
        source: "this project: codegen/src/dependencies.rs",
    },
    Rule {
        id: "OUT-11",
        title: "The command line names something that does not exist: a rule, a revision, a file",
        legal: "`mcp-codegen explain` lists the rules; a revision is built in, or a file",
        source: "this project",
    },
];
