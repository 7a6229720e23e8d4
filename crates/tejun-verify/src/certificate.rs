//! The file of a certificate: a head of text, which anybody can read, then evidence in bytes, then a digest of all.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::str::FromStr;

use crate::error::VerifyError;
use crate::sha256;

/// What a certificate begins with.
const MAGIC: &str = "tejun certificate 1\n";

/// Most bytes of a certificate.
const MOST: u64 = 1 << 32;
/// Most bytes of an instance: it may take twice as many as its file, which has at most 1 MiB.
const MOST_STATEMENT: usize = 2 << 20;

/// Reads the bytes of a certificate from a file.
///
/// # Errors
/// If it cannot be read, or is too long for a certificate. If it is no regular file: a pipe may never be opened by anybody
/// else, and a device never end.
pub fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    let mut bytes = Vec::new();
    if File::open(path)?.take(MOST).read_to_end(&mut bytes)? as u64 == MOST {
        return Err(io::Error::other("it is longer than any certificate"));
    }
    Ok(bytes)
}

/// What is claimed of an instance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// The line of the certificate solves it, and none that solves it costs less than this.
    Optimal(u64),
    /// No line solves it.
    Unsolvable,
    /// So many positions can be reached, those that the symmetry of the board makes equal counted once.
    Reachable(u64),
    /// It has so many solutions, and so many if mirror images and turns of the board count.
    Solutions {
        /// Mirror images and turns counted once.
        different: u64,
        /// All.
        all: u64,
    },
    /// The line of the certificate scores so much, and none scores more.
    Score(i64),
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Claim::Optimal(cost) => write!(f, "optimal {cost}"),
            Claim::Unsolvable => f.write_str("unsolvable"),
            Claim::Reachable(positions) => write!(f, "reachable {positions}"),
            Claim::Solutions { different, all } => write!(f, "solutions {different} of {all}"),
            Claim::Score(score) => write!(f, "score {score}"),
        }
    }
}

impl FromStr for Claim {
    type Err = VerifyError;

    fn from_str(text: &str) -> Result<Claim, VerifyError> {
        let words: Vec<&str> = text.split(' ').collect();
        let number = |word: &str| word.parse().ok();
        let claim = match words[..] {
            ["optimal", cost] => number(cost).map(Claim::Optimal),
            ["unsolvable"] => Some(Claim::Unsolvable),
            ["reachable", positions] => number(positions).map(Claim::Reachable),
            ["solutions", different, "of", all] => {
                number(different).zip(number(all)).map(|(different, all)| Claim::Solutions { different, all })
            }
            ["score", score] => score.parse().ok().map(Claim::Score),
            _ => None,
        };
        // A number has one spelling.
        claim
            .filter(|claim| claim.to_string() == text)
            .ok_or_else(|| VerifyError::new(format!("no claim: {text:?}")))
    }
}

/// A certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// What is claimed.
    pub claim: Claim,
    /// The instance, as [`Statement::read`](crate::Statement::read) reads it.
    pub statement: String,
    /// The moves of the line that the claim speaks of, separated by spaces; otherwise empty.
    pub line: String,
    /// What proves the claim, in the form that belongs to the claim and the puzzle.
    pub evidence: Vec<u8>,
}

impl Certificate {
    /// The digest that names the instance.
    pub fn instance(&self) -> String {
        sha256::hex(self.statement.as_bytes())
    }

