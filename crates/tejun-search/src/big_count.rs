//! Numbers without an upper bound.

use std::fmt;
use std::iter::Sum;
use std::ops::AddAssign;

use num_bigint::BigUint;

/// A number of paths or of packings, which has no upper bound. It is written in decimal digits.
///
/// ```
/// use tejun_search::BigCount;
///
/// let mut many = BigCount::from(u64::MAX);
/// many += &BigCount::from(1_u64);
/// assert_eq!(many.to_string(), "18446744073709551616");
/// assert_eq!((u64::try_from(&many), u128::try_from(&many)), (Err(many.clone()), Ok(1 << 64)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BigCount(BigUint);

impl BigCount {
    /// 0.
    pub const ZERO: BigCount = BigCount(BigUint::ZERO);

    pub(crate) fn new(number: BigUint) -> Self {
        BigCount(number)
    }
}

impl From<u64> for BigCount {
    fn from(number: u64) -> Self {
        BigCount(number.into())
    }
}

impl From<u128> for BigCount {
    fn from(number: u128) -> Self {
        BigCount(number.into())
    }
}

/// The error is the number that does not fit.
impl TryFrom<&BigCount> for u64 {
    type Error = BigCount;

    fn try_from(count: &BigCount) -> Result<Self, BigCount> {
        u64::try_from(&count.0).map_err(|_| count.clone())
    }
}

/// The error is the number that does not fit.
impl TryFrom<&BigCount> for u128 {
    type Error = BigCount;

    fn try_from(count: &BigCount) -> Result<Self, BigCount> {
        u128::try_from(&count.0).map_err(|_| count.clone())
    }
}

impl AddAssign<&BigCount> for BigCount {
    fn add_assign(&mut self, other: &Self) {
        self.0 += &other.0;
    }
}

impl Sum for BigCount {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(BigCount::ZERO, |mut sum, count| {
            sum += &count;
            sum
        })
    }
}

impl fmt::Display for BigCount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
