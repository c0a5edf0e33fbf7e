//! What the access log records when staff call an endpoint whose answer has data of people. It is declared with the
//! endpoint, and a test refuses an endpoint that answers with such data and declares nothing.

/// What the access log records about a successful call by staff. The text is the key of the name of what was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// Nothing: the answer has no data of people.
    Nothing,
    /// A single record: a row for the person. Reading it again within ten minutes adds none.
    Record(&'static str),
    /// The history of a single record, in the same way.
    History(&'static str),
    /// A list: a row for the account, the list, its filter and the minute, with the number of people and pages.
    List(&'static str),
    /// No row of these kinds, for this reason, although the answer has data of people.
    Elsewhere(&'static str),
}

impl Reading {
    /// The rows of other people are the person's own, or the caller's.
    pub const OWN: Self = Self::Elsewhere("the caller's own data");
    /// The handler writes a row before it answers.
    pub const BY_HANDLER: Self = Self::Elsewhere("the handler writes a row of its own before it answers");

    /// Returns the key of the name of what was read, if there is a row.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Record(name) | Self::History(name) | Self::List(name) => Some(name),
            Self::Nothing | Self::Elsewhere(_) => None,
        }
    }
}
