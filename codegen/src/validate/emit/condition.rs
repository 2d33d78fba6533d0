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
    /// All of two or more.
    All(Vec<Self>),
    /// One of two or more.
    Any(Vec<Self>),
    /// What the second or the third says, as the first holds or not.
    If(Box<[Self; 3]>),
}

impl Condition {
    pub(super) fn literal(value: bool) -> Self {
        Self::Operand(quote! { #value })
    }

    /// All of some: the only one is itself, and what decides alone leaves nothing to ask.
    pub(super) fn all(conditions: Vec<Self>) -> Self {
        Self::put_together(conditions, true, Self::All)
    }

    /// One of some, in the same way.
    pub(super) fn any(conditions: Vec<Self>) -> Self {
        Self::put_together(conditions, false, Self::Any)
    }

    /// `neutral` is what the conditions come to that are left out.
    fn put_together(mut conditions: Vec<Self>, neutral: bool, many: impl FnOnce(Vec<Self>) -> Self) -> Self {
        if conditions.iter().any(|condition| condition.is(!neutral)) {
            return Self::literal(!neutral);
        }
        conditions.retain(|condition| !condition.is(neutral));
        match conditions.len() {
            0 => Self::literal(neutral),
            1 => conditions.remove(0),
            _ => many(conditions),
        }
    }

    pub(super) fn not(&self) -> Self {
        match self {
            Self::Not(tokens) => Self::Expression(tokens.clone()),
            literal if literal.is(true) => Self::literal(false),
            literal if literal.is(false) => Self::literal(true),
            other => Self::Not(other.alone()),
        }
    }

    /// Whether it is this literal.
    pub(super) fn is(&self, value: bool) -> bool {
        matches!(self, Self::Operand(tokens) if tokens.to_string() == value.to_string())
    }

    /// The expression where nothing stands beside it.
    pub(super) fn alone(&self) -> TokenStream {
        match self {
            Self::Operand(tokens) | Self::Expression(tokens) => tokens.clone(),
            Self::Not(tokens) => quote! { !(#tokens) },
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
        assert_eq!(told(&Condition::any(vec![])), strings("false", "!false"));
        assert_eq!(told(&Condition::any(vec![not()])), strings("!(b<c)", "b<c"));
        let always = Condition::literal(true);
        assert_eq!(told(&Condition::any(vec![a(), always.clone()])), strings("true", "!true"));
        assert_eq!(told(&Condition::all(vec![always, a()])), strings("a()", "!a()"));
        let any = Condition::any(vec![both.clone(), a()]);
        assert_eq!(told(&any), strings("(!(b<c)&&a())||a()", "!((!(b<c)&&a())||a())"));
        let choice = Condition::If(Box::new([any, not(), Condition::literal(true)]));
        assert!(told(&choice).0.starts_with("if(!(b<c)&&a())||a(){!(b<c)}else{true}"), "{}", choice.alone());
    }
}
