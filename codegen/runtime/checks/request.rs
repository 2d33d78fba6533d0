//! A request against its headers and the tables of the server.

use std::borrow::Cow;

use super::super::capabilities;
use super::super::context::Text;
use super::super::headers;
use super::super::input::Input;
use super::super::json::push_escaped;
use super::super::metadata::{self, Metadata};
use super::super::operation::{Call, Operation};
use super::super::pages::List;
use super::super::principal::Principal;
use super::super::subscriptions::Filter;
use super::envelope::shortened;
use super::table::{self, Step};
use super::{Accepted, Exchange, Fault, Refusal, Source, fit};

impl Exchange<'_, '_> {
    pub(super) fn initialize(&self) -> Result<(), Fault> {
        if self.method_name() != "initialize" || self.requested_version().is_some() {
            return Ok(());
        }
        if let Source::Http(headers) = self.source
            && let Ok(Some(version)) = headers::recognised(headers, headers::PROTOCOL_VERSION)
            && self.contract.supported_versions.contains(&version)
        {
            // It speaks this era and forgot its metadata, which the next row says.
            return Ok(());
        }
        let requested = self.params.and_then(|params| params.member("protocolVersion")?.as_string());
        Err(self.unsupported(&requested.unwrap_or_default()))
    }

    pub(super) fn required_metadata(&self) -> Result<(), Fault> {
        Ok(metadata::required(self.params)?)
    }

    pub(super) fn optional_metadata(&self) -> Result<(), Fault> {
        match self.meta {
            Some(meta) => Ok(metadata::optional(&meta)?),
            None => Ok(()),
        }
    }

    pub(super) fn notification_headers(&self) -> Result<(), Fault> {
        let Source::Http(headers) = self.source else { return Ok(()) };
        if !self.is_notification() {
            return Ok(());
        }
        let version = headers::recognised(headers, headers::PROTOCOL_VERSION)?;
        if let (Some(header), Some(body)) = (version, self.requested_version())
            && header != body
        {
            return Err("MCP-Protocol-Version differs from params._meta".into());
        }
        match headers::recognised(headers, headers::METHOD)? {
            Some(header) if header != self.method_name() => Err("Mcp-Method differs from method".into()),
            _ => Ok(()),
        }
    }

    pub(super) fn version_header(&self) -> Result<(), Fault> {
        let Source::Http(headers) = self.source else { return Ok(()) };
        let version = self.requested_version().unwrap_or_default();
        Ok(headers::exact(headers, headers::PROTOCOL_VERSION, &version, "params._meta")?)
    }

    pub(super) fn method_header(&self) -> Result<(), Fault> {
        let Source::Http(headers) = self.source else { return Ok(()) };
        Ok(headers::exact(headers, headers::METHOD, self.method_name(), "method")?)
    }

    pub(super) fn name_header(&self) -> Result<(), Fault> {
        let Source::Http(headers) = self.source else { return Ok(()) };
        let method = self.method_name();
        let from = match self.contract.method(method) {
            Some(method) => method.name_from,
            // The three that the revision defines, whether they are served here or not.
            None => match method {
                "tools/call" | "prompts/get" => Some("name"),
                "resources/read" => Some("uri"),
                _ => None,
            },
        };
        let Some(member) = from else { return Ok(()) };
        let named = self.param_string(member);
        Ok(headers::named(headers, headers::NAME, named.as_deref(), member)?)
    }

    pub(super) fn version(&self) -> Result<(), Fault> {
        let version = self.requested_version().unwrap_or_default();
        if self.contract.supported_versions.contains(&&*version) { Ok(()) } else { Err(self.unsupported(&version)) }
    }

