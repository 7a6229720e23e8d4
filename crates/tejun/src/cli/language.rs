//! The language of what is printed.

use tejun_puzzles::Lang;

/// The variables that name the language, the strongest first.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of this code, such as `ja` or `zh_CN.UTF-8`; `None` if it is none of those that tejun speaks.
fn of_code(code: &str) -> Option<Lang> {
    match code.split(['_', '-', '.', '@']).next()? {
        "en" => Some(Lang::En),
        "ja" => Some(Lang::Ja),
        "zh" => Some(Lang::Zh),
        _ => None,
    }
}

/// Reads the value of `--lang`.
///
/// # Errors
/// If it names no language that tejun speaks.
pub(super) fn parse(code: &str) -> Result<Lang, String> {
    of_code(code).ok_or_else(|| "write en, ja or zh".to_owned())
}

/// The value of `--lang` for a language.
#[cfg(feature = "cluster")]
pub(super) fn code(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "en",
        Lang::Ja => "ja",
        Lang::Zh => "zh",
    }
}

/// The language of the environment; English if it names another one, or none.
pub(super) fn of_environment() -> Lang {
    let named =
        VARIABLES.into_iter().filter_map(|name| std::env::var(name).ok()).find(|code| !code.is_empty());
    named.and_then(|code| of_code(&code)).unwrap_or_default()
}

/// What a metric counts, in a language that has no plurals; `None` in English, or if tejun does not know the metric.
pub(super) fn unit(metric: &str, lang: Lang) -> Option<&'static str> {
    Some(match (lang, metric) {
        (Lang::Ja, "moves") => "手",
        (Lang::Ja, "slides" | "jumps" | "taps") => "回",
        (Lang::Ja, "steps") => "マス",
        (Lang::Ja, "pieces") => "ピース",
        (Lang::Ja, "pushes") => "プッシュ",
        (Lang::Zh, "moves") => "步",
        (Lang::Zh, "slides" | "taps") => "次",
        (Lang::Zh, "steps") => "格",
        (Lang::Zh, "pieces") => "块",
        (Lang::Zh, "jumps") => "跳",
        (Lang::Zh, "pushes") => "推",
        _ => return None,
    })
}

/// A number of what a metric counts, such as `81 moves`.
pub(super) fn count(number: i64, metric: &str, lang: Lang) -> String {
    let english = || if number == 1 { singular(metric) } else { metric };
    format!("{number} {}", unit(metric, lang).unwrap_or_else(english))
}

/// The singular of an English plural in -s or -es.
fn singular(plural: &str) -> &str {
    let hisses = |word: &&str| ["ss", "sh", "ch", "x"].iter().any(|ending| word.ends_with(ending));
    let without = plural.strip_suffix("es").filter(hisses).or_else(|| plural.strip_suffix('s'));
    without.unwrap_or(plural)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_environments_name_languages() {
        for (code, lang) in [
            ("ja", Some(Lang::Ja)),
            ("ja_JP.UTF-8", Some(Lang::Ja)),
            ("zh_TW", Some(Lang::Zh)),
            ("zh-Hans", Some(Lang::Zh)),
            ("en_GB@euro", Some(Lang::En)),
            ("C.UTF-8", None),
            ("jam", None),
            ("", None),
        ] {
            assert_eq!(of_code(code), lang, "{code}");
        }
    }

    #[test]
    fn units_are_counted_in_each_language() {
        let counted = [Lang::En, Lang::Ja, Lang::Zh].map(|lang| count(1, "pushes", lang));
        assert_eq!(counted, ["1 push", "1 プッシュ", "1 推"]);
        assert_eq!(count(2, "wishes", Lang::Ja), "2 wishes");
    }

    #[test]
    fn one_is_singular() {
        for (metric, one) in
            [("moves", "move"), ("pushes", "push"), ("matches", "match"), ("boxes", "box"), ("steps", "step")]
        {
            assert_eq!(
                (count(1, metric, Lang::En), count(2, metric, Lang::En)),
                (format!("1 {one}"), format!("2 {metric}"))
            );
        }
        assert_eq!(count(1, "sheep", Lang::En), "1 sheep");
    }
}
