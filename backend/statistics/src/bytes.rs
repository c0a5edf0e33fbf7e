//! Numbers as segments have them: written in as many bytes as they need, and read with a check of whatever stands there.

use kernel::problem::Problem;

/// What stands where no part was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Broken;

impl From<Broken> for Problem {
    fn from(_: Broken) -> Self {
        Self::internal("a segment of the statistics cannot be read: uno statistics rebuild makes it anew")
    }
}

/// Bytes that are still to be read.
#[derive(Debug)]
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// Those of a part, or of what lies in it.
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Whether everything has been read.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The next byte.
    pub(crate) fn byte(&mut self) -> Result<u8, Broken> {
        let (first, rest) = self.0.split_first().ok_or(Broken)?;
        self.0 = rest;
        Ok(*first)
    }

    /// Seven bits a byte, the lowest first; all but the last have the highest bit.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, Broken> {
        // Most are gaps between people, of one byte.
        let first = self.byte()?;
        if first < 0x80 { Ok(u64::from(first)) } else { self.long_number(first) }
    }

    fn long_number(&mut self, first: u8) -> Result<u64, Broken> {
        let mut number = u64::from(first & 0x7F);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            if (bits << shift) >> shift != bits {
                return Err(Broken);
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Broken)
    }

    /// So many bytes.
    pub(crate) fn bytes(&mut self, length: u64) -> Result<&'a [u8], Broken> {
        let length = usize::try_from(length).map_err(|_| Broken)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(Broken)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// A number that may be negative: positive ones are even, negative ones odd.
    pub(crate) fn signed(&mut self) -> Result<i64, Broken> {
        let number = self.number()?;
        let half = i64::try_from(number >> 1).map_err(|_| Broken)?;
        Ok(if number & 1 == 0 { half } else { -half - 1 })
    }

    /// One of a list, by its place.
    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> Result<T, Broken> {
        all.get(usize::from(self.byte()?)).copied().ok_or(Broken)
    }

    /// Reads as many as there are, each greater than the one before.
    pub(crate) fn each<K: PartialOrd + Copy>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<K, Broken>,
    ) -> Result<(), Broken> {
        let mut before = None;
        for _ in 0..self.number()? {
            let key = read(self)?;
            if before.is_some_and(|before| before >= key) {
                return Err(Broken);
            }
            before = Some(key);
        }
        Ok(())
    }
}

/// Writes a number in as many bytes as it needs, see [`Input::number`].
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a number that may be negative.
pub(crate) fn put_signed(out: &mut Vec<u8>, number: i64) {
    // Positive numbers are even, negative ones odd.
    put(out, ((number << 1) ^ (number >> 63)).cast_unsigned());
}
