//! Builds the engine as a WebAssembly module, with Cargo.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

const TARGET: &str = "wasm32-unknown-unknown";
/// Small first, because people wait for the module on a phone; the searches still have to be quick. Their loops over tables
/// are worth their size.
const PROFILE: [&str; 6] = [
    "profile.web.inherits=\"release\"",
    "profile.web.opt-level=\"z\"",
    "profile.web.lto=\"fat\"",
    "profile.web.panic=\"abort\"",
    "profile.web.strip=\"symbols\"",
    "profile.web.package.tejun-search.opt-level=\"s\"",
];
/// Searches are up to twice as fast when more is inlined than that level allows. A threshold of 45 makes the module some
/// 22 KB larger (brotli); with 25, most searches took 12 to 18 percent longer than with 45.
const INLINE: &str = "-Cllvm-args=-inline-threshold=25";
/// What compilers of today emit, and browsers of 2022 on understand.
const FEATURES: [&str; 6] = [
    "--enable-bulk-memory",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];
/// Debian's compiler for WebAssembly, and the sources of its standard library.
const DEBIAN: [&str; 2] = ["/usr/bin/rustc", "/usr/lib/rustlib/src/rust/library"];

/// What to build: the library of a package, or one of its examples.
pub(crate) struct Source<'a> {
    /// The manifest of the package; by default that of the current directory.
    pub manifest: Option<&'a Path>,
    pub example: Option<&'a str>,
}

/// Builds the module and returns its bytes.
///
/// # Errors
/// If there is no package or no compiler, or the module does not compile; the error says what to do.
pub(crate) fn build(source: &Source) -> Result<Vec<u8>> {
    let mut cargo = Command::new("cargo");
    cargo.args([
        "rustc",
        "--quiet",
        "--crate-type=cdylib",
        "--message-format=json-render-diagnostics",
        "--profile=web",
        "--target",
        TARGET,
    ]);
    for setting in PROFILE {
        cargo.args(["--config", setting]);
    }
    if let Some(manifest) = source.manifest {
        cargo.arg("--manifest-path").arg(manifest);
    }
    match source.example {
        Some(example) => cargo.args(["--example", example]),
        None => cargo.arg("--lib"),
    };
    use_compiler(&mut cargo)?;
    let built = cargo.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
    let built = built.context("cargo cannot be started: install Rust (https://rustup.rs)")?;
    if !built.status.success() {
        bail!("the module is not built: cargo says why above");
    }
    let module = artifact(&String::from_utf8_lossy(&built.stdout)).context(
        "the package has no library that makes a module: it needs one, with tejun_wasm::export!(...)",
    )?;
    optimized(&module)
}

/// Tells Cargo which compiler to use: the one of the toolchain, if it has the target, or Debian's, whose standard library
/// is built along.
fn use_compiler(cargo: &mut Command) -> Result<()> {
    let sysroot = Command::new("rustc").args(["--print", "sysroot"]).output();
    let sysroot = sysroot.context("rustc cannot be started: install Rust (https://rustup.rs)")?.stdout;
    let sysroot = PathBuf::from(String::from_utf8_lossy(&sysroot).trim());
    // Of another directory, because this may take another compiler than other builds do.
    let mut flags = INLINE.to_owned();
    if !sysroot.join("lib/rustlib").join(TARGET).join("lib").is_dir() {
        if !DEBIAN.iter().all(|path| Path::new(path).exists()) {
            bail!(
                "there is no compiler for {TARGET}: run rustup target add {TARGET}, or install Debian's rustc-web and \
                 rust-web-src"
            );
        }
        // That takes unstable options of a stable compiler. The module is smaller without what panics have to say, which
        // nobody would hear.
        flags += " -Zlocation-detail=none -Zunstable-options -Cpanic=immediate-abort";
        let linker = walk_for(&sysroot, "rust-lld").unwrap_or_else(|| "rust-lld".into());
        cargo
            .env("RUSTC_BOOTSTRAP", "1")
            .env("RUSTC", DEBIAN[0])
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
            .args(["-Zbuild-std=std", "-Zbuild-std-features=optimize_for_size"]);
    }
    cargo.env("RUSTFLAGS", flags);
    Ok(())
}

/// The file of this name below a directory.
fn walk_for(directory: &Path, name: &str) -> Option<PathBuf> {
    let entries: Vec<PathBuf> = directory.read_dir().ok()?.flatten().map(|entry| entry.path()).collect();
    let here = entries.iter().find(|path| path.is_file() && path.file_name().is_some_and(|own| own == name));
    let below = || entries.iter().filter(|path| path.is_dir()).find_map(|path| walk_for(path, name));
    here.cloned().or_else(below)
}

/// The module among the artifacts that Cargo reports; the package's own comes last.
fn artifact(messages: &str) -> Option<PathBuf> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let files = messages.filter_map(|message| message["filenames"].as_array().cloned()).flatten();
    let paths = files.filter_map(|file| Some(PathBuf::from(file.as_str()?)));
    let is_module = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "wasm");
    paths.filter(is_module).reduce(|_, later| later)
}

/// The module, smaller if `wasm-opt` is there.
fn optimized(module: &Path) -> Result<Vec<u8>> {
    let out = module.with_extension("opt.wasm");
    // More than level 1 makes the compressed module larger, except that what is not used goes (arguments, and values that a
    // variable has already), and functions that are there twice.
    let run = Command::new("wasm-opt")
        .args(["-O1", "--dae-optimizing", "--duplicate-function-elimination", "--rse", "--vacuum"])
        .args(FEATURES)
        .arg(module)
        .arg("-o")
        .arg(&out)
        .status();
    let made = match run {
        Ok(status) if status.success() => &out,
        Ok(status) => bail!("wasm-opt failed ({status})"),
        Err(_) => {
            eprintln!("wasm-opt is not there: the module stays some percent larger (install binaryen)");
            module
        }
    };
    std::fs::read(made).with_context(|| format!("{} cannot be read", made.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_module_is_that_of_the_package() {
        let messages = r#"{"reason":"compiler-artifact","filenames":["a.rlib"]}
            {"reason":"compiler-artifact","filenames":["dep.wasm"]}
            {"reason":"compiler-artifact","filenames":["own.rlib","own.wasm"]}
            {"reason":"build-finished","success":true}
            not JSON"#;
        assert_eq!(artifact(messages), Some("own.wasm".into()));
        assert_eq!(artifact("{\"filenames\":[\"a.rlib\"]}"), None);
    }
}
