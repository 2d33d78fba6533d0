//! The two ways to run a validator: [`Quiet`] answers yes or no, [`Collect`] explains.
//!
//! Generated functions are generic over [`Report`] and return whether to go on: under `Quiet`,
//! whether the value is valid so far; under `Collect`, whether there is room for more faults.

use serde_json::{Map, Value};

use super::members;
use super::path::{Path, order};
use super::similar;
use super::violation::{Expected, Violation, Violations};

/// Bounds of one run (JSC-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many subschemas may be open inside one another.
    pub depth: usize,
    /// How many steps may be taken at most: one for each member or item visited, for each kilobyte of a string
    /// that is looked at, and for each subschema entered where a schema contains itself or its subschemas multiply.
    pub work: u64,
    /// How many of these a value gets for each of its parts; so that a small one cannot take as long as a large one.
    pub part: u64,
    /// How many faults are told.
    pub violations: usize,
}

impl Limits {
    /// Enough for a value of ten megabytes; less than a second.
    pub const DEFAULT: Self = Self { depth: 512, work: 20_000_000, part: 1_000, violations: 32 };

    /// What every value gets, without a look at its size: a few milliseconds.
    const START: u64 = 200_000;

    fn start(&self) -> u64 {
        self.work.min(Self::START)
    }

    /// The steps for a value: linear in its size.
    fn steps(&self, value: &Value) -> u64 {
        let mut parts: u64 = 0;
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            parts = parts.saturating_add(1);
            match value {
                Value::Array(items) => open.extend(items),
                Value::Object(members) => open.extend(members.values()),
                _ => {}
            }
        }
        self.work.min(Self::START.saturating_add(self.part.saturating_mul(parts)))
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// What a validator tells, and what it may still spend.
pub trait Report: 'static {
    /// A place in the value.
    type At<'p>: Copy;
    /// Whether faults are told one by one.
    const EXPLAINS: bool;

    /// The member `name`.
    fn at_member<'p, 'q: 'p>(at: &'p Self::At<'q>, name: &'p str) -> Self::At<'p>;
    /// The item `index`.
    fn at_item<'p, 'q: 'p>(at: &'p Self::At<'q>, index: usize) -> Self::At<'p>;
    /// The same place, one subschema further in.
    fn at_same<'p, 'q: 'p>(at: &'p Self::At<'q>) -> Self::At<'p>;
    /// How many subschemas are open.
    fn depth(at: Self::At<'_>) -> usize;

    /// A subschema is entered; false when a bound is hit.
    fn enter(&mut self, at: Self::At<'_>) -> bool;
    /// `steps` members or items are about to be visited; false when a bound is hit.
    fn spend(&mut self, steps: usize) -> bool;
    /// The quiet run inside, for subschemas whose faults are not faults of the value.
    fn quiet(&mut self) -> &mut Quiet;

    /// `value` breaks `keyword`. True: stop.
    fn fault(&mut self, at: Self::At<'_>, keyword: &'static str, expected: &'static str, value: &Value) -> bool;
    /// Members of `required` are not in `object`; `known` are all names that the schema has. True: stop.
    fn missing(
        &mut self,
        at: Self::At<'_>,
        keyword: &'static str,
        required: &'static [&'static str],
        known: &'static [&'static str],
        object: &Map<String, Value>,
    ) -> bool;
    /// The member at this place is none that the schema knows. True: stop.
    fn unknown(
        &mut self,
        at: Self::At<'_>,
        keyword: &'static str,
        name: &str,
        known: &'static [&'static str],
        value: &Value,
    ) -> bool;
}

/// What a quiet run came to, and the steps that it had.
enum Verdict {
    Valid,
    Invalid { steps: u64 },
    Exhausted { steps: u64 },
}

/// Yes or no.
#[derive(Debug)]
pub struct Quiet {
    depth: usize,
    work: u64,
    exhausted: bool,
}

impl Quiet {
    /// For parts of a value whose other parts cost `steps` for each of theirs, at most `parts`; `None` where a whole
    /// run might hit a bound of work.
    #[must_use]
    pub fn beside(limits: &Limits, parts: u64, steps: u64) -> Option<Self> {
        // What a run gives to each part is enough, so that what it starts with is left.
        let left = limits.work.checked_sub(parts.checked_mul(steps)?)?;
        (steps <= limits.part).then(|| Self::with_steps(limits, left.min(Limits::START)))
    }

    /// Whether a bound was hit.
    #[must_use]
    pub const fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    const fn with_steps(limits: &Limits, steps: u64) -> Self {
        Self { depth: limits.depth, work: steps, exhausted: false }
    }

