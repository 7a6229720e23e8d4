//! The file of a certificate: a head of text, which anybody can read, then evidence in bytes, then a digest of all.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::str::FromStr;

use crate::error::VerifyError;
use crate::limits::Limits;
use crate::sha256::{self, Digest};

/// What a certificate begins with.
const MAGIC: &str = "tejun certificate 1\n";

/// Most bytes of a certificate.
const MOST: u64 = 1 << 32;
/// Most bytes of an instance: it may take twice as many as its file, which has at most 1 MiB.
const MOST_STATEMENT: u64 = 2 << 20;
/// Most bytes of a line: no solution has a million moves.
const MOST_LINE: u64 = 16 << 20;
/// Most bytes of a field, its name and line feed included. The longest is that of a digest.
const MOST_FIELD: u64 = 256;
/// Bytes read at a time of what is only looked at.
const PART: usize = 64 << 10;

/// Opens the file of a certificate. Returns its length, too.
///
/// # Errors
/// If it cannot be read, or is too long for a certificate. If it is no regular file: a pipe may never be opened by anybody
/// else, and a device never end.
pub fn open_file(path: &Path) -> io::Result<(File, u64)> {
    let known = std::fs::metadata(path)?;
    if !known.is_file() {
        return Err(io::Error::other("it is no regular file"));
    }
    if known.len() >= MOST {
        return Err(io::Error::other("it is longer than any certificate"));
    }
    Ok((File::open(path)?, known.len()))
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

    /// Reads a file that is in memory.
    ///
    /// # Errors
    /// If it is no certificate, or damaged. What it claims is not looked at.
    pub fn read(bytes: &[u8]) -> Result<Certificate, VerifyError> {
        Certificate::read_from(&mut Cursor::new(bytes), bytes.len() as u64, &Limits::threads(1))
    }

    /// Reads a file of so many bytes. All that can be wrong with it is looked at before there is memory for its evidence.
    ///
    /// # Errors
    /// If it is no certificate, or damaged. If the limits end that. What it claims is not looked at.
    pub fn read_from(
        source: &mut (impl Read + Seek),
        length: u64,
        limits: &Limits,
    ) -> Result<Certificate, VerifyError> {
        let mut reader =
            Reader { source: BufReader::new(source), at: 0, length, digest: Digest::default(), limits };
        if length < MAGIC.len() as u64 || reader.bytes(MAGIC.len() as u64)? != MAGIC.as_bytes() {
            return Err(VerifyError::new(
                "this is no certificate: it does not begin with \"tejun certificate 1\"",
            ));
        }
        let claim = reader.field("claim")?.parse()?;
        let instance = reader.field("instance")?;
        let statement = reader.text("statement", "the instance", MOST_STATEMENT)?;
        let line = reader.text("line", "the line", MOST_LINE)?;
        reader.end_of_line()?;
        let evidence = reader.block_length("evidence")?;
        limits.hold(evidence)?;
        let begin = reader.at;
        // The line feed before the digest is not covered: it has but one value.
        let end = begin + evidence;
        let covered = std::mem::take(&mut reader.digest);
        reader.seek(end)?;
        reader.end_of_line()?;
        let digest = reader.field("sha256")?;
        let is_at_end = reader.at == length;
        (reader.digest, reader.at) = (covered, begin);
        reader.seek(begin)?;
        reader.pass(evidence)?;
        if std::mem::take(&mut reader.digest).hex() != digest {
            return Err(VerifyError::new("the file is damaged: its digest is another one"));
        }
        if !is_at_end {
            return Err(VerifyError::new("the file goes on after its end"));
        }
        if sha256::hex(statement.as_bytes()) != instance {
            return Err(VerifyError::new("the digest of the instance is another one"));
        }
        // If somebody writes to the file meanwhile, the rules will still tell what is no proof.
        reader.seek(begin)?;
        let evidence = reader.unhashed(evidence)?;
        Ok(Certificate { claim, statement, line, evidence })
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

struct Reader<'a, S> {
    source: BufReader<&'a mut S>,
    at: u64,
    length: u64,
    /// Of what was read.
    digest: Digest,
    limits: &'a Limits,
}

impl<S: Read + Seek> Reader<'_, S> {
    fn damaged(&self) -> VerifyError {
        VerifyError::new(format!("the file is damaged, or cut off: byte {}", self.at))
    }

    /// What was known to be there and cannot be read.
    fn unread(error: &io::Error) -> VerifyError {
        VerifyError::new(format!("the file cannot be read: {error}"))
    }

    fn seek(&mut self, to: u64) -> Result<(), VerifyError> {
        self.at = to;
        self.source.seek(SeekFrom::Start(to)).map(drop).map_err(|error| Self::unread(&error))
    }

    /// The next bytes, of which there are so many.
    fn bytes(&mut self, length: u64) -> Result<Vec<u8>, VerifyError> {
        let bytes = self.unhashed(length)?;
        self.digest.update(&bytes);
        Ok(bytes)
    }

    fn unhashed(&mut self, length: u64) -> Result<Vec<u8>, VerifyError> {
        let size = usize::try_from(length).map_err(|_| VerifyError::out_of_memory())?;
        let mut bytes = Vec::new();
        bytes.try_reserve_exact(size).map_err(|_| VerifyError::out_of_memory())?;
        while bytes.len() < size {
            self.limits.check()?;
            let (begin, part) = (bytes.len(), (size - bytes.len()).min(PART));
            bytes.resize(begin + part, 0);
            self.source.read_exact(&mut bytes[begin..]).map_err(|error| Self::unread(&error))?;
        }
        self.at += length;
        Ok(bytes)
    }

    /// Reads so many bytes for their digest alone.
    fn pass(&mut self, length: u64) -> Result<(), VerifyError> {
        let mut left = length;
        while left > 0 {
            left -= self.bytes(left.min(PART as u64))?.len() as u64;
        }
        Ok(())
    }

    fn end_of_line(&mut self) -> Result<(), VerifyError> {
        let damaged = self.damaged();
        if self.at < self.length && self.bytes(1)? == b"\n" { Ok(()) } else { Err(damaged) }
    }

    /// The rest of a line that begins with `name`.
    fn field(&mut self, name: &str) -> Result<String, VerifyError> {
        let mut line = Vec::new();
        let most = MOST_FIELD.min(self.length - self.at);
        let read = self.source.by_ref().take(most).read_until(b'\n', &mut line);
        read.map_err(|error| Self::unread(&error))?;
        let text = std::str::from_utf8(&line).ok().and_then(|line| line.strip_suffix('\n'));
        let value = text.and_then(|line| line.strip_prefix(name)?.strip_prefix(' '));
        let value = value.ok_or_else(|| self.damaged())?.to_owned();
        self.digest.update(&line);
        self.at += line.len() as u64;
        Ok(value)
    }

    /// The number of bytes after a line that says so.
    fn block_length(&mut self, name: &str) -> Result<u64, VerifyError> {
        let number = self.field(name)?;
        let length: u64 = number.parse().map_err(|_| self.damaged())?;
        if length.to_string() != number || length > self.length - self.at {
            return Err(self.damaged());
        }
        Ok(length)
    }

    fn text(&mut self, name: &str, what: &str, most: u64) -> Result<String, VerifyError> {
        let length = self.block_length(name)?;
        if length > most {
            return Err(VerifyError::new(format!("{what} is longer than {most} bytes")));
        }
        self.limits.hold(length)?;
        let text = String::from_utf8(self.bytes(length)?).map_err(|_| self.damaged())?;
        if text.contains(is_hidden) {
            return Err(VerifyError::new(format!("the {name} has characters that cannot be seen")));
        }
        Ok(text)
    }
}
