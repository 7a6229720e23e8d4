//! Writes the page as static files, which run from any path of any host that serves files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde_json::Value;
use sha2::{Digest, Sha256};
use tejun_api::limits::Resources;
use tejun_api::{Clock, Engine, searching_verbs};
use tejun_puzzles::Registry;

use super::bundle;
use super::files::{self, OFFLINE, ProgramTitle, replace_once};
use super::squeeze;

/// What the page may load. A host of static files sends no such header.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
     connect-src 'self' blob:; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";
/// The template of a file.
const WORKER: &str = "offline/service-worker.js";
/// The engine. A folder that has it is a page that was written before.
const MODULE: &str = "tejun.wasm";
/// The scripts and styles that are files of their own, besides those of the engine, which other pages may load as a module.
const LOADED: [&str; 3] = [files::SCRIPT, files::STYLES, "engine/request-error.js"];
/// The script of a worker that holds the engine.
const ENGINE_WORKER: &str = "offline/worker.js";
/// The modules of `offline/` that only a bundle imports.
const BUNDLED: [&str; 2] = ["offline/engine.js", "offline/single-file.js"];
/// The modules of `engine/` that this page has of its own, and what they export.
const OWN: [(&str, &str); 2] = [("transport.js", "events, request"), ("single-file.js", "home, pack, title")];
/// What is loaded early.
const DATA: [&str; 2] = ["library.json", MODULE];

/// Fails if a folder holds something that is no page, so that writing a page there would destroy it.
///
/// # Errors
/// See above; also if it cannot be read.
pub(crate) fn check(folder: &Path) -> Result<()> {
    let name = folder.display();
    match folder.read_dir() {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error).with_context(|| format!("{name} cannot be read")),
        Ok(mut entries) => {
            if entries.next().is_some() && !folder.join(MODULE).exists() {
                bail!("{name} holds other things than a page: name a folder that is empty or not there");
            }
            Ok(())
        }
    }
}

/// Writes the page of a registry whose engine is `module`. Returns the number of files and of bytes.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn write(registry: Registry, module: Vec<u8>, folder: &Path) -> Result<(usize, usize)> {
    let title = ProgramTitle::new(&registry);
    let text = |path: &str| {
        let file = files::get(path, &title).expect("the page has the file");
        String::from_utf8(file.data.into_owned()).expect("it is a text")
    };
    let mut site: BTreeMap<String, Vec<u8>> = files::paths()
        .filter(|path| path != WORKER)
        .map(|path| (path.to_string(), files::get(&path, &title).expect("it is there").data.into_owned()))
        .collect();
    let searches: Vec<&str> = searching_verbs().collect();
    let pool = replace_once(
        &text("offline/worker-pool.js"),
        "const SEARCHES = [];",
        &format!("const SEARCHES = {};", serde_json::json!(searches)),
    );
    let mut add = |path: &str, data: Vec<u8>| site.insert(path.to_owned(), data);
    add("offline/worker-pool.js", pool.into_bytes());
    for (path, exports) in OWN {
        let text = format!("export {{ {exports} }} from \"../{OFFLINE}{path}\";\n");
        add(&format!("engine/{path}"), text.into_bytes());
    }
    add("index.html", page(&text("index.html")).into_bytes());
    add("library.json", library(registry)?.into_bytes());
    add(MODULE, module);
    let read = |path: &str| String::from_utf8(site[path].clone()).expect("it is a text");
    let script = bundle::script(bundle::ENTRY, read);
    // A single file has no folder that a worker could import from.
    let engine_worker = bundle::script(ENGINE_WORKER, read);
    site.insert(files::SCRIPT.to_owned(), script.into_bytes());
    site.insert(ENGINE_WORKER.to_owned(), engine_worker.into_bytes());
    // What has become part of a bundle is not asked for.
    let part = |path: &str| path.ends_with(".js") || path.ends_with(".css");
    site.retain(|path, _| {
        !part(path) || LOADED.contains(&&**path) || path.starts_with(OFFLINE) && !BUNDLED.contains(&&**path)
    });
    for (_, data) in site
        .iter_mut()
        .filter(|(path, _)| path.ends_with(".js") && ![files::SCRIPT, ENGINE_WORKER].contains(&&***path))
    {
        *data = squeeze::script(std::str::from_utf8(data).expect("it is a text")).into_bytes();
    }
    let worker = squeeze::script(&worker(&text(WORKER), &site));
    site.insert("service-worker.js".to_owned(), worker.into_bytes());
    // Beside the folder first, so that a page that is there is replaced as a whole.
    let name = folder.file_name().context("this names no folder: give it a name")?;
    let partial = folder.with_file_name(format!(".{}.partial", name.display()));
    remove(&partial)?;
    for (path, data) in &site {
        let path = partial.join(path);
        let parent = path.parent().expect("it is in the folder");
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, data));
        written.with_context(|| format!("{} cannot be written", path.display()))?;
    }
    remove(folder)?;
    fs::rename(&partial, folder).with_context(|| format!("{} cannot be written", folder.display()))?;
    Ok((site.len(), site.values().map(Vec::len).sum()))
}