    /// A whole run; again with more steps where the first were not enough for a value of this size.
    #[inline]
    fn run(limits: &Limits, value: &Value, function: impl Fn(usize, &mut Self) -> bool) -> Verdict {
        let start = limits.start();
        let mut quiet = Self::with_steps(limits, start);
        match function(0, &mut quiet) {
            _ if quiet.exhausted => Self::run_on(limits, value, &function),
            true => Verdict::Valid,
            false => Verdict::Invalid { steps: start },
        }
    }

    #[cold]
    #[inline(never)]
    fn run_on(limits: &Limits, value: &Value, function: &dyn Fn(usize, &mut Self) -> bool) -> Verdict {
        let steps = limits.steps(value);
        let mut quiet = Self::with_steps(limits, steps);
        match function(0, &mut quiet) {
            _ if quiet.exhausted => Verdict::Exhausted { steps },
            true => Verdict::Valid,
            false => Verdict::Invalid { steps },
        }
    }

    /// A bound is hit: nothing is left for any step that follows.
    #[cold]
    fn exhaust(&mut self) -> bool {
        self.work = 0;
        self.exhausted = true;
        false
    }
}

impl Report for Quiet {
    type At<'p> = usize;
    const EXPLAINS: bool = false;

    #[inline]
    fn at_member<'p, 'q: 'p>(at: &'p usize, _: &'p str) -> usize {
        *at + 1
    }

    #[inline]
    fn at_item<'p, 'q: 'p>(at: &'p usize, _: usize) -> usize {
        *at + 1
    }

    #[inline]
    fn at_same<'p, 'q: 'p>(at: &'p usize) -> usize {
        *at + 1
    }

    #[inline]
    fn depth(at: usize) -> usize {
        at
    }

    #[inline]
    fn enter(&mut self, at: usize) -> bool {
        if at < self.depth { self.spend(1) } else { self.exhaust() }
    }

    #[inline]
    fn spend(&mut self, steps: usize) -> bool {
        match self.work.checked_sub(steps as u64) {
            Some(left) => {
                self.work = left;
                true
            }
            None => self.exhaust(),
        }
    }

    #[inline]
    fn quiet(&mut self) -> &mut Quiet {
        self
    }

    #[inline]
    fn fault(&mut self, _: usize, _: &'static str, _: &'static str, _: &Value) -> bool {
        true
    }

    #[inline]
    fn missing(
        &mut self,
        _: usize,
        _: &'static str,
        _: &'static [&'static str],
        _: &'static [&'static str],
        _: &Map<String, Value>,
    ) -> bool {
        true
    }

    #[inline]
    fn unknown(&mut self, _: usize, _: &'static str, _: &str, _: &'static [&'static str], _: &Value) -> bool {
        true
    }
}

/// Every fault, up to a limit.
#[derive(Debug)]
pub struct Collect {
    quiet: Quiet,
    limit: usize,
    /// Apart from the list, so that the only one takes no list.
    first: Option<Violation>,
    more: Vec<Violation>,
}

impl Collect {
    fn new(limits: &Limits, steps: u64, limit: usize) -> Self {
        Self { quiet: Quiet::with_steps(limits, steps), limit, first: None, more: Vec::new() }
    }

    #[inline]
    fn push(&mut self, violation: Violation) -> bool {
        match &mut self.first {
            first @ None => *first = Some(violation),
            Some(_) => self.more.push(violation),
        }
        self.more.len() + 1 >= self.limit
    }
}

impl Collect {
    /// What was told, in document order.
    fn in_order(self, limits: &Limits, value: &Value, steps: u64, complete: bool) -> Violations {
        let exhausted = self.quiet.exhausted;
        let bound = exhausted.then(|| Violation::bound(limits.depth, steps));
        let mut list = self.more;
        if let Some(first) = self.first {
            list.insert(0, first);
        }
        if let Some(bound) = bound {
            list.push(bound);
        }
        let mut steps = Vec::with_capacity(list.len());
        for violation in &list {
            steps.push(order(value, &violation.pointer()));
        }
        Violations::new(list, complete && !exhausted).in_order(&|one, other| steps.get(one).cmp(&steps.get(other)))
    }
}

impl Report for Collect {
    type At<'p> = Path<'p>;
    const EXPLAINS: bool = true;

