//! Encoding of the numbers in segments: varints, with validation of all input.

use kernel::problem::Problem;

/// The error of malformed bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Malformed;

impl From<Malformed> for Problem {
    fn from(_: Malformed) -> Self {
        Self::internal("a segment of the statistics cannot be read: uno statistics rebuild makes it anew")
    }
}

/// The bytes still to be read.
#[derive(Debug)]
pub struct Input<'a>(&'a [u8]);

impl<'a> Input<'a> {
    /// Creates an input.
    pub(crate) fn of(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns whether everything has been read.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Reads a byte.
    pub(crate) fn byte(&mut self) -> Result<u8, Malformed> {
        let (first, rest) = self.0.split_first().ok_or(Malformed)?;
        self.0 = rest;
        Ok(*first)
    }

    /// Reads a varint: seven bits per byte, lowest first; all bytes but the last have the high bit set.
    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        // Most numbers are gaps between people and take one byte.
        let first = self.byte()?;
        if first < 0x80 { Ok(u64::from(first)) } else { self.long_number(first) }
    }

    fn long_number(&mut self, first: u8) -> Result<u64, Malformed> {
        let mut number = u64::from(first & 0x7F);
        for shift in (7..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7F);
            if (bits << shift) >> shift != bits {
                return Err(Malformed);
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(Malformed)
    }

    /// Reads a number of bytes.
    pub(crate) fn bytes(&mut self, length: u64) -> Result<&'a [u8], Malformed> {
        let length = usize::try_from(length).map_err(|_| Malformed)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(Malformed)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// Reads a zigzag-encoded number: non-negative ones are even, negative ones odd.
    pub(crate) fn signed(&mut self) -> Result<i64, Malformed> {
        let number = self.number()?;
        let half = i64::try_from(number >> 1).map_err(|_| Malformed)?;
        Ok(if number & 1 == 0 { half } else { -half - 1 })
    }

    /// Reads an item of a list by its index.
    pub(crate) fn one_of<T: Copy>(&mut self, all: &[T]) -> Result<T, Malformed> {
        all.get(usize::from(self.byte()?)).copied().ok_or(Malformed)
    }

    /// Reads a counted sequence whose keys are strictly increasing.
    pub(crate) fn each<K: PartialOrd + Copy>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<K, Malformed>,
    ) -> Result<(), Malformed> {
        let mut before = None;
        for _ in 0..self.number()? {
            let key = read(self)?;
            if before.is_some_and(|before| before >= key) {
                return Err(Malformed);
            }
            before = Some(key);
        }
        Ok(())
    }
}

/// Writes a varint, see [`Input::number`].
pub(crate) fn put(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a signed number.
pub(crate) fn put_signed(out: &mut Vec<u8>, number: i64) {
    // Zigzag: non-negative numbers are even, negative ones odd.
    put(out, ((number << 1) ^ (number >> 63)).cast_unsigned());
}