/// Removes a folder, if it is there.
fn remove(folder: &Path) -> Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{} cannot be replaced", folder.display()))
        }
        _ => Ok(()),
    }
}

/// The page, with what it may load and what it needs early.
fn page(index: &str) -> String {
    let charset = "<meta charset=\"utf-8\">";
    let policy = format!("{charset}\n    <meta http-equiv=\"content-security-policy\" content=\"{POLICY}\">");
    let data =
        DATA.map(|file| format!("    <link rel=\"preload\" href=\"{file}\" as=\"fetch\" crossorigin>\n"));
    let script = "    <script type=\"module\"";
    let early = data.concat() + script;
    replace_once(&replace_once(index, charset, &policy), script, &early)
}

/// The answer about the library, which never changes, without what the module lacks.
fn library(registry: Registry) -> Result<String> {
    let lacking: Vec<&str> =
        registry.families().flat_map(|family| family.info.not_in_modules).copied().collect();
    // A beginning ends with a colon.
    let matches = |lack: &str, name: &str| name == lack || lack.ends_with(':') && name.starts_with(lack);
    let lacks =
        |name: &Value| name.as_str().is_some_and(|name| lacking.iter().any(|lack| matches(lack, name)));
    let most = Resources { threads: 1, usual_bytes: 1, most_bytes: 1, most_time: Duration::MAX };
    let now = || Duration::ZERO;
    let engine = Engine::new(registry, most, None, now);
    let library = engine.library(&Clock::new(now, Duration::MAX, None));
    let library = library.map_err(|error| anyhow::anyhow!("the library: {}", error.json()))?;
    let mut library: Value = serde_json::from_str(library).expect("it is JSON");
    let list = |value: &mut Value, key: &str, name: &str| {
        value[key].as_array_mut().expect("it is a list").retain(|one| !lacks(&one[name]));
    };
    list(&mut library, "entries", "name");
    for family in library["families"].as_array_mut().expect("it is a list") {
        list(family, "short_forms", "form");
    }
    Ok(library.to_string())
}

/// The service worker, which stores these files as one version.
fn worker(template: &str, site: &BTreeMap<String, Vec<u8>>) -> String {
    let mut hash = Sha256::new();
    for (path, data) in site {
        hash.update(format!("{path}\0{}\0", data.len()));
        hash.update(data);
    }
    let version: String = hash.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect();
    let worker = replace_once(template, "const VERSION = \"\";", &format!("const VERSION = \"{version}\";"));
    let paths: Vec<&String> = site.keys().collect();
    replace_once(&worker, "const FILES = [];", &format!("const FILES = {};", serde_json::json!(paths)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_replaces_a_page_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let (site, other) = (folder.path().join("site"), folder.path().join("other"));
        check(&site).unwrap();
        let registry = || Registry::standard().titled("Mine".to_owned(), String::new());
        let (files, bytes) = write(registry(), b"module".to_vec(), &site).unwrap();
        assert!(files > 8 && bytes > 100_000, "{files} {bytes}");
        let read = |name: &str| fs::read_to_string(site.join(name)).unwrap();
        assert!(
            read("index.html").contains("content-security-policy")
                && read("index.html").contains("<title>Mine<")
        );
        assert!(read("service-worker.js").contains("\"library.json\""));
        assert!(read("library.json").contains("\"title\":{\"en\":\"Mine\""));
        assert!(
            read("library.json").contains("\"katamino:PIECES\"") && !read("library.json").contains("\"box:")
        );
        let boxes = ["\"layer_rows\"", "\"wrap\""];
        assert!(boxes.iter().all(|part| !read("library.json").contains(part)), "the module has no boxes");
        let first = read("service-worker.js");
        check(&site).unwrap();
        write(registry(), b"another".to_vec(), &site).unwrap();
        assert_ne!(read("service-worker.js"), first);
        assert_eq!(folder.path().read_dir().unwrap().count(), 1, "nothing is left beside it");
        fs::create_dir(&other).unwrap();
        fs::write(other.join("thesis.tex"), "").unwrap();
        assert!(check(&other).unwrap_err().to_string().contains("holds other things"));
        assert!(check(&other.join("thesis.tex")).is_err());
    }
}
