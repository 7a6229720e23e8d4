//! A set of objects.

/// The most objects of a game.
pub(crate) const MAX_OBJECTS: usize = 512;
const WORDS: usize = MAX_OBJECTS / 64;

/// A set of objects of one game, by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ObjectSet([u64; WORDS]);

impl ObjectSet {
    /// The set without objects.
    pub const EMPTY: Self = Self([0; WORDS]);

    /// Adds an object.
    pub fn insert(&mut self, object: usize) {
        self.0[object / 64] |= 1 << (object % 64);
    }

    /// Whether `object` is in the set.
    pub fn contains(&self, object: usize) -> bool {
        self.0[object / 64] >> (object % 64) & 1 == 1
    }

    /// Whether no object is in the set.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// How many objects are in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether the two have an object in common.
    pub fn intersects(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether `other` is part of this one.
    pub fn contains_all(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).all(|(a, b)| b & !a == 0)
    }

    /// The objects of either.
    pub fn union(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// The objects of both.
    pub fn intersection(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    /// The objects of this one that are not in `other`.
    pub fn difference(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }

    /// The objects, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| {
            let mut word = word;
            std::iter::from_fn(move || {
                let bit = (word != 0).then(|| word.trailing_zeros() as usize)?;
                word &= word - 1;
                Some(index * 64 + bit)
            })
        })
    }
}

impl FromIterator<usize> for ObjectSet {
    fn from_iter<I: IntoIterator<Item = usize>>(objects: I) -> Self {
        let mut set = Self::EMPTY;
        for object in objects {
            set.insert(object);
        }
        set
    }
}
