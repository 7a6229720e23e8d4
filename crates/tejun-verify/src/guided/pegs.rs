//! Peg solitaire: functions of the holes that show, in a line, that no jumps lead to the goal.
//!
//! *Weights* that no jump raises, a pagoda function: pegs that weigh less than the goal never get there. *Colours*, holes of
//! which each jump changes none or two: whether the pegs on them are odd or even in number stays as it is.

use super::number;
use crate::certificate::{Certificate, Claim};
use crate::error::VerifyError;
use crate::rules::peg_solitaire::PegSolitaire;

/// A function of the holes, in reading order.
type Weights = Vec<i64>;

/// The largest weight, and the most functions: there is one for each goal at most.
const HEAVIEST: u64 = 1 << 40;
const MOST: usize = 64;

/// Checks a certificate that names functions. What was looked at, in a few words.
///
/// # Errors
/// If it does not prove what it claims.
pub(crate) fn check(
    rules: &PegSolitaire,
    certificate: &Certificate,
    guide: &str,
) -> Result<String, VerifyError> {
    if certificate.claim != Claim::Unsolvable || !certificate.line.is_empty() {
        let claim = &certificate.claim;
        return Err(VerifyError::new(format!("functions of the holes do not prove the claim {claim}")));
    }
    let (functions, are_weights) = match guide.split_once(' ') {
        Some(("weights", text)) => (read(text, weights)?, true),
        Some(("colours", text)) => (read(text, colours)?, false),
        _ => return Err(VerifyError::new(format!("{guide:?} names no functions of the holes"))),
    };
    let holes = rules.grid.len();
    for function in &functions {
        if function.len() != holes {
            return Err(VerifyError::new(format!("a function does not have the {holes} holes of the board")));
        }
        for &[from, over, to] in &rules.jumps {
            let (taken, put) = (function[from] + function[over], function[to]);
            let error = match are_weights {
                true if taken < put => "a jump raises the weight",
                false if (taken + put) % 2 == 1 => "a jump changes what is odd",
                _ => continue,
            };
            return Err(VerifyError::at(rules.grid.places[from], error));
        }
    }
    let weigh = |function: &Weights, pegs: u64| -> i64 {
        (0..).zip(function).filter(|(hole, _)| pegs >> hole & 1 == 1).map(|(_, weight)| weight).sum()
    };
    let rules_out = |function: &Weights, goal: u64| {
        let (now, then) = (weigh(function, rules.start), weigh(function, goal));
        if are_weights { now < then } else { (now + then) % 2 == 1 }
    };
    let goals = rules.goal.map_or_else(|| (0..holes).map(|hole| 1 << hole).collect(), |goal| vec![goal]);
    if !goals.iter().all(|&goal| functions.iter().any(|function| rules_out(function, goal))) {
        return Err(VerifyError::new("no function rules out a goal"));
    }
    Ok(format!("{} functions of the holes, {} jumps", functions.len(), rules.jumps.len()))
}

/// Reads functions, with commas between them.
fn read(text: &str, function: impl Fn(&str) -> Option<Weights>) -> Result<Vec<Weights>, VerifyError> {
    let functions: Option<Vec<Weights>> = text.split(", ").take(MOST + 1).map(function).collect();
    let functions = functions.filter(|functions| functions.len() <= MOST);
    functions.ok_or_else(|| VerifyError::new("the functions of the holes cannot be read"))
}

/// Zeros and ones.
fn colours(text: &str) -> Option<Weights> {
    let colour = |sign: u8| b"01".iter().position(|one| *one == sign).map(|colour| colour as i64);
    text.bytes().map(colour).collect()
}

/// Weights with blanks between them.
fn weights(text: &str) -> Option<Weights> {
    let weight = |word: &str| number(word).filter(|weight: &i64| weight.unsigned_abs() <= HEAVIEST);
    text.split(' ').map(weight).collect()
}
