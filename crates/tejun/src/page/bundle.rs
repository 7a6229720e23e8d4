//! The modules of the page as one script, and its style sheets as one: a first visit takes as many round trips as it has
//! requests.
//!
//! Each module becomes a function that is called once, after those it imports, and returns what it exports. The modules are
//! our own, as a formatter writes them: `import` and `export` begin a line, and there are neither default exports nor
//! circles.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The style sheets, in order.
const STYLES: [&str; 9] = [
    "styles/theme.css",
    "styles/page.css",
    "styles/board.css",
    "styles/pieces.css",
    "styles/library.css",
    "styles/panel.css",
    "styles/table.css",
    "styles/editor.css",
    "styles/source.css",
];
/// The module that imports all others.
const ENTRY: &str = "app/main.js";

/// The style sheets as one; `read` returns the text at a path.
pub(super) fn styles(read: impl Fn(&str) -> String) -> String {
    STYLES.map(|path| uncommented(&read(path)).join("\n")).join("\n")
}

/// The modules as one script; `read` returns the text at a path.
///
/// # Panics
/// Panics if a module imports or exports in a form that is not known.
pub(super) fn script(read: impl Fn(&str) -> String) -> String {
    let mut bundle = Bundle { read, numbers: BTreeMap::new(), text: String::new() };
    bundle.add(ENTRY);
    bundle.text
}

struct Bundle<R> {
    read: R,
    /// The modules that are in the text, and the names of their exports.
    numbers: BTreeMap<String, String>,
    text: String,
}

impl<R: Fn(&str) -> String> Bundle<R> {
    /// Adds a module after those it imports. Returns the name of what it exports.
    fn add(&mut self, path: &str) -> String {
        if let Some(known) = self.numbers.get(path) {
            return known.clone();
        }
        let (mut body, mut exports) = (String::new(), Vec::new());
        let module = (self.read)(path);
        let mut lines = uncommented(&module).into_iter();
        while let Some(line) = lines.next() {
            let begins = |word: &str| line.starts_with(word);
            if begins("import ") || begins("export {") {
                let mut statement = line;
                while !statement.ends_with(';') {
                    statement += &lines.next().expect("a statement ends");
                }
                self.link(path, &statement, &mut body, &mut exports);
            } else if let Some(declared) = line.strip_prefix("export ") {
                exports.push(declared_name(declared));
                body = body + declared + "\n";
            } else {
                body = body + &line + "\n";
            }
        }
        // Relative to where the module was.
        let body = body.replace("import.meta.url", &format!("new URL(\"{path}\", import.meta.url)"));
        let name = format!("${}", self.numbers.len());
        let exports = exports.join(", ");
        let _ =
            writeln!(self.text, "// {path}\nconst {name} = (() => {{\n{body}return {{ {exports} }};\n}})();");
        self.numbers.insert(path.to_owned(), name.clone());
        name
    }

    /// Puts an import, or an export of what is declared elsewhere, in other words.
    fn link(&mut self, path: &str, statement: &str, body: &mut String, exports: &mut Vec<String>) {
        let statement = statement.trim_end_matches(';');
        let (what, from) = match statement.rsplit_once(" from ") {
            Some((what, from)) => (what, Some(from)),
            None => (statement, None),
        };
        let mut module = |from: &str| self.add(&resolved(path, from.trim_matches('"')));
        let names = |what: &str| {
            let list = what.split_once('{').and_then(|(_, list)| list.rsplit_once('}')).expect("a list").0;
            list.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
        };
        let words: Vec<&str> = what.split_whitespace().collect();
        match (&words[..], from) {
            (["import", from], None) => {
                module(from);
                return;
            }
            (["import", "*", "as", name], Some(from)) => {
                let _ = writeln!(body, "const {name} = {};", module(from));
                return;
            }
            _ => {}
        }
        let bound: Vec<String> = names(what);
        if let Some(from) = from {
            let list: Vec<String> = bound.iter().map(|name| name.replace(" as ", ": ")).collect();
            let _ = writeln!(body, "const {{ {} }} = {};", list.join(", "), module(from));
        }
        if words[0] == "export" {
            exports.extend(bound);
        }
    }
}

