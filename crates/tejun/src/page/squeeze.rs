//! Scripts and style sheets without what only their readers need: comments, and space that separates nothing.
//!
//! They are our own, as a formatter writes them: each statement of a script ends with a semicolon or a brace, so a line
//! break means no more than a space; and no regular expression follows a closing brace or parenthesis.

/// Words after which a `/` begins a regular expression.
const BEFORE_REGEX: [&str; 9] = ["return", "typeof", "case", "in", "of", "else", "await", "yield", "throw"];

/// A script without comments and needless space.
pub(super) fn script(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    let (mut at, mut apart) = (0, false);
    while at < text.len() {
        let end = token(text, at, regex_may_follow(&squeezed));
        let token = &text[at..end];
        at = end;
        if token.trim().is_empty() || token.starts_with("//") || token.starts_with("/*") {
            apart = true;
            continue;
        }
        if let (true, Some(last), Some(next)) = (apart, squeezed.bytes().last(), token.bytes().next()) {
            let joins = last == next && b"+-/".contains(&last);
            if joins || is_word(last) && is_word(next) {
                squeezed.push(' ');
            }
        }
        squeezed += token;
        apart = false;
    }
    squeezed
}

/// A style sheet without comments and needless space.
pub(super) fn styles(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        squeezed += before;
        rest = after.split_once("*/").map_or("", |(_, after)| after);
    }
    squeezed += rest;
    let lines: Vec<&str> = squeezed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let mut joined = lines.join("\n").replace(" {", "{").replace(": ", ":");
    for end in ["{", "}", ";", ","] {
        joined = joined.replace(&format!("{end}\n"), end);
    }
    joined.replace(";}", "}")
}

const fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$') || !byte.is_ascii()
}

/// Whether a `/` after this text begins a regular expression; else it divides.
fn regex_may_follow(text: &str) -> bool {
    let Some(last) = text.bytes().last() else { return true };
    if !is_word(last) {
        return !b")]}\"'`/".contains(&last);
    }
    let word = text.rsplit(|c: char| !c.is_ascii() || !is_word(c as u8)).next();
    word.is_some_and(|word| BEFORE_REGEX.contains(&word))
}

/// Where the token that begins at `at` ends: space, a comment, a literal, a word or a sign.
fn token(text: &str, at: usize, regex: bool) -> usize {
    let rest = &text.as_bytes()[at..];
    let span = |is: fn(u8) -> bool| rest.iter().position(|&byte| !is(byte)).unwrap_or(rest.len());
    let to = |end: &str| text[at..].find(end).map_or(rest.len(), |found| found + end.len());
    at + match rest[0] {
        b'/' if rest.starts_with(b"//") => to("\n"),
        b'/' if rest.starts_with(b"/*") => to("*/"),
        b'/' if regex => literal(rest, b'/'),
        quote @ (b'"' | b'\'') => literal(rest, quote),
        b'`' => template(text, at) - at,
        byte if byte.is_ascii_whitespace() => span(|byte| byte.is_ascii_whitespace()),
        byte if is_word(byte) => span(is_word),
        _ => 1,
    }
}

/// The length of a literal up to this byte; in a regular expression, a class may hold it.
fn literal(text: &[u8], end: u8) -> usize {
    let (mut at, mut class) = (1, false);
    while at < text.len() && (class || text[at] != end) {
        match text[at] {
            b'\\' => at += 1,
            b'[' if end == b'/' => class = true,
            b']' => class = false,
            _ => {}
        }
        at += 1;
    }
    text.len().min(at + 1)
}

/// Where the template ends that begins at `at`.
fn template(text: &str, mut at: usize) -> usize {
    at += 1;
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'`', ..] => return at + 1,
            [b'\\', ..] => at += 2,
            [b'$', b'{', ..] => at = substitution(text, at + 2),
            _ => at += 1,
        }
    }
    text.len()
}

/// Where the code of a template ends that begins at `at`, with its brace.
fn substitution(text: &str, mut at: usize) -> usize {
    let (begin, mut open) = (at, 1);
    while at < text.len() && open > 0 {
        match text.as_bytes()[at] {
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        at = token(text, at, regex_may_follow(text[begin..at].trim_end()));
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_needless_space_are_left_out_of_scripts() {
        for (written, squeezed) in [
            ("// One.\nconst  a = 1; /* two */\nlet b;\n", "const a=1;let b;"),
            ("/** @type {A} */ (a).b();\n", "(a).b();"),
            ("a = b / c; // d / e\nf / g;", "a=b/c;f/g;"),
            (
                "return /[/\"] x/u.test(a) ? 'b  c' : \"d // e\";",
                "return/[/\"] x/u.test(a)?'b  c':\"d // e\";",
            ),
            ("a = [/ \"/, / '/];", "a=[/ \"/,/ '/];"),
            ("x = `a  ${ b + `c ${\"}\"} // d` } // e`;", "x=`a  ${ b + `c ${\"}\"} // d` } // e`;"),
            ("x = `${a.replace(/[`}]/g, \"\")}  b`;  y", "x=`${a.replace(/[`}]/g, \"\")}  b`;y"),
            ("a + +b - -c + d;", "a+ +b- -c+d;"),
            ("名 = 前 in 物;", "名=前 in 物;"),
            ("class A {\n  static #b = 1;\n  async *c() {}\n}\n", "class A{static#b=1;async*c(){}}"),
        ] {
            assert_eq!(script(written), squeezed);
        }
    }

    #[test]
    fn comments_and_needless_space_are_left_out_of_styles() {
        let written =
            "/* One. */\na,\nb :hover {\n  color: red;\n\n  /* Two. */\n  width: calc(1px + 2%);\n}\n";
        assert_eq!(styles(written), "a,b :hover{color:red;width:calc(1px + 2%)}");
    }
}
