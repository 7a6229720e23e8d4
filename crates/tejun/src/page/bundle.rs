//! The modules of the page as one script, and its style sheets as one: a first visit takes as many round trips as it has
//! requests.
//!
//! Each module becomes a function that is called once, after those it imports, and returns what it exports. The modules are
//! our own, as a formatter writes them: `import` and `export` begin a line, and there are neither default exports nor
//! circles.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::squeeze;

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
pub(super) const ENTRY: &str = "app/main.js";

/// The style sheets as one; `read` returns the text at a path.
pub(super) fn styles(read: impl Fn(&str) -> String) -> String {
    squeeze::styles(&STYLES.map(read).join("\n"))
}

/// A module and all that it imports as one script; `read` returns the text at a path.
///
/// # Panics
/// Panics if a module imports or exports in a form that is not known.
pub(super) fn script(entry: &str, read: impl Fn(&str) -> String) -> String {
    bundled(entry, read).text
}

/// The paths of the modules that are in the script of the page.
#[cfg(test)]
pub(super) fn modules(read: impl Fn(&str) -> String) -> Vec<String> {
    bundled(ENTRY, read).numbers.into_keys().collect()
}

fn bundled<R: Fn(&str) -> String>(entry: &str, read: R) -> Bundle<R> {
    let mut bundle = Bundle { read, numbers: BTreeMap::new(), text: String::new() };
    bundle.add(entry);
    bundle
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
        let mut lines = module.lines();
        while let Some(line) = lines.next() {
            let begins = |word: &str| line.starts_with(word);
            if begins("import ") || begins("export {") {
                let mut statement = line.to_owned();
                while !statement.ends_with(';') {
                    statement += lines.next().expect("a statement ends");
                }
                self.link(path, &statement, &mut body, &mut exports);
            } else if let Some(declared) = line.strip_prefix("export ") {
                exports.push(declared_name(declared));
                body = body + declared + "\n";
            } else {
                body = body + line + "\n";
            }
        }
        // Relative to where the module was.
        let body = body.replace("import.meta.url", &format!("new URL(\"{path}\", import.meta.url)"));
        let name = format!("${}", self.numbers.len());
        let exports = exports.join(",");
        let _ =
            writeln!(self.text, "const {name}=(()=>{{{}return{{{exports}}}}})();", squeeze::script(&body));
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
        let script = script(ENTRY, |path| read(path).to_owned());
        let expected = "const $0=(()=>{const a=1;async function b(){}const own=2;return{a,b}})();\n\
            const $1=(()=>{const{a}=$0;class Y{}return{a,Y}})();\n\
            const $2=(()=>{const long=new URL(\"w.js\",new URL(\"app/z.js\",import.meta.url));return{long}})();\n\
            const $3=(()=>{const{a,b:c}=$0;const y=$1;const{long}=$2;use(a,c,y,long);return{}})();\n";
        assert_eq!(script, expected);
    }
}
