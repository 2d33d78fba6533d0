//! The subschemas that see values of one kind, those of subschemas of the same value included.

use crate::fused::facts::Facts;
use crate::validate::program::{Id, InPlace, Types};

/// More subschemas of one value than this are not worth a plan.
const MOST: usize = 256;

impl Facts<'_> {
    /// Nodes of which each must hold for its own keywords, and which together are all that is asked
    /// of values of one kind. `None` where a keyword stands in the way, or no value is legal.
    pub(super) fn expand(&self, ids: &[Id], kind: Types) -> Option<Vec<Id>> {
        let (mut open, mut nodes) = (ids.to_vec(), Vec::new());
        while let Some(id) = open.pop() {
            if self.always(id) || nodes.contains(&id) {
                continue;
            }
            let node = self.node(id);
            if node.never || nodes.len() >= MOST {
                return None;
            }
            nodes.push(id);
            for part in &node.in_place {
                match part {
                    InPlace::All(inner) => open.push(*inner),
                    InPlace::Any(branches) | InPlace::One(branches) => {
                        let one = matches!(part, InPlace::One(_));
                        match self.able(branches, kind)[..] {
                            [only] => open.push(only),
                            // The same branch twice is one under `anyOf`; anything else is not for here.
                            [first, ref rest @ ..] if !one && rest.iter().all(|id| *id == first) => open.push(first),
                            _ => return None,
                        }
                    }
                    InPlace::Not(inner) => {
                        if self.types(*inner).meets(kind) {
                            return None;
                        }
                    }
                    InPlace::Dependent(_, inner) => {
                        if kind == Types::OBJECT && !self.always(*inner) {
                            return None;
                        }
                    }
                    InPlace::If { .. } => return None,
                }
            }
        }
        nodes.sort_unstable();
        Some(nodes)
    }

    /// The branches that values of a kind may be valid for.
    pub(super) fn able(&self, branches: &[Id], kind: Types) -> Vec<Id> {
        branches.iter().copied().filter(|id| self.types(*id).meets(kind)).collect()
    }
}