    #[inline]
    fn at_member<'p, 'q: 'p>(at: &'p Path<'q>, name: &'p str) -> Path<'p> {
        at.member(name)
    }

    #[inline]
    fn at_item<'p, 'q: 'p>(at: &'p Path<'q>, index: usize) -> Path<'p> {
        at.item(index)
    }

    #[inline]
    fn at_same<'p, 'q: 'p>(at: &'p Path<'q>) -> Path<'p> {
        at.within()
    }

    #[inline]
    fn depth(at: Path<'_>) -> usize {
        at.depth()
    }

    #[inline]
    fn enter(&mut self, at: Path<'_>) -> bool {
        self.quiet.enter(at.depth())
    }

    #[inline]
    fn spend(&mut self, steps: usize) -> bool {
        self.quiet.spend(steps)
    }

    #[inline]
    fn quiet(&mut self) -> &mut Quiet {
        &mut self.quiet
    }

    #[cold]
    fn fault(&mut self, at: Path<'_>, keyword: &'static str, expected: &'static str, value: &Value) -> bool {
        self.push(Violation::of(at, keyword, Expected::Words(expected), value))
    }

    #[cold]
    fn missing(
        &mut self,
        at: Path<'_>,
        keyword: &'static str,
        required: &'static [&'static str],
        known: &'static [&'static str],
        object: &Map<String, Value>,
    ) -> bool {
        for name in required.iter().filter(|name| !members::has(object, name)) {
            let misspelled = similar::only(name, known, object.keys().map(String::as_str));
            if self.push(Violation::missing(at, keyword, name, misspelled)) {
                return true;
            }
        }
        false
    }

    #[cold]
    fn unknown(
        &mut self,
        at: Path<'_>,
        keyword: &'static str,
        _: &str,
        known: &'static [&'static str],
        value: &Value,
    ) -> bool {
        // What was meant is looked for when it is told.
        self.push(Violation::of(at, keyword, Expected::Members(known), value))
    }
}

/// Whether a value is valid. `function` is a generated one.
#[inline]
pub fn holds(limits: &Limits, value: &Value, function: impl Fn(usize, &mut Quiet) -> bool) -> bool {
    matches!(Quiet::run(limits, value, function), Verdict::Valid)
}

/// [`holds`] for a schema that bounds the work by itself, so that its functions count nothing.
#[inline]
pub fn holds_uncounted(function: impl FnOnce(usize, &mut Quiet) -> bool) -> bool {
    function(0, &mut Quiet::with_steps(&Limits::DEFAULT, Limits::START))
}

/// Checks a value. Both functions are the same generated one.
///
/// # Errors
/// Every fault up to the limit, in document order; a bound that was hit first.
#[inline]
pub fn check(
    limits: &Limits,
    value: &Value,
    quietly: impl Fn(usize, &mut Quiet) -> bool,
    telling: impl FnOnce(Path<'_>, &mut Collect) -> bool,
) -> Result<(), Violations> {
    match Quiet::run(limits, value, quietly) {
        Verdict::Valid => Ok(()),
        // Nothing more is to be learned from such a value.
        Verdict::Exhausted { steps } => Err(Violations::new(vec![Violation::bound(limits.depth, steps)], false)),
        Verdict::Invalid { steps } => {
            let mut collect = Collect::new(limits, steps, limits.violations.max(1));
            let complete = telling(Path::root(), &mut collect);
            Err(collect.in_order(limits, value, steps, complete))
        }
    }
}

/// Checks a value up to the first fault. The function is a generated one.
///
/// # Errors
/// The fault that was found first; a bound that was hit instead.
// Not part of its caller, which is done with a valid value before any of this has to be set up.
#[inline(never)]
pub fn first(
    limits: &Limits,
    value: &Value,
    telling: impl Fn(Path<'_>, &mut Collect) -> bool,
) -> Result<(), Violation> {
    let mut collect = Collect::new(limits, limits.start(), 1);
    telling(Path::root(), &mut collect);
    match collect.first {
        _ if collect.quiet.exhausted => first_on(limits, value, &telling),
        Some(violation) => Err(violation),
        None => Ok(()),
    }
}

/// Again with the steps for a value of this size.
#[cold]
#[inline(never)]
fn first_on(limits: &Limits, value: &Value, telling: &dyn Fn(Path<'_>, &mut Collect) -> bool) -> Result<(), Violation> {
    let steps = limits.steps(value);
    let mut collect = Collect::new(limits, steps, 1);
    telling(Path::root(), &mut collect);
    match collect.first {
        _ if collect.quiet.exhausted => Err(Violation::bound(limits.depth, steps)),
        Some(violation) => Err(violation),
        None => Ok(()),
    }
}

/// A generated function.
pub type Check<R> = for<'v, 'p, 'r> fn(&'v Value, <R as Report>::At<'p>, &'r mut R) -> bool;