    pub(super) fn known_method(&mut self) -> Result<(), Fault> {
        let method = self.contract.method(self.method_name());
        self.method = method;
        match method.map(|method| method.name) {
            Some("server/discover") => self.operation = Some(Operation::Discover),
            Some("subscriptions/listen" | "tools/call" | "prompts/get" | "resources/read" | "completion/complete") => {}
            Some(name) if List::of_method(name).is_some() => {}
            _ => return Err(format!("the method \"{}\" is not served", shortened(self.method_name())).into()),
        }
        Ok(())
    }

    pub(super) fn accept_events(&self) -> Result<(), Fault> {
        match (self.source, self.method.map(|method| method.name)) {
            (Source::Http(headers), Some("subscriptions/listen")) if !Accepted::of(headers).events => {
                Err("this is answered in a stream: Accept must allow text/event-stream".into())
            }
            _ => Ok(()),
        }
    }

    pub(super) fn params_schema(&mut self) -> Result<(), Fault> {
        let Some(method) = self.method else { return Ok(()) };
        let params = self.params;
        fit::check(method.name, params)?;
        if method.name == "subscriptions/listen" {
            let filter = Filter::parse(params)?.honoured_by(self.contract);
            self.operation = Some(Operation::Listen { filter });
        }
        match (method.check_params, params) {
            (Some(check), Some(params)) => Ok(check(params.text)?),
            _ => Ok(()),
        }
    }

    pub(super) fn cursor(&mut self) -> Result<(), Fault> {
        let Some(list) = self.method.and_then(|method| List::of_method(method.name)) else { return Ok(()) };
        let from = match self.param_string("cursor") {
            None => 0,
            Some(cursor) => list.start(self.contract, &cursor).ok_or("unknown cursor")?,
        };
        self.operation = Some(Operation::List { list, from });
        Ok(())
    }

    pub(super) fn param_headers(&self) -> Result<(), Fault> {
        let (Source::Http(headers), Some(tool)) = (self.source, self.tool()) else { return Ok(()) };
        let arguments = self.params.and_then(|params| params.member("arguments"));
        for binding in tool.headers {
            headers::argument(headers, binding, arguments)?;
        }
        Ok(())
    }

    pub(super) fn client_capability(&self) -> Result<(), Fault> {
        let Some(operation) = &self.operation else { return Ok(()) };
        let declared = self.meta.and_then(|meta| meta.member(metadata::CLIENT_CAPABILITIES));
        let declared = declared.map_or("{}", |declared| declared.text);
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
        let principal = self.caller.principal.map(Principal::subject);
        let binding = self.operation.as_ref().and_then(|operation| operation.binding(self.contract, principal));
        let (Some(binding), Some(state)) = (binding, self.param_string("requestState")) else { return Ok(()) };
        // Why it is not good is nobody's business (A-25).
        let opened = self.seal.open(&state, binding).and_then(|(payload, id)| Input::opened(&payload, id));
        self.input = opened.ok_or("requestState is not valid")?;
        Ok(())
    }

    pub(super) fn into_call(self) -> Result<Call, Refusal> {
        let id = self.id;
        let (Some(id), Some(meta)) = (id, self.meta) else {
            return Err(self.refuse(table::row(Step::RequiredMetadata), "the request is not complete".into()));
        };
        let headers = match self.source {
            Source::Http(headers) => Some(headers),
            Source::Stdio(_) => None,
        };
        let (id, metadata) = (Text::of(self.message, id.text), Metadata::of(self.message, &meta, headers));
        let responses = self.params.and_then(|params| params.member("inputResponses"));
        let responses = responses.map(|responses| Text::of(self.message, responses.text));
        let principal = self.caller.principal.cloned();
        match self.operation {
            Some(operation) => {
                Ok(Call { id, metadata, principal, input: self.input.with_responses(responses), operation })
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

    pub(super) fn param_string(&self, name: &str) -> Option<Cow<'_, str>> {
        self.params?.member(name)?.as_string()
    }

    fn requested_version(&self) -> Option<Cow<'_, str>> {
        self.meta?.member(metadata::PROTOCOL_VERSION)?.as_string()
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
