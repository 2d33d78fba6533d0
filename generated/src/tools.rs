//! What the harbour does.

#[path = "tools/asks.rs"]
mod asks;
#[path = "tools/cargo.rs"]
mod cargo;
#[path = "tools/fixtures.rs"]
mod fixtures;
#[path = "tools/prompts.rs"]
mod prompts;
#[path = "tools/resources.rs"]
mod resources;

use std::time::Duration;

use serde_json::{Value, json};

use crate::mcp::tools::about_harbour::AboutHarbourOutputOpen;
use crate::mcp::tools::fail_as::FailAsArgsWay;
use crate::mcp::tools::out_tree::OutTreeOutputPier;
use crate::mcp::{
    self, Completion, Context, LogLevel, Outcome, PromptMessages, RequestError, ResourceContents, ToolError, ToolOutput,
};

/// The tools of the harbour. They keep nothing from call to call.
#[derive(Clone, Copy, Debug)]
pub struct Tools;

/// The answer of a tool whose arguments are what is of interest: they come back as they were understood.
fn understood<T: serde::Serialize>(args: &T) -> Result<ToolOutput, ToolError> {
    serde_json::to_string(args).map(ToolOutput::text).map_err(ToolError::internal)
}

impl mcp::Harbour for Tools {
    async fn about_harbour(&self, _: mcp::AboutHarbourArgs, _: &Context) -> Result<mcp::AboutHarbourOutput, ToolError> {
        let open = AboutHarbourOutputOpen { from: "06:00".to_owned(), to: "22:30".to_owned() };
        Ok(mcp::AboutHarbourOutput { name: "Ebbholm".to_owned(), open, channels: Some(vec![12, 16]) })
    }

