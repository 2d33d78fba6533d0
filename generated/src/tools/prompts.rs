//! What the harbour says to ships.

use super::fixtures;
use crate::mcp::{
    CompletePromptHailArgs, CompletePromptHailArgument, CompletePromptHostileWhoWordsArgs, Completion, Content,
    GetPromptHailArgs, GetPromptHostileWhoWordsArgs, GetPromptTestPromptWithArgumentsArgs, PromptMessages,
};

/// Ships that come here, and their flags.
const SHIPS: [(&str, &str); 4] = [("Ida", "DK"), ("Inga", "SE"), ("Ilse", "DE"), ("Orca", "SE")];

/// Both arguments, in one text.
pub(super) fn with_arguments(args: &GetPromptTestPromptWithArgumentsArgs) -> PromptMessages {
    PromptMessages::user_text(format!("Prompt with arguments: arg1='{}', arg2='{}'", args.arg1, args.arg2))
}

/// A resource, and what to do with it.
pub(super) fn with_resource(uri: &str) -> PromptMessages {
    PromptMessages::new()
        .user(Content::text_resource(uri, "text/plain", "Embedded resource content for testing."))
        .user(Content::text("Please process the embedded resource above."))
}

/// A picture, and what to do with it.
pub(super) fn with_image() -> PromptMessages {
    PromptMessages::new().user(fixtures::image()).user(Content::text("Please analyze the image above."))
}

/// A call on a channel, and what is to be answered.
pub(super) fn hail(args: &GetPromptHailArgs) -> PromptMessages {
    let (channel, urgent) = (args.channel.unwrap_or(16), args.urgent.unwrap_or_default());
    let call = format!("{} on channel {channel}{}", args.ship, if urgent { ", at once!" } else { "." });
    PromptMessages::user_text(call)
        .assistant(Content::text(format!("This is {}.", args.ship)))
        .with_description("A call and its answer")
}

/// Ships of the flag that is settled, and flags.
pub(super) fn complete_hail(args: &CompletePromptHailArgs) -> Completion {
    match args.argument {
        CompletePromptHailArgument::Ship => {
            let flag = args.settled.flag.as_deref();
            let ships = SHIPS.iter().filter(|(_, of)| flag.is_none_or(|flag| flag == *of));
            Completion::beginning(&args.value, ships.map(|(ship, _)| *ship))
        }
        CompletePromptHailArgument::Flag => Completion::beginning(&args.value, ["DE", "DK", "SE"]),
    }
}

/// What was understood.
pub(super) fn hostile(args: &GetPromptHostileWhoWordsArgs) -> PromptMessages {
    PromptMessages::user_text(format!("{args:?}"))
}

/// What was understood.
pub(super) fn complete_hostile(args: &CompletePromptHostileWhoWordsArgs) -> Completion {
    Completion::new([format!("{args:?}")])
}