/// The lines of a module or a style sheet without comments and indentation, which are a quarter of what would be sent.
/// Comments after code stay: the formatter gives those that matter to nobody else a line of their own. No text goes over
/// several lines.
fn uncommented(module: &str) -> Vec<String> {
    let mut inside = false;
    let code = |line: &'_ &str| !line.trim().is_empty();
    let kept = module.lines().filter_map(|line| {
        let trimmed = line.trim_start();
        if inside {
            let (_, after) = line.split_once("*/")?;
            inside = false;
            return Some(after).filter(code);
        }
        match trimmed.strip_prefix("/*") {
            Some(comment) if comment.ends_with("*/") => None,
            Some(comment) if !comment.contains("*/") => {
                inside = true;
                None
            }
            _ if trimmed.starts_with("//") => None,
            _ => Some(line),
        }
    });
    kept.map(|line| untyped(line.trim())).collect()
}

/// A line without the types of expressions within it.
fn untyped(line: &str) -> String {
    let mut parts = line.split("/** @");
    let mut code = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, after) = part.split_once("*/").expect("a comment ends");
        code += after.strip_prefix(' ').unwrap_or(after);
    }
    code
}

/// The name in a declaration, such as `async function name(`.
fn declared_name(declared: &str) -> String {
    let mut words = declared.split([' ', '(', '{', '=', ';', '*']).filter(|word| !word.is_empty());
    let name = words.find(|word| !["const", "let", "function", "async", "class"].contains(word));
    name.expect("a declaration has a name").to_owned()
}

/// The path of what a module imports.
fn resolved(path: &str, from: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    for part in from.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_on_lines_of_their_own_are_left_out() {
        let module = "// One.\n/** Two. */\n/**\n * Three\n */\nuse(a); // four\n  /** @type {A} */ (a).b();\n\
            const c = /** @type {C} */ (d);\n/** @type {\n E} */ (e).f();\n";
        assert_eq!(uncommented(module), ["use(a); // four", "(a).b();", "const c = (d);", "(e).f();"]);
    }

    #[test]
    fn a_module_comes_after_those_it_imports() {
        let read = |path: &str| match path {
            "app/main.js" => {
                "import { a, b as c } from \"../lib/x.js\";\nimport * as y from \"../lib/y.js\";\nimport {\n  \
                 long,\n} from \"./z.js\";\nuse(a, c, y, long);\n"
            }
            "lib/x.js" => "export const a = 1;\nexport async function b() {}\nconst own = 2;\n",
            "lib/y.js" => "import \"./x.js\";\nexport { a } from \"./x.js\";\nexport class Y {}\n",
            "app/z.js" => "const long = new URL(\"w.js\", import.meta.url);\nexport { long };\n",
            other => panic!("{other}"),
        };
        let script = script(|path| read(path).to_owned());
        let expected = "// lib/x.js\nconst $0 = (() => {\nconst a = 1;\nasync function b() {}\nconst own = 2;\n\
            return { a, b };\n})();\n// lib/y.js\nconst $1 = (() => {\nconst { a } = $0;\nclass Y {}\n\
            return { a, Y };\n})();\n// app/z.js\nconst $2 = (() => {\n\
            const long = new URL(\"w.js\", new URL(\"app/z.js\", import.meta.url));\nreturn { long };\n})();\n\
            // app/main.js\nconst $3 = (() => {\nconst { a, b: c } = $0;\nconst y = $1;\nconst { long } = $2;\n\
            use(a, c, y, long);\nreturn {  };\n})();\n";
        assert_eq!(script, expected);
    }
}
