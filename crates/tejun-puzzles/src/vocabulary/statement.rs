//! The keys of a puzzle as a certificate states them: in order, each value in one spelling.

use std::fmt::Write;

use toml::Value;

/// The text: the key `puzzle`, then those of the family. What people read of an instance, such as its title, is not part
/// of it.
pub(crate) fn statement(puzzle: &str, keys: &toml::Table) -> String {
    let mut text = format!("puzzle = {}\n", value(&Value::String(puzzle.to_owned())));
    let mut sorted: Vec<(&String, &Value)> = keys.iter().collect();
    sorted.sort_unstable_by_key(|(key, _)| *key);
    for (key, of) in sorted {
        let _ = writeln!(text, "{} = {}", name(key), value(of));
    }
    text
}

fn name(key: &str) -> String {
    let bare = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if bare { key.to_owned() } else { quoted(key) }
}

fn value(of: &Value) -> String {
    match of {
        // The end of a line has one spelling.
        Value::String(text) if text.contains("\r\n") => value(&Value::String(text.replace("\r\n", "\n"))),
        Value::String(text) if text.contains('\n') && !text.contains("'''") && !text.ends_with('\'') => {
            format!("'''\n{text}'''")
        }
        Value::String(text) => quoted(text),
        Value::Array(values) => format!("[{}]", values.iter().map(value).collect::<Vec<_>>().join(", ")),
        Value::Table(table) => {
            let mut sorted: Vec<(&String, &Value)> = table.iter().collect();
            sorted.sort_unstable_by_key(|(key, _)| *key);
            let pairs = sorted.into_iter().map(|(key, of)| format!("{} = {}", name(key), value(of)));
            format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// A text in quotation marks. Only what the reader of a certificate would misread is escaped.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
