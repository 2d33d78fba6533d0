//! Conditions that are put together from parts, with parentheses where Rust wants them and nowhere else: `rustc` warns of
//! the others.

use proc_macro2::TokenStream;
use quote::quote;

/// A boolean expression.
#[derive(Clone)]
pub(super) enum Condition {
    /// What stands beside any operator as it is: a call, a macro, a literal.
    Operand(TokenStream),
    /// Any other expression, such as a comparison.
    Expression(TokenStream),
    /// The opposite of any expression.
    Not(TokenStream),
    /// All of some; none is true.
    All(Vec<Self>),
    /// One of some; none is false.
    Any(Vec<Self>),
    /// What the second or the third says, as the first holds or not.
    If(Box<[Self; 3]>),
}

impl Condition {
    pub(super) fn literal(value: bool) -> Self {
        Self::Operand(quote! { #value })
    }

    /// All of some; the only one is itself.
    pub(super) fn all(mut conditions: Vec<Self>) -> Self {
        match (conditions.pop(), conditions.is_empty()) {
            (Some(one), true) => one,
            (last, _) => Self::All(conditions.into_iter().chain(last).collect()),
        }
    }

    pub(super) fn not(&self) -> Self {
        match self {
            Self::Not(tokens) => Self::Expression(tokens.clone()),
            other => Self::Not(other.alone()),
        }
    }

    pub(super) fn is_true(&self) -> bool {
        match self {
            Self::Operand(tokens) => tokens.to_string() == "true",
            Self::All(all) => all.iter().all(Self::is_true),
            _ => false,
        }
    }

    /// The expression where nothing stands beside it.
    pub(super) fn alone(&self) -> TokenStream {
        match self {
            Self::Operand(tokens) | Self::Expression(tokens) => tokens.clone(),
            Self::Not(tokens) => quote! { !(#tokens) },
            Self::All(all) if all.is_empty() => quote! { true },
            Self::Any(all) if all.is_empty() => quote! { false },
            Self::All(all) => {
                let all = all.iter().map(Self::operand);
                quote! { #(#all)&&* }
            }
            Self::Any(all) => {
                let all = all.iter().map(Self::operand);
                quote! { #(#all)||* }
            }
            Self::If(parts) => {
                let [condition, then, otherwise] = parts.each_ref().map(Self::alone);
                quote! { if #condition { #then } else { #otherwise } }
            }
        }
    }

    /// The opposite, where nothing stands beside it.
    pub(super) fn negated(&self) -> TokenStream {
        match self {
            Self::Not(tokens) => tokens.clone(),
            other => {
                let operand = other.operand();
                quote! { !#operand }
            }
        }
    }

    fn operand(&self) -> TokenStream {
        let alone = self.alone();
        match self {
            Self::Operand(_) | Self::Not(_) => alone,
            Self::All(all) | Self::Any(all) if all.is_empty() => alone,
            _ => quote! { (#alone) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parentheses_stand_where_they_must_and_nowhere_else() {
        let a = || Condition::Operand(quote! { a() });
        let not = || Condition::Not(quote! { b < c });
        let told = |condition: &Condition| {
            (condition.alone().to_string().replace(' ', ""), condition.negated().to_string().replace(' ', ""))
        };
        let strings = |alone: &str, negated: &str| (alone.to_owned(), negated.to_owned());
        assert_eq!(told(&a()), strings("a()", "!a()"));
        assert_eq!(told(&not()), strings("!(b<c)", "b<c"));
        assert_eq!(told(&Condition::all(vec![])), strings("true", "!true"));
        assert_eq!(told(&Condition::all(vec![a()])), strings("a()", "!a()"));
        let both = Condition::all(vec![not(), a()]);
        assert_eq!(told(&both), strings("!(b<c)&&a()", "!(!(b<c)&&a())"));
        assert_eq!(told(&not().not()), strings("b<c", "!(b<c)"));
        assert_eq!(told(&a().not()), strings("!(a())", "a()"));
        let any = Condition::Any(vec![both.clone(), a()]);
        assert_eq!(told(&any), strings("(!(b<c)&&a())||a()", "!((!(b<c)&&a())||a())"));
        let choice = Condition::If(Box::new([any, not(), Condition::literal(true)]));
        assert!(told(&choice).0.starts_with("if(!(b<c)&&a())||a(){!(b<c)}else{true}"), "{}", choice.alone());
    }
}
