//! Peg solitaire: functions of the holes that show, in a line, that no jumps lead to the goal.
//!
//! *Weights* that no jump raises, a pagoda function: pegs that weigh less than the goal never get there. *Colours*, holes of
//! which each jump changes none or two: whether the pegs on them are odd or even in number stays as it is.

use crate::certificate::{Certificate, Claim};
use crate::error::VerifyError;
use crate::rules::peg_solitaire::PegSolitaire;

/// A function of the holes, in reading order.
type Weights = Vec<i64>;

/// The largest weight, and the most functions: there is one for each goal at most.
const HEAVIEST: i64 = 1 << 40;
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
        Some(("colours", text)) if text.bytes().all(|sign| b"01, ".contains(&sign)) => {
            (read(text, colours)?, false)
        }
        _ => return Err(VerifyError::new(format!("{guide:?} names no functions of the holes"))),
    };
    let holes = rules.holes();
    for function in &functions {
        if function.len() != holes {
            return Err(VerifyError::new(format!("a function does not have the {holes} holes of the board")));
        }
        for &[from, over, to] in &rules.jumps {
            let taken = function[from] + function[over];
            let is_right = if are_weights { taken >= function[to] } else { (taken + function[to]) % 2 == 0 };
            if !is_right {
                let error =
                    if are_weights { "a jump raises the weight" } else { "a jump changes what is odd" };
                return Err(VerifyError::at(rules.place(from), error));
            }
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
    let number = functions.len();
    match goals.iter().find(|&&goal| !functions.iter().any(|function| rules_out(function, goal))) {
        None => Ok(format!("{number} functions of the holes, {} jumps", rules.jumps.len())),
        Some(_) => Err(VerifyError::new("no function rules out a goal")),
    }
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
    let weight = |word: &str| {
        let weight = word.parse::<i64>().ok().filter(|weight| weight.to_string() == word);
        weight.filter(|weight| weight.abs() <= HEAVIEST)
    };
    text.split(' ').map(weight).collect()
}
