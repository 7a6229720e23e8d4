//! The files of the page, embedded by the build. A program with a title of its own has it in them.

use std::borrow::Cow;
use std::sync::LazyLock;

use rust_embed::RustEmbed;
use serde_json::Value;
use sha2::{Digest, Sha256};
use tejun_puzzles::{Lang, Registry};

use super::{bundle, squeeze};

#[derive(RustEmbed)]
#[folder = "web"]
#[include = "*.html"]
#[include = "*.js"]
#[include = "*.css"]
#[include = "*.svg"]
#[include = "*.png"]
#[include = "*.ico"]
#[include = "*.webmanifest"]
#[exclude = "node_modules/*"]
#[exclude = "tests/*"]
struct Files;

/// What only the page without a server has.
pub(crate) const OFFLINE: &str = "offline/";

/// What a program calls itself.
#[derive(Clone, Default)]
pub(crate) struct ProgramTitle(Option<(String, String)>);

impl ProgramTitle {
    /// The title of a registry, and what it says about itself.
    pub fn new(registry: &Registry) -> Self {
        let text = |title: &tejun_puzzles::Title| title.text(Lang::En).unwrap_or_default().to_owned();
        let title = text(registry.title());
        ProgramTitle((!title.is_empty()).then(|| (title, text(registry.about()))))
    }
}

/// A file as the program shows it.
pub(crate) struct PageFile {
    pub data: Cow<'static, [u8]>,
    /// Its SHA-256.
    #[cfg_attr(not(feature = "serve"), expect(dead_code, reason = "only the server has a use for it"))]
    pub hash: [u8; 32],
}

/// What is made of other files.
const MADE: [&str; 2] = [SCRIPT, STYLES];
pub(super) const SCRIPT: &str = "app.js";
pub(super) const STYLES: &str = "styles.css";

/// A file that is made of others; `None` if none has this path.
fn made(path: &str) -> Option<PageFile> {
    static TEXTS: LazyLock<[String; 2]> =
        LazyLock::new(|| [bundle::script(bundle::ENTRY, text), bundle::styles(text)]);
    let text = &TEXTS[MADE.iter().position(|made| *made == path)?];
    Some(PageFile { data: text.as_bytes().into(), hash: Sha256::digest(text).into() })
}

/// The text of a file that is there.
fn text(path: &str) -> String {
    let file = Files::get(path).unwrap_or_else(|| panic!("the page has no {path}"));
    String::from_utf8(file.data.into_owned()).expect("it is a text")
}

/// The file at a path.
pub(crate) fn get(path: &str, title: &ProgramTitle) -> Option<PageFile> {
    if let Some(made) = made(path) {
        return Some(made);
    }
    let file = Files::get(path)?;
    let hash = file.metadata.sha256_hash();
    let Some((title, about)) = &title.0 else { return Some(PageFile { data: file.data, hash }) };
    let text = || std::str::from_utf8(&file.data).expect("it is a text");
    let data = match path {
        "index.html" => titled_page(text(), title, about),
        "manifest.webmanifest" => titled_manifest(text(), title, about),
        _ => return Some(PageFile { data: file.data, hash }),
    };
    Some(PageFile { hash: Sha256::digest(&data).into(), data: data.into_bytes().into() })
}

/// The file at a path as a server sends it: scripts and style sheets without what only their readers need.
#[cfg(feature = "serve")]
pub(crate) fn sent(path: &str, title: &ProgramTitle) -> Option<PageFile> {
    let file = get(path, title)?;
    let squeeze = match path.rsplit_once('.') {
        _ if MADE.contains(&path) => return Some(file),
        Some((_, "js")) => squeeze::script,
        Some((_, "css")) => squeeze::styles,
        _ => return Some(file),
    };
    let text = squeeze(std::str::from_utf8(&file.data).expect("it is a text"));
    Some(PageFile { data: text.into_bytes().into(), ..file })
}

/// The paths of all files.
pub(crate) fn paths() -> impl Iterator<Item = Cow<'static, str>> {
    Files::iter().chain(MADE.map(Cow::from))
}

fn titled_page(page: &str, title: &str, about: &str) -> String {
    let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let (title, about) = (escape(title), escape(if about.is_empty() { title } else { about }));
    let page = replace_once(page, "<title>tejun 手順</title>", &format!("<title>{title}</title>"));
    let own = "content=\"tejun finds, proves, explains and replays solutions of puzzles\"";
    let page = replace_once(&page, own, &format!("content=\"{about}\""));
    let page = replace_once(&page, "content=\"tejun 手順\"", &format!("content=\"{title}\""));
    let tagline = "content=\"Puzzles with a proof: play, and see the shortest solution\"";
    let page = replace_once(&page, tagline, &format!("content=\"{about}\""));
    let brand = "<span class=\"seal\" lang=\"ja\">手順</span><b>tejun</b>";
    let page = replace_once(&page, brand, &format!("<b>{title}</b>"));
    // What is to be seen until the script has the puzzles.
    let first = "<h1>Puzzles with a proof: play, and see the shortest solution</h1>";
    let page = replace_once(&page, first, &format!("<h1>{title}</h1>"));
    let command_line = "tejun's page needs JavaScript. The command line does not: tejun --help";
    replace_once(&page, command_line, "This page needs JavaScript.")
}

fn titled_manifest(manifest: &str, title: &str, about: &str) -> String {
    let mut manifest: Value = serde_json::from_str(manifest).expect("the manifest is JSON");
    for (key, text) in [("name", title), ("short_name", title), ("description", about)] {
        manifest[key] = text.into();
    }
    manifest.to_string()
}

/// Replaces a part of a text that occurs just once.
pub(super) fn replace_once(text: &str, part: &str, by: &str) -> String {
    assert_eq!(text.matches(part).count(), 1, "{part} occurs once");
    text.replace(part, by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_module_and_style_sheet_is_part_of_a_bundle() {
        let modules = bundle::modules(text);
        for path in Files::iter().filter(|path| path.ends_with(".js") && !path.starts_with(OFFLINE)) {
            assert!(modules.contains(&path.into_owned()));
        }
        let styles = bundle::styles(text);
        for path in Files::iter().filter(|path| path.ends_with(".css")) {
            assert!(styles.contains(&squeeze::styles(&text(&path))), "{path}");
        }
    }

    #[test]
    fn a_program_has_its_own_title() {
        let plain =
            |path| String::from_utf8(get(path, &ProgramTitle::default()).unwrap().data.to_vec()).unwrap();
        assert!(plain("index.html").contains("<title>tejun 手順</title>"));
        let registry = Registry::default().titled("Mine & <yours>".to_owned(), "all of \"them\"".to_owned());
        let own = |path| {
            let file = get(path, &ProgramTitle::new(&registry)).unwrap();
            String::from_utf8(file.data.to_vec()).unwrap()
        };
        let page = own("index.html");
        assert!(page.contains("<title>Mine &amp; &lt;yours></title>"));
        assert!(page.contains("content=\"all of &quot;them&quot;\""));
        assert!(!page.contains("手順") && !page.contains("tejun"), "{page}");
        let manifest: Value = serde_json::from_str(&own("manifest.webmanifest")).unwrap();
        assert_eq!(manifest["short_name"], "Mine & <yours>");
        assert_eq!(own("app/main.js"), plain("app/main.js"));
    }
}
