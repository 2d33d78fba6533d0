//! The layout of macro calls, which prettyplease leaves to chance: one item a line.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Lays every item macro of `wire` out anew in a text that prettyplease made.
pub(super) fn macros(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let name = line.strip_prefix("wire::").and_then(|rest| rest.strip_suffix("! {"));
        let Some(name) = name else {
            out.push_str(line);
            out.push('\n');
            continue;
        };
        let mut body = String::new();
        for line in lines.by_ref().take_while(|line| *line != "}") {
            body.push_str(line);
            body.push('\n');
        }
        out.push_str(&format!("wire::{name}! {{\n"));
        match body.parse::<TokenStream>() {
            Ok(tokens) => {
                out.push_str("    ");
                row(tokens, 1, &mut out);
            }
            Err(_) => out.push_str(body.trim_end()),
        }
        out.push_str("\n}\n");
    }
    out
}

/// Tokens on one line; what stands in braces gets lines of its own.
fn row(tokens: TokenStream, depth: usize, out: &mut String) {
    let mut glued = true;
    let mut section = false;
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                out.push_str(" {");
                block(group.stream(), depth + 1, out);
                out.push('}');
                section = depth > 1;
                glued = false;
            }
            TokenTree::Group(group) => {
                let (open, close) = if group.delimiter() == Delimiter::Parenthesis { ("(", ")") } else { (" [", "]") };
                out.push_str(open);
                row(group.stream(), depth, out);
                out.push_str(close);
                glued = false;
            }
            TokenTree::Punct(punct) => {
                let joined = punct.spacing() == Spacing::Joint;
                match punct.as_char() {
                    ',' | ':' => {
                        out.push(punct.as_char());
                        glued = joined;
                    }
                    '<' => {
                        out.push('<');
                        glued = true;
                    }
                    '-' => {
                        if !glued {
                            out.push(' ');
                        }
                        out.push('-');
                        glued = true;
                    }
                    other => {
                        if !glued && other != '>' {
                            out.push(' ');
                        }
                        out.push(other);
                        glued = joined;
                    }
                }
                if punct.as_char() == ':' && out.ends_with("::") {
                    glued = true;
                }
            }
            TokenTree::Ident(_) | TokenTree::Literal(_) => {
                if section {
                    line(depth, out);
                    section = false;
                } else if !glued {
                    out.push(' ');
                }
                out.push_str(&token.to_string());
                glued = false;
            }
        }
    }
}

/// What stands in braces: sections, or items with a comma after each.
fn block(tokens: TokenStream, depth: usize, out: &mut String) {
    let mut items: Vec<TokenStream> = vec![TokenStream::new()];
    for token in tokens {
        let ends = matches!(&token, TokenTree::Punct(punct) if punct.as_char() == ',');
        match (ends, items.last_mut()) {
            (false, Some(item)) => item.extend([token]),
            _ => items.push(TokenStream::new()),
        }
    }
    items.retain(|item| !item.is_empty());
    let sections = items.len() == 1
        && items.iter().any(|item| {
            item.clone()
                .into_iter()
                .any(|token| matches!(&token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace))
        });
    for item in &items {
        line(depth, out);
        row(item.clone(), depth, out);
        if !sections {
            out.push(',');
        }
    }
    if !items.is_empty() {
        line(depth - 1, out);
    }
}

fn line(depth: usize, out: &mut String) {
    out.push('\n');
    out.push_str(&"    ".repeat(depth));
}
