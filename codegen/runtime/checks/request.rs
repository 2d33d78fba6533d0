//! A request against its headers and the tables of the server.

use std::borrow::Cow;

use super::super::capabilities;
use super::super::context::Text;
use super::super::headers;
use super::super::input::Input;
use super::super::json::{self, push_escaped};
use super::super::metadata::{self, Metadata};
use super::super::operation::{Call, Operation};
use super::super::pages::List;
use super::super::principal::Principal;
use super::super::subscriptions::Filter;
use super::envelope::shortened;
use super::message::Member;
use super::table::{self, Step};
use super::{Accepted, Exchange, Fault, Passed, Refusal, Source, fit};

impl Exchange<'_, '_> {
    pub(super) fn initialize(&self) -> Result<(), Fault> {
        if self.message.method() != "initialize" || self.requested_version().is_some() {
            return Ok(());
        }
        if let Source::Http(fields) = self.source
            && let Ok(Some(version)) = headers::recognised(fields.protocol_version, headers::PROTOCOL_VERSION)
            && self.contract.supported_versions.contains(&version)
        {
            // It speaks this era and forgot its metadata, which the next row says.
            return Ok(());
        }
        let requested = self.message.string(Member::InitializeVersion);
        Err(self.unsupported(&requested.unwrap_or_default()))
    }

    pub(super) fn required_metadata(&self) -> Result<(), Fault> {
        Ok(metadata::required(self.message)?)
    }

    pub(super) fn optional_metadata(&self) -> Result<(), Fault> {
        Ok(metadata::optional(self.message)?)
    }

    pub(super) fn notification_headers(&self) -> Result<(), Fault> {
        let Source::Http(fields) = self.source else { return Ok(()) };
        if !self.message.is_notification() {
            return Ok(());
        }
        let version = headers::recognised(fields.protocol_version, headers::PROTOCOL_VERSION)?;
        if let (Some(header), Some(body)) = (version, self.requested_version())
            && header != body
        {
            return Err("MCP-Protocol-Version differs from params._meta".into());
        }
        match headers::recognised(fields.method, headers::METHOD)? {
            Some(header) if header != self.message.method() => Err("Mcp-Method differs from method".into()),
            _ => Ok(()),
        }
    }

    pub(super) fn version_header(&self) -> Result<(), Fault> {
        let Source::Http(fields) = self.source else { return Ok(()) };
        let version = self.requested_version().unwrap_or_default();
        Ok(headers::exact(fields.protocol_version, headers::PROTOCOL_VERSION, &version, "params._meta")?)
    }

    pub(super) fn method_header(&self) -> Result<(), Fault> {
        let Source::Http(fields) = self.source else { return Ok(()) };
        Ok(headers::exact(fields.method, headers::METHOD, self.message.method(), "method")?)
    }

    pub(super) fn name_header(&self) -> Result<(), Fault> {
        let Source::Http(fields) = self.source else { return Ok(()) };
        let from = match self.served {
            Some(method) => method.name_from,
            // The three that the revision defines, whether they are served here or not.
            None => match self.message.method() {
                "tools/call" | "prompts/get" => Some("name"),
                "resources/read" => Some("uri"),
                _ => None,
            },
        };
        let Some(member) = from else { return Ok(()) };
        let named = match member {
            "name" => self.message.string(Member::Name),
            "uri" => self.message.string(Member::Uri),
            other => self.message.param(&[other]).and_then(json::string),
        };
        Ok(headers::named(fields.name, headers::NAME, named.as_deref(), member)?)
    }

    pub(super) fn version(&self) -> Result<(), Fault> {
        let version = self.requested_version().unwrap_or_default();
        if self.contract.supported_versions.contains(&&*version) { Ok(()) } else { Err(self.unsupported(&version)) }
    }

    pub(super) fn known_method(&mut self) -> Result<(), Fault> {
        self.method = self.served;
        match self.served.map(|method| method.name) {
            Some("server/discover") => self.operation = Some(Operation::Discover),
            Some("subscriptions/listen" | "tools/call" | "prompts/get" | "resources/read" | "completion/complete") => {}
            Some(name) if List::of_method(name).is_some() => {}
            _ => return Err(format!("the method \"{}\" is not served", shortened(self.message.method())).into()),
        }
        Ok(())
    }