    async fn dock_ping(&self, _: mcp::DockPingArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("here"))
    }

    async fn idle_any(&self, args: mcp::IdleAnyArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        understood(&args)
    }

    async fn idle_draft7(&self, args: mcp::IdleDraft7Args, _: &Context) -> Result<ToolOutput, ToolError> {
        understood(&args)
    }

    async fn idle_listed(&self, args: mcp::IdleListedArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        understood(&args)
    }

    async fn quay_dot_list_lower(&self, _: mcp::QuayDotListLowerArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("quay.list"))
    }

    async fn quay_list(&self, _: mcp::QuayListArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("quay_list"))
    }

    async fn quay_hyphen_list(&self, _: mcp::QuayHyphenListArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("quay-list"))
    }

    async fn quay_dot_list_pascal(&self, _: mcp::QuayDotListPascalArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("Quay.List"))
    }

    async fn quay_dot_dot_list(&self, _: mcp::QuayDotDotListArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("quay..list"))
    }

    async fn self_(&self, args: mcp::SelfArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        understood(&args)
    }

    async fn tide_level(&self, args: mcp::TideLevelArgs, _: &Context) -> Result<mcp::TideLevelOutput, ToolError> {
        if args.gauge == "closed" {
            return Err(ToolError::failed("This gauge is closed. Ask for another one."));
        }
        Ok(mcp::TideLevelOutput::new(88 + args.offset_cm.unwrap_or_default()))
    }

    async fn berth_assign(&self, args: mcp::BerthAssignArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(format!("{} lies at berth 4.", args.ship)))
    }

    async fn cargo_declare(
        &self,
        args: mcp::CargoDeclareArgs,
        _: &Context,
    ) -> Result<mcp::CargoDeclareOutput, ToolError> {
        Ok(cargo::declare(&args))
    }

    async fn flag_signal(&self, args: mcp::FlagSignalArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        understood(&args)
    }

    /// Says of each member whether it is there, whatever its value: `null` is there.
    async fn mooring_set(&self, args: mcp::MooringSetArgs, _: &Context) -> Result<mcp::MooringSetOutput, ToolError> {
        let there = [
            ("bollard", true),
            ("side", args.side.is_some()),
            ("colour", args.colour.is_some()),
            ("remark", args.remark.is_some()),
            ("turns", args.turns.is_some()),
            ("knot", args.knot.is_some()),
        ];
        let extra = there.into_iter().map(|(name, there)| (name.to_owned(), there)).collect();
        Ok(mcp::MooringSetOutput { extra })
    }

    async fn sluice_move(&self, args: mcp::SluiceMoveArgs, cx: &Context) -> Result<ToolOutput, ToolError> {
        cx.changes().resource_updated("harbour://tides/today");
        understood(&args)
    }

    async fn out_array(&self, _: mcp::OutArrayArgs, _: &Context) -> Result<mcp::OutArrayOutput, ToolError> {
        Ok(mcp::OutArrayOutput(vec![420, 431, -3]))
    }

    async fn out_string(&self, _: mcp::OutStringArgs, _: &Context) -> Result<mcp::OutStringOutput, ToolError> {
        Ok(mcp::OutStringOutput("Ebb \"and\" flow".to_owned()))
    }

    async fn out_boolean(&self, _: mcp::OutBooleanArgs, _: &Context) -> Result<mcp::OutBooleanOutput, ToolError> {
        Ok(mcp::OutBooleanOutput(false))
    }

    async fn out_number(&self, _: mcp::OutNumberArgs, _: &Context) -> Result<mcp::OutNumberOutput, ToolError> {
        Ok(mcp::OutNumberOutput(7.25))
    }

    async fn out_nullable(&self, args: mcp::OutNullableArgs, _: &Context) -> Result<mcp::OutNullableOutput, ToolError> {
        Ok(mcp::OutNullableOutput(args.counted.unwrap_or_default().then_some(3)))
    }

    async fn out_anything(&self, args: mcp::OutAnythingArgs, _: &Context) -> Result<mcp::OutAnythingOutput, ToolError> {
        Ok(mcp::OutAnythingOutput(args.entry.unwrap_or(json!({"any": true}))))
    }

    async fn out_nested(&self, args: mcp::OutNestedArgs, _: &Context) -> Result<mcp::OutNestedOutput, ToolError> {
        let mut rope = Value::Array(Vec::new());
        for _ in 0..args.depth.unwrap_or(2) {
            rope = json!([rope]);
        }
        serde_json::from_value(rope).map_err(ToolError::internal)
    }

    async fn out_tree(&self, _: mcp::OutTreeArgs, _: &Context) -> Result<mcp::OutTreeOutput, ToolError> {
        let leaf = OutTreeOutputPier { name: Some("north".to_owned()), ..OutTreeOutputPier::default() };
        let root = OutTreeOutputPier { branches: Some(vec![leaf]), ..OutTreeOutputPier::default() };
        Ok(mcp::OutTreeOutput::new(root))
    }

    async fn gauge_read(&self, args: mcp::GaugeReadArgs, _: &Context) -> Result<mcp::GaugeReadOutput, ToolError> {
        Ok(mcp::GaugeReadOutput::new(args.reading))
    }

    async fn fail_as(&self, args: mcp::FailAsArgs, _: &Context) -> Result<mcp::FailAsOutput, ToolError> {
        Err(match args.way {
            FailAsArgsWay::Told => ToolError::failed("as you wished"),
            FailAsArgsWay::Internal => ToolError::internal("secret of the house"),
            FailAsArgsWay::Application => {
                ToolError::application(1001, "berths are sold out").with_data(&json!({"next": "May"}))
            }
            FailAsArgsWay::Panic => panic!("as you wished"),
            FailAsArgsWay::Print => print_and_read(),
        })
    }

    async fn hostile_words(&self, args: mcp::HostileWordsArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        understood(&args)
    }

    async fn test_simple_text(&self, _: mcp::TestSimpleTextArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("This is a simple text response for testing."))
    }

    async fn test_image_content(&self, _: mcp::TestImageContentArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        ToolOutput::content(&[fixtures::image()])
    }

    async fn test_audio_content(&self, _: mcp::TestAudioContentArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        ToolOutput::content(&[fixtures::audio()])
    }

    async fn test_embedded_resource(
        &self,
        _: mcp::TestEmbeddedResourceArgs,
        _: &Context,
    ) -> Result<ToolOutput, ToolError> {
        ToolOutput::content(&[fixtures::resource()])
    }

    async fn test_multiple_content_types(
        &self,
        _: mcp::TestMultipleContentTypesArgs,
        _: &Context,
    ) -> Result<ToolOutput, ToolError> {
        ToolOutput::content(&fixtures::mixed())
    }

    async fn test_error_handling(&self, _: mcp::TestErrorHandlingArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Err(ToolError::failed("This tool intentionally returns an error for testing"))
    }

    async fn test_logging_tool(&self, _: mcp::TestLoggingToolArgs, cx: &Context) -> Result<ToolOutput, ToolError> {
        cx.log(LogLevel::Info, Some("harbour"), "a line, for those who asked");
        Ok(ToolOutput::text("done"))
    }

    async fn test_tool_with_progress(
        &self,
        _: mcp::TestToolWithProgressArgs,
        cx: &Context,
    ) -> Result<ToolOutput, ToolError> {
        for done in [0.0, 50.0, 100.0] {
            cx.progress(done, Some(100.0), None);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        Ok(ToolOutput::text("all of it"))
    }

    async fn test_streaming_elicitation(
        &self,
        _: mcp::TestStreamingElicitationArgs,
        _: &Context,
    ) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text("nothing to ask"))
    }

    async fn test_trigger_tool_change(
        &self,
        _: mcp::TestTriggerToolChangeArgs,
        cx: &Context,
    ) -> Result<ToolOutput, ToolError> {
        cx.changes().tools_list_changed();
        Ok(ToolOutput::text("said"))
    }

    async fn test_trigger_prompt_change(
        &self,
        _: mcp::TestTriggerPromptChangeArgs,
        cx: &Context,
    ) -> Result<ToolOutput, ToolError> {
        cx.changes().prompts_list_changed();
        Ok(ToolOutput::text("said"))
    }

    async fn test_custom_header(&self, args: mcp::TestCustomHeaderArgs, _: &Context) -> Result<ToolOutput, ToolError> {
        Ok(ToolOutput::text(args.value))
    }

    async fn json_schema_2020_12_tool(
        &self,
        args: mcp::JsonSchema2020_12ToolArgs,
        _: &Context,
    ) -> Result<ToolOutput, ToolError> {
        understood(&args)
    }

    async fn berth_book(
        &self,
        args: mcp::BerthBookArgs,
        answers: mcp::BerthBookAnswers,
        cx: &Context,
    ) -> Result<Outcome<mcp::BerthBookOutput, mcp::BerthBookAsks>, ToolError> {
        Ok(asks::berth_book(&args, answers, cx))
    }

    async fn test_missing_capability(
        &self,
        _: mcp::TestMissingCapabilityArgs,
        answers: mcp::TestMissingCapabilityAnswers,
        _: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestMissingCapabilityAsks>, ToolError> {
        Ok(asks::missing_capability(answers))
    }

    async fn test_input_required_result_elicitation(
        &self,
        _: mcp::TestInputRequiredResultElicitationArgs,
        answers: mcp::TestInputRequiredResultElicitationAnswers,
        _: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultElicitationAsks>, ToolError> {
        Ok(asks::elicitation(answers))
    }

    async fn test_input_required_result_sampling(
        &self,
        _: mcp::TestInputRequiredResultSamplingArgs,
        answers: mcp::TestInputRequiredResultSamplingAnswers,
        _: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultSamplingAsks>, ToolError> {
        asks::sampling(answers)
    }

    async fn test_input_required_result_list_roots(
        &self,
        _: mcp::TestInputRequiredResultListRootsArgs,
        answers: mcp::TestInputRequiredResultListRootsAnswers,
        _: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultListRootsAsks>, ToolError> {
        Ok(asks::list_roots(answers))
    }

    async fn test_input_required_result_request_state(
        &self,
        _: mcp::TestInputRequiredResultRequestStateArgs,
        answers: mcp::TestInputRequiredResultRequestStateAnswers,
        _: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultRequestStateAsks>, ToolError> {
        Ok(asks::request_state(answers))
    }

    async fn test_input_required_result_multiple_inputs(
        &self,
        _: mcp::TestInputRequiredResultMultipleInputsArgs,
        answers: mcp::TestInputRequiredResultMultipleInputsAnswers,
        _: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultMultipleInputsAsks>, ToolError> {
        asks::multiple_inputs(answers)
    }

    async fn test_input_required_result_multi_round(
        &self,
        _: mcp::TestInputRequiredResultMultiRoundArgs,
        answers: mcp::TestInputRequiredResultMultiRoundAnswers,
        _: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultMultiRoundAsks>, ToolError> {
        Ok(asks::multi_round(answers))
    }

    async fn test_input_required_result_tampered_state(
        &self,
        _: mcp::TestInputRequiredResultTamperedStateArgs,
        answers: mcp::TestInputRequiredResultTamperedStateAnswers,
        _: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultTamperedStateAsks>, ToolError> {
        Ok(asks::tampered_state(answers))
    }

    async fn test_input_required_result_capabilities(
        &self,
        _: mcp::TestInputRequiredResultCapabilitiesArgs,
        answers: mcp::TestInputRequiredResultCapabilitiesAnswers,
        cx: &Context,
    ) -> Result<Outcome<ToolOutput, mcp::TestInputRequiredResultCapabilitiesAsks>, ToolError> {
        Ok(asks::capabilities(&answers, cx))
    }

    async fn read_office_rules(&self, _: &Context) -> Result<ResourceContents, RequestError> {
        Ok(resources::rules())
    }

    async fn read_tides(&self, _: &Context) -> Result<ResourceContents, RequestError> {
        Ok(ResourceContents::text("time,cm\n04:12,88\n10:31,-6\n"))
    }

    async fn read_tides_of_yesterday(&self, _: &Context) -> Result<ResourceContents, RequestError> {
        Err(RequestError::not_found())
    }

    async fn read_static_binary(&self, _: &Context) -> Result<ResourceContents, RequestError> {
        Ok(ResourceContents::blob(fixtures::PNG))
    }

    async fn read_static_text(&self, _: &Context) -> Result<ResourceContents, RequestError> {
        Ok(ResourceContents::text("This is the content of the static text resource."))
    }

    async fn read_file(&self, args: mcp::ReadFileArgs, _: &Context) -> Result<ResourceContents, RequestError> {
        Ok(resources::file(&args))
    }

    async fn read_free_berths(
        &self,
        args: mcp::ReadFreeBerthsArgs,
        _: &Context,
    ) -> Result<ResourceContents, RequestError> {
        Ok(resources::free(&args))
    }

    async fn read_berth(&self, args: mcp::ReadBerthArgs, _: &Context) -> Result<ResourceContents, RequestError> {
        resources::berth(&args)
    }

    async fn read_chart(&self, args: mcp::ReadChartArgs, _: &Context) -> Result<ResourceContents, RequestError> {
        Ok(resources::chart(&args))
    }

    async fn read_template_data(
        &self,
        args: mcp::ReadTemplateDataArgs,
        _: &Context,
    ) -> Result<ResourceContents, RequestError> {
        Ok(resources::data(&args.id))
    }

    async fn get_prompt_hail(&self, args: mcp::GetPromptHailArgs, _: &Context) -> Result<PromptMessages, RequestError> {
        Ok(prompts::hail(&args))
    }

    async fn get_prompt_hostile_who_words(
        &self,
        args: mcp::GetPromptHostileWhoWordsArgs,
        _: &Context,
    ) -> Result<PromptMessages, RequestError> {
        Ok(prompts::hostile(&args))
    }

    async fn get_prompt_test_prompt_with_arguments(
        &self,
        args: mcp::GetPromptTestPromptWithArgumentsArgs,
        _: &Context,
    ) -> Result<PromptMessages, RequestError> {
        Ok(prompts::with_arguments(&args))
    }

    async fn get_prompt_test_prompt_with_embedded_resource(
        &self,
        args: mcp::GetPromptTestPromptWithEmbeddedResourceArgs,
        _: &Context,
    ) -> Result<PromptMessages, RequestError> {
        Ok(prompts::with_resource(&args.resource_uri))
    }

    async fn get_prompt_test_prompt_with_image(&self, _: &Context) -> Result<PromptMessages, RequestError> {
        Ok(prompts::with_image())
    }

    async fn get_prompt_test_simple_prompt(&self, _: &Context) -> Result<PromptMessages, RequestError> {
        Ok(PromptMessages::user_text("This is a simple prompt for testing."))
    }

    async fn complete_prompt_hail(
        &self,
        args: mcp::CompletePromptHailArgs,
        _: &Context,
    ) -> Result<Completion, RequestError> {
        Ok(prompts::complete_hail(&args))
    }

    async fn complete_prompt_hostile_who_words(
        &self,
        args: mcp::CompletePromptHostileWhoWordsArgs,
        _: &Context,
    ) -> Result<Completion, RequestError> {
        Ok(prompts::complete_hostile(&args))
    }

    async fn complete_prompt_test_prompt_with_arguments(
        &self,
        args: mcp::CompletePromptTestPromptWithArgumentsArgs,
        _: &Context,
    ) -> Result<Completion, RequestError> {
        Ok(Completion::beginning(&args.value, ["test one", "test two", "other"]))
    }

    async fn complete_resource_berth(
        &self,
        args: mcp::CompleteResourceBerthArgs,
        _: &Context,
    ) -> Result<Completion, RequestError> {
        Ok(resources::complete_berth(&args))
    }

    async fn get_prompt_test_input_required_result_prompt(
        &self,
        answers: mcp::GetPromptTestInputRequiredResultPromptAnswers,
        _: &Context,
    ) -> Result<Outcome<PromptMessages, mcp::GetPromptTestInputRequiredResultPromptAsks>, RequestError> {
        Ok(asks::prompt(answers))
    }

    async fn read_vault(
        &self,
        answers: mcp::ReadVaultAnswers,
        _: &Context,
    ) -> Result<Outcome<ResourceContents, mcp::ReadVaultAsks>, RequestError> {
        asks::vault(answers)
    }
}

/// Does what no handler should: prints, starts a process that prints, and reads what is not its own.
fn print_and_read() -> ToolError {
    println!("a line on the standard output");
    let cat = std::process::Command::new("sh").args(["-c", "echo another; cat"]).status();
    ToolError::failed(format!("as you wished: {}", cat.is_ok_and(|status| status.success())))
}
