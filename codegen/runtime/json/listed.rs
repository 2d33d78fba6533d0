//! The members of one object, as they were passed by, so that nobody has to look for them again.

/// How many there may be; of more none is known.
const MOST: usize = 8;

/// Names, of which nothing is escaped, and where in the text the values are; in the order of the text.
#[derive(Debug)]
pub(in super::super) struct Listed<'a> {
    members: [(&'a [u8], usize, usize); MOST],
    /// How many there are; beyond [`MOST`] where they are not known.
    count: usize,
}

impl<'a> Listed<'a> {
    /// No members: what is known of an object that is not there.
    pub(in super::super) const NONE: Self = Self { members: [(b"", 0, 0); MOST], count: 0 };

    /// Nothing is known.
    pub(super) const UNKNOWN: Self = Self { count: MOST + 1, ..Self::NONE };

    #[inline]
    pub(super) fn add(&mut self, name: &'a [u8], start: usize, end: usize) {
        if let Some(member) = self.members.get_mut(self.count) {
            *member = (name, start, end);
        }
        self.count += 1;
    }

    /// The value of the member of this name, in the text that was read; nothing where the members are not known.
    #[allow(clippy::option_option, reason = "a member that may be absent, where that is known")]
    #[inline]
    pub(super) fn get<'t>(&self, text: &'t str, name: &str) -> Option<Option<&'t str>> {
        let mut members = self.members.get(..self.count)?.iter();
        let member = members.find(|(other, _, _)| *other == name.as_bytes());
        Some(member.and_then(|(_, start, end)| text.get(*start..*end)))
    }
}