    pub(super) fn accept_events(&self) -> Result<(), Fault> {
        match (self.source, self.method.map(|method| method.name)) {
            (Source::Http(fields), Some("subscriptions/listen")) if !Accepted::of(fields).events => {
                Err("this is answered in a stream: Accept must allow text/event-stream".into())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn params_schema(&mut self) -> Result<(), Fault> {
        let Some(method) = self.method else { return Ok(()) };
        fit::check(method.name, self.message)?;
        if method.name == "subscriptions/listen" {
            let filter = Filter::parse(self.message.param(&["notifications"]))?.honoured_by(self.contract);
            self.operation = Some(Operation::Listen { filter });
        }
        match (method.check_params, self.message.params) {
            (Some(check), Some(params)) => Ok(check(params)?),
            _ => Ok(()),
        }
    }

    pub(super) fn cursor(&mut self) -> Result<(), Fault> {
        let Some(list) = self.method.and_then(|method| List::of_method(method.name)) else { return Ok(()) };
        let from = match self.message.string(Member::Cursor) {
            None => 0,
            Some(cursor) => list.start(self.contract, &cursor).ok_or("unknown cursor")?,
        };
        self.operation = Some(Operation::List { list, from });
        Ok(())
    }

    pub(super) fn param_headers(&self) -> Result<(), Fault> {
        let (Source::Http(fields), Some(tool)) = (self.source, self.tool()) else { return Ok(()) };
        for binding in tool.headers {
            headers::argument(fields, binding, self.message.argument(binding.path))?;
        }
        Ok(())
    }

    pub(super) fn client_capability(&self) -> Result<(), Fault> {
        let Some(operation) = &self.operation else { return Ok(()) };
        let declared = self.message.member(Member::ClientCapabilities).unwrap_or("{}");
        match capabilities::missing(operation.needs(self.contract).capabilities, declared) {
            None => Ok(()),
            Some(missing) => Err(Fault::new("the client does not declare a capability that this needs")
                .with_data(format!(r#"{{"requiredCapabilities":{missing}}}"#))),
        }
    }

    pub(super) fn authorization(&mut self) -> Result<(), Fault> {
        if let Some(Operation::Listen { filter }) = &mut self.operation {
            filter.restrict(self.contract, |scope| self.caller.may(&[scope]));
        }
        let needed = self.operation.as_ref().map_or(&[][..], |operation| operation.needs(self.contract).scopes);
        if self.caller.may(needed) {
            return Ok(());
        }
        let message = format!("this needs the scopes {}", needed.join(" "));
        Err(Fault::new(message).with_challenge(self.caller.challenge(needed)))
    }

    pub(super) fn request_state(&mut self) -> Result<(), Fault> {
        let Some(state) = self.message.string(Member::RequestState) else { return Ok(()) };
        let principal = self.caller.principal.map(Principal::subject);
        let binding = self.operation.as_ref().and_then(|operation| operation.binding(self.contract, principal));
        let Some(binding) = binding else { return Ok(()) };
        // Why it is not good is nobody's business (A-25).
        let opened = self.seal.open(&state, binding).and_then(|(payload, id)| Input::opened(&payload, id));
        self.input = opened.ok_or("requestState is not valid")?;
        Ok(())
    }

    pub(super) fn into_request(self) -> Result<Passed, Refusal> {
        let Some(id) = self.message.member(Member::Id) else {
            return Err(self.refuse(table::row(Step::RequiredMetadata), "the request is not complete".into()));
        };
        let fields = match self.source {
            Source::Http(fields) => Some(fields),
            Source::Stdio(_) => None,
        };
        let version = self.requested_version().unwrap_or_default();
        let version = self.contract.supported_versions.iter().find(|supported| **supported == version);
        let metadata = Metadata::of(self.bytes, self.message, version.copied().unwrap_or_default(), fields);
        let id = Text::of(self.bytes, id);
        let responses = self.message.member(Member::InputResponses);
        let responses = responses.map(|responses| Text::of(self.bytes, responses));
        let principal = self.caller.principal.cloned();
        match self.operation {
            Some(operation) => {
                let call = Call { id, input: self.input.with_responses(responses), operation };
                Ok(Passed::Request(call, metadata, principal))
            }
            None => Err(self.refuse(table::row(Step::KnownMethod), "the method is not served".into())),
        }
    }

    fn tool(&self) -> Option<&'static super::super::contract::Tool> {
        match &self.operation {
            Some(Operation::CallTool { tool, .. }) => self.contract.tools.get(*tool),
            _ => None,
        }
    }

    fn requested_version(&self) -> Option<Cow<'_, str>> {
        self.message.string(Member::ProtocolVersion)
    }

    fn unsupported(&self, requested: &str) -> Fault {
        let supported = self.contract.supported_versions;
        let mut data = String::from(r#"{"supported":["#);
        for (place, version) in supported.iter().enumerate() {
            if place > 0 {
                data.push(',');
            }
            push_escaped(&mut data, version);
        }
        data.push_str(r#"],"requested":"#);
        push_escaped(&mut data, requested);
        data.push('}');
        let message = format!("unsupported protocol version; this server speaks {}", supported.join(", "));
        Fault::new(message).with_data(data)
    }
}
