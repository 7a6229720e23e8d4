//! Texts as people paste them, without what mails, forums and editors put around a line. Spaces take the place of marks
//! and numbers before it: each character stays where it was.

use crate::vocabulary::input::without_mark;

/// The fewest lines that make a numbered or framed listing.
const LISTING: usize = 3;

/// Tags around code, which may have attributes.
const TAGS: [&str; 11] =
    ["<pre", "</pre", "<code", "</code", "<br", "<p", "</p", "<nowiki", "</nowiki", "[code", "[/code"];

/// Maximum length of a tag, in characters.
const MAX_TAG: usize = 200;

/// Characters as they are written in HTML.
const ENTITIES: [(&str, &str); 5] =
    [("&nbsp;", " "), ("&#35;", "#"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];

/// Returns a text with plain line ends, spaces and characters, without marks of quotation, numbers of lines, fences and
/// tags of code. Takes time linear in its length.
pub fn plain_text(text: &str) -> String {
    let text = without_mark(text).replace("\r\n", "\n").replace('\r', "\n");
    let mut lines: Vec<String> = text.split('\n').map(plain_line).collect();
    for take in [unquoted, unmarked, unnumbered, unwrapped] {
        let mut at = 0;
        while at < lines.len() {
            at += take(&mut lines[at..]).max(1);
        }
    }
    lines.join("\n")
}

/// A line without fences and tags, with plain characters.
fn plain_line(line: &str) -> String {
    if line.is_ascii() && !line.contains(['`', '~', '<', '[', '&']) {
        return line.to_owned();
    }
    if ["```", "~~~"].iter().any(|fence| line.trim_start().starts_with(fence)) {
        return String::new();
    }
    let is_space = |c: char| matches!(c, '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}');
    let is_wide = |c: char| matches!(c, '\u{ff01}'..='\u{ff5e}');
    // In words of East Asia, wide characters are meant.
    let is_unseen = |c: char| matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
    let narrows = line.chars().all(|c| c.is_ascii() || is_space(c) || is_wide(c) || is_unseen(c));
    let plain = |c: char| match c {
        c if is_unseen(c) => None,
        c if is_space(c) => Some(' '),
        c if narrows && is_wide(c) => char::from_u32(c as u32 - 0xff01 + 0x21),
        c => Some(c),
    };
    let mut line: String = line.chars().filter_map(plain).collect();
    for (entity, character) in ENTITIES {
        line = line.replace(entity, character);
    }
    without_tags(line)
}

/// A line without tags. What follows one stands below rows that follow none, so nothing takes their place.
fn without_tags(line: String) -> String {
    if !line.contains(['<', '[']) {
        return line;
    }
    let (mut plain, mut rest) = (String::with_capacity(line.len()), &line[..]);
    while let Some(begin) = rest.find(['<', '[']) {
        let (before, tag) = rest.split_at(begin);
        plain.push_str(before);
        let is_named = |name: &&str| {
            tag.get(..name.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(name))
                && tag[name.len()..].starts_with(|c: char| !c.is_alphanumeric())
        };
        let end = tag.char_indices().take(MAX_TAG).find(|(_, c)| ['>', ']'].contains(c));
        rest = match end {
            Some((end, _)) if TAGS.iter().any(is_named) => &tag[end + 1..],
            _ => {
                plain.push_str(&tag[..1]);
                &tag[1..]
            }
        };
    }
    plain + rest
}

/// Takes the marks of a quotation from the lines that begin one; returns how many.
fn unquoted(lines: &mut [String]) -> usize {
    let is_quoted = |line: &&String| line.trim_start().starts_with('>');
    let quoted = lines.iter().take_while(is_quoted).count();
    if quoted < 2 {
        return quoted;
    }
    for line in &mut lines[..quoted] {
        let marks = line.len() - line.trim_start_matches([' ', '>']).len();
        // What is indented in the quotation stays so.
        let marks = line[..marks].rfind('>').map_or(0, |last| last + 1);
        line.replace_range(..marks, &" ".repeat(marks));
    }
    quoted
}

/// The number that a line begins with, the sign after it, and how long both are.
fn number_of(line: &str) -> Option<(usize, Option<char>, usize)> {
    let begin = line.len() - line.trim_start_matches([' ', '\t']).len();
    let digits = line[begin..].bytes().take_while(u8::is_ascii_digit).count();
    let number = line[begin..begin + digits].parse().ok().filter(|_| digits < 6)?;
    let after = line[begin + digits..].chars().next();
    match after {
        Some(sign @ (':' | '.' | ')' | '|')) => Some((number, Some(sign), begin + digits + 1)),
        None | Some(' ' | '\t') => Some((number, None, begin + digits)),
        _ => None,
    }
}

/// Takes the numbers from the lines that begin a numbered listing; returns how many lines were looked at.
fn unnumbered(lines: &mut [String]) -> usize {
    let Some((first, ..)) = number_of(&lines[0]) else { return 1 };
    let numbers: Vec<_> = (first..)
        .zip(lines.iter())
        .map_while(|(number, line)| number_of(line).filter(|(found, ..)| *found == number))
        .collect();
    let rests = || lines.iter().zip(&numbers).map(|(line, (.., length))| &line[*length..]);
    let is_drawn = |rest: &str| !rest.trim().is_empty();
    // Numbers are what tiles are, and in rows of levels they say how often a character comes, which is not once.
    let is_plain = rests().all(|rest| !rest.contains(|c: char| c.is_ascii_digit()));
    let has_pair = |rest: &str| {
        rest.as_bytes().windows(2).any(|pair| pair[0] == pair[1] && !pair[0].is_ascii_whitespace())
    };
    let is_listing = first < 2 || numbers.iter().any(|(_, sign, _)| sign.is_some()) || rests().any(has_pair);
    if rests().filter(|rest| is_drawn(rest)).count() < LISTING || !is_plain || !is_listing {
        return numbers.len();
    }
    for (line, (.., length)) in lines.iter_mut().zip(&numbers) {
        // A tab after the number reaches as far in each line.
        let length = length + usize::from(line[*length..].starts_with('\t'));
        line.replace_range(..length, &" ".repeat(length));
    }
    numbers.len()
}

/// Takes what programs and tables put around rows with walls from the lines that begin some; returns how many lines were
/// looked at.
fn unwrapped(lines: &mut [String]) -> usize {
    let rows: Vec<String> =
        lines.iter().map_while(|line| row_of(line).filter(|row| row.contains('#'))).collect();
    let count = rows.len();
    if count >= LISTING {
        rows.into_iter().zip(lines).for_each(|(row, line)| *line = row);
    }
    count
}

/// The row in a line with bars at both ends or around each cell, or in quotes.
fn row_of(line: &str) -> Option<String> {
    let trimmed = line.trim();
    if let Some(inner) = trimmed.strip_prefix('|').and_then(|line| line.strip_suffix('|')) {
        let mut cells = inner.split('|').map(str::trim);
        if !inner.contains('|') {
            return Some(line.replace('|', " "));
        }
        let is_table = cells.clone().all(|cell| cell.chars().count() < 2);
        return is_table
            .then(|| cells.by_ref().map(|cell| if cell.is_empty() { " " } else { cell }).collect());
    }
    let quoted = trimmed.strip_suffix(',').unwrap_or(trimmed);
    let quote = quoted.chars().next().filter(|c| ['"', '\''].contains(c))?;
    let inner = quoted.strip_prefix(quote)?.strip_suffix(quote).filter(|inner| !inner.contains(quote))?;
    Some(inner.to_owned())
}

/// Marks that comments and lists begin each line with.
const MARKS: [&str; 4] = ["*", "-", "//", "--"];

/// Takes the mark of a list or a comment from the lines that begin one; returns how many lines were looked at.
fn unmarked(lines: &mut [String]) -> usize {
    // What the mark is drawn with may be part of a board.
    let after = |line: &str, mark: &str| {
        let begin = line.len() - line.trim_start().len();
        let rest = line[begin..].strip_prefix(mark).filter(|rest| rest.starts_with(' '))?;
        (!rest.contains(mark)).then_some(begin + mark.len())
    };
    let Some(mark) = MARKS.into_iter().find(|mark| after(&lines[0], mark).is_some()) else { return 1 };
    let ends: Vec<usize> = lines.iter().map_while(|line| after(line, mark)).collect();
    let is_whole = lines.get(ends.len()).is_none_or(|line| line.trim().is_empty());
    if ends.len() >= LISTING && is_whole {
        lines.iter_mut().zip(&ends).for_each(|(line, end)| line.replace_range(..*end, &" ".repeat(*end)));
    }
    ends.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_around_a_text_becomes_spaces() {
        for (text, plain) in [
            ("\u{feff}a\r\nb\rc", "a\nb\nc"),
            ("> #\n>  @\n> #", "  #\n   @\n  #"),
            ("> > a\n> >b", "    a\n   b"),
            ("> a\nb", "> a\nb"),
            ("1 ##\n2 #\n3 ##", "  ##\n  #\n  ##"),
            (" 9: ##\n10: #\n11: ##", "    ##\n    #\n    ##"),
            ("     7\t##\n     8\t@\n     9\t#", "       ##\n       @\n       #"),
            ("01) a.\n02) b.\n03) c.", "    a.\n    b.\n    c."),
            // Tiles, and what is counted in rows of levels.
            ("1 5 6\n2 7 8\n3 4 0", "1 5 6\n2 7 8\n3 4 0"),
            ("2 #@#\n3 #$#\n4 #.#", "2 #@#\n3 #$#\n4 #.#"),
            ("```\n#\n```", "\n#\n"),
            ("<pre class='x'>#</PRE>", "#"),
            ("&nbsp;&#35;&gt;", " #>"),
            ("＃＠　＃\u{200b}", "#@ #"),
            ("第１面", "第１面"),
            ("[code]\n#[0]\n[/code]", "\n#[0]\n"),
            ("| # | # |\n|@||\n|#|#|", "| # | # |\n|@||\n|#|#|"),
            ("| # | # |\n| # |   |\n|#|#|", "##\n# \n##"),
            ("[\n \"###\",\n \"#@#\",\n \"###\"\n]", "[\n###\n#@#\n###\n]"),
            (" * ##\n * #\n * ##", "   ##\n   #\n   ##"),
            ("- - o\n- o o\n- o o", "- - o\n- o o\n- o o"),
            ("|###|\n|#@#|\n|###|", " ### \n #@# \n ### "),
        ] {
            assert_eq!(plain_text(text), plain, "{text:?}");
            assert_eq!(plain_text(plain), plain, "{text:?}");
        }
    }
}
