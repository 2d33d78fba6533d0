//! Statements that write JSON, piece by piece: what is the same of every value is put together to as few literals as can be.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;

use crate::literal;

/// Statements, and the constant text that comes next.
#[derive(Default)]
pub(super) struct Pieces {
    statements: TokenStream,
    constant: String,
}

impl Pieces {
    /// JSON text that is the same of every value.
    pub(super) fn constant(&mut self, json: &str) {
        self.constant.push_str(json);
    }

    /// The name of a member, as JSON.
    pub(super) fn name(&mut self, name: &str) {
        self.constant(&serde_json::Value::from(name).to_string());
        self.constant(":");
    }

    /// Statements that write something.
    pub(super) fn statements(&mut self, statements: TokenStream) {
        self.flush();
        self.statements.extend(statements);
    }

    /// Statements that only look at the value: they may stand before what is to be written.
    pub(super) fn test(&mut self, statements: Option<TokenStream>) {
        self.statements.extend(statements);
    }

    pub(super) fn finish(mut self) -> TokenStream {
        self.flush();
        self.statements
    }

    fn flush(&mut self) {
        if self.constant.is_empty() {
            return;
        }
        let json = std::mem::take(&mut self.constant);
        let string = serde_json::Value::from(json.as_str()).to_string();
        let inside = string.get(1..string.len() - 1).unwrap_or_default();
        let statement = if inside == json {
            let json = literal::text(&json);
            quote! { out.token(#json); }
        } else {
            let (json, inside) = (literal::text(&json), literal::text(inside));
            quote! { out.put(#json, #inside); }
        };
        self.statements.extend(statement);
    }
}

/// Whether statements can end a function before its end.
pub(super) fn can_refuse(statements: &TokenStream) -> bool {
    statements.clone().into_iter().any(|token| match token {
        TokenTree::Ident(ident) => ident == "return",
        TokenTree::Punct(punct) => punct.as_char() == '?',
        TokenTree::Group(group) => can_refuse(&group.stream()),
        TokenTree::Literal(_) => false,
    })
}
