//! What can be read in the harbour.

use serde_json::json;

use super::fixtures;
use crate::mcp::{
    CompleteResourceBerthArgs, CompleteResourceBerthArgument, Completion, ReadBerthArgs, ReadChartArgs, ReadFileArgs,
    ReadFreeBerthsArgs, RequestError, ResourceContents,
};

/// Quays by day, the days on which something lies there.
const DAYS: [&str; 3] = ["friday", "monday", "saturday"];

/// The rules, and the seal below them.
pub(super) fn rules() -> ResourceContents {
    let seal =
        ResourceContents::blob(fixtures::PNG).with_uri("harbour://office/rules/seal").with_mime_type("image/png");
    ResourceContents::text("Keep to starboard.").with_mime_type("text/plain").and(seal)
}

/// Data by its number.
pub(super) fn data(id: &str) -> ResourceContents {
    let data = json!({"id": id, "templateTest": true, "data": format!("Data for ID: {id}")});
    ResourceContents::text(data.to_string())
}

/// What lies at a berth.
pub(super) fn berth(args: &ReadBerthArgs) -> Result<ResourceContents, RequestError> {
    if !(1..=40).contains(&args.number) {
        return Err(RequestError::not_found());
    }
    let at = args.at.as_deref().unwrap_or("now");
    Ok(ResourceContents::text(format!("{} {at} {:?} {:?}", args.number, args.deep, args.draught)))
}

/// Berths that are free.
pub(super) fn free(args: &ReadFreeBerthsArgs) -> ResourceContents {
    ResourceContents::text(format!("free: {:?}", args.max))
}

/// A sheet of the chart.
pub(super) fn chart(args: &ReadChartArgs) -> ResourceContents {
    ResourceContents::text(args.path.join(" > "))
}

/// A file: all that is here is what was asked for.
pub(super) fn file(args: &ReadFileArgs) -> ResourceContents {
    ResourceContents::text(&args.path)
}

/// Numbers of berths, and the days.
pub(super) fn complete_berth(args: &CompleteResourceBerthArgs) -> Completion {
    match args.argument {
        CompleteResourceBerthArgument::Number => {
            Completion::new((1..=40).map(|number| number.to_string()).filter(|number| number.starts_with(&args.value)))
        }
        CompleteResourceBerthArgument::At => Completion::beginning(&args.value, DAYS),
    }
}