    /// The file.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.as_bytes().to_vec();
        let (statement, line) = (&self.statement, &self.line);
        bytes.extend(format!("claim {}\ninstance {}\n", self.claim, self.instance()).bytes());
        bytes.extend(
            format!("statement {}\n{statement}line {}\n{line}\n", statement.len(), line.len()).bytes(),
        );
        bytes.extend(format!("evidence {}\n", self.evidence.len()).bytes());
        bytes.extend(&self.evidence);
        bytes.extend(format!("\nsha256 {}\n", sha256::hex(&bytes)).bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it is no certificate, or damaged. What it claims is not looked at.
    pub fn read(bytes: &[u8]) -> Result<Certificate, VerifyError> {
        let mut reader = Reader { rest: bytes, all: bytes };
        if !bytes.starts_with(MAGIC.as_bytes()) {
            return Err(VerifyError::new(
                "this is no certificate: it does not begin with \"tejun certificate 1\"",
            ));
        }
        reader.rest = &bytes[MAGIC.len()..];
        let claim = reader.field("claim")?.parse()?;
        let instance = reader.field("instance")?.to_owned();
        let statement = reader.text("statement")?;
        if statement.len() > MOST_STATEMENT {
            return Err(VerifyError::new(format!("the instance is longer than {MOST_STATEMENT} bytes")));
        }
        let line = reader.text("line")?;
        reader.end_of_line()?;
        let evidence = reader.block("evidence")?.to_vec();
        reader.end_of_line()?;
        let covered = &bytes[..bytes.len() - reader.rest.len()];
        // The line feed before the digest is not covered: it has but one value.
        let digest = sha256::hex(&covered[..covered.len() - 1]);
        if reader.field("sha256")? != digest {
            return Err(VerifyError::new("the file is damaged: its digest is another one"));
        }
        if !reader.rest.is_empty() {
            return Err(VerifyError::new("the file goes on after its end"));
        }
        let certificate = Certificate { claim, statement, line, evidence };
        if certificate.instance() != instance {
            return Err(VerifyError::new("the digest of the instance is another one"));
        }
        Ok(certificate)
    }
}

/// Whether a character gives a terminal orders, or is not seen by a reader: Unicode's Default_Ignorable_Code_Point, and more.
fn is_hidden(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
        || matches!(c, '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}')
        || matches!(c, '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}')
        // What has no ink, but is no space.
        || matches!(c, '\u{2800}' | '\u{fff9}'..='\u{fffb}' | '\u{1d159}')
        || matches!(c, '\u{fff0}'..='\u{fff8}' | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}')
        || matches!(c, '\u{e0000}'..='\u{e0fff}')
}

struct Reader<'a> {
    rest: &'a [u8],
    all: &'a [u8],
}

impl<'a> Reader<'a> {
    fn damaged(&self) -> VerifyError {
        VerifyError::new(format!(
            "the file is damaged, or cut off: byte {}",
            self.all.len() - self.rest.len()
        ))
    }

    fn end_of_line(&mut self) -> Result<(), VerifyError> {
        self.rest = self.rest.strip_prefix(b"\n").ok_or_else(|| self.damaged())?;
        Ok(())
    }

    /// The rest of a line that begins with `name`.
    fn field(&mut self, name: &str) -> Result<&'a str, VerifyError> {
        let end = self.rest.iter().position(|&byte| byte == b'\n').ok_or_else(|| self.damaged())?;
        let line = std::str::from_utf8(&self.rest[..end]).map_err(|_| self.damaged())?;
        let value =
            line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' ')).ok_or_else(|| self.damaged())?;
        self.rest = &self.rest[end + 1..];
        Ok(value)
    }

    /// The bytes after a line with their number.
    fn block(&mut self, name: &str) -> Result<&'a [u8], VerifyError> {
        let number = self.field(name)?;
        let length: usize = number.parse().map_err(|_| self.damaged())?;
        if length.to_string() != number || length > self.rest.len() {
            return Err(self.damaged());
        }
        let (block, rest) = self.rest.split_at(length);
        self.rest = rest;
        Ok(block)
    }

    fn text(&mut self, name: &str) -> Result<String, VerifyError> {
        let block = self.block(name)?;
        let text = String::from_utf8(block.to_vec()).map_err(|_| self.damaged())?;
        if text.contains(is_hidden) {
            return Err(VerifyError::new(format!("the {name} has characters that cannot be seen")));
        }
        Ok(text)
    }
}
