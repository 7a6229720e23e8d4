//! The verbs `atlas build`, `atlas query`, `atlas hardest` and `atlas stats`.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use serde::Serialize;
use tejun_search::Outcome;

use super::file::AtlasError;
use super::layout::{Layout, Pieces, Step};
use super::lookup::{Atlas, default_path};
use super::stats::{Histogram, Tally};
use crate::klotski;
use tejun_core::{
    Call, Details, Ending, FamilyVerb, InputError, Observer, VerbAnswer, VerbOption, whole_file,
};

/// The option for the atlas file.
pub(crate) const ATLAS: VerbOption = VerbOption {
    name: "atlas",
    value: Some("FILE"),
    about: "the atlas (default: the one in the user's data directory)",
};
/// The option for a piece set.
pub(crate) const PIECES: VerbOption = VerbOption {
    name: "pieces",
    value: Some("SET"),
    about: "only layouts with these pieces besides the 2x2, such as 1h,4v,4u",
};

/// The verbs that build and query the atlas.
pub(crate) fn verbs() -> Vec<FamilyVerb> {
    vec![
        FamilyVerb {
            path: &["atlas", "build"],
            about: "find the exit distance of every layout of the 4x5 Klotski family",
            arguments: &[],
            options: &[VerbOption {
                name: "output",
                value: Some("FILE"),
                about: "where to write it (default: the user's data directory)",
            }],
            run: build,
        },
        FamilyVerb {
            path: &["atlas", "query"],
            about: "the exit distance of a layout and every best move from it",
            arguments: &["LAYOUT"],
            options: &[ATLAS],
            run: query,
        },
        FamilyVerb {
            path: &["atlas", "hardest"],
            about: "the layouts farthest from an exit, one of each mirror class",
            arguments: &[],
            options: &[PIECES, ATLAS],
            run: hardest,
        },
        FamilyVerb {
            path: &["atlas", "stats"],
            about: "how many layouts there are at each distance and of each piece set",
            arguments: &[],
            options: &[ATLAS],
            run: stats,
        },
    ]
}

impl From<AtlasError> for InputError {
    fn from(error: AtlasError) -> InputError {
        InputError::new(error.to_string())
    }
}

/// The path of the atlas: from an option, or the default.
fn place(call: &Call, option: &str) -> Result<PathBuf, InputError> {
    call.option(option).map(PathBuf::from).or_else(|| default_path(&call.means)).ok_or_else(|| {
        InputError::new(format!("there is no directory for the user's data: say where with --{option} FILE"))
    })
}

/// Opens the atlas given by a verb's options.
pub(crate) fn open(call: &Call) -> Result<Atlas, InputError> {
    Ok(Atlas::open(&place(call, "atlas")?)?)
}

/// The piece set given by a verb's options.
pub(crate) fn wanted_pieces(call: &Call, atlas: &Atlas) -> Result<Option<Pieces>, InputError> {
    let Some(pieces) = call.option("pieces").map(str::parse::<Pieces>).transpose()? else { return Ok(None) };
    if !atlas.stats().contains_key(&pieces) {
        return Err(InputError::new(format!("no layout has the pieces {pieces} besides the 2x2")));
    }
    Ok(Some(pieces))
}

fn build(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let path = place(call, "output")?;
    // Check the path before the work, not after it.
    whole_file::place(&path).map_err(|fault| AtlasError { path: path.clone(), fault: fault.into() })?;
    let atlas = match Atlas::build(&call.means.limits, call.means.threads, observer) {
        Outcome::Solved(atlas) => atlas,
        Outcome::Unsolvable => unreachable!("there are exits"),
        Outcome::Stopped(reason, _) => {
            return Ok(VerbAnswer {
                text: format!("stopped: {reason}; no atlas was written\n"),
                details: Details::new(Stopped { outcome: "stopped", reason: reason.code() }),
                ending: Ending::Stopped,
            });
        }
    };
    if let Some(directory) = path.parent().filter(|_| call.option("output").is_none()) {
        fs::create_dir_all(directory)
            .map_err(|error| InputError::new(format!("{}: {error}", directory.display())))?;
    }
    atlas.write(&path)?;
    let total = atlas.total();
    Ok(VerbAnswer {
        text: format!("{}{}\n", summary(&total), path.display()),
        details: Details::new(Built {
            outcome: "solved",
            atlas: path.display().to_string(),
            bytes: fs::metadata(&path).map_or(0, |file| file.len()),
            layouts: total.layouts.total(),
            classes: total.classes.total(),
            maximum: total.classes.maximum(),
        }),
        ending: Ending::Done,
    })
}

fn query(call: &Call, _: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let text = &call.arguments[0];
    let text = text.strip_prefix("klotski:").unwrap_or(text);
    let layout: Layout = text.parse()?;
    let atlas = open(call)?;
    let distance = atlas.distance(layout)?;
    let (rules, position) = klotski::rules(text)?;
    let write = |step: &Step| rules.carry(&mut position.clone(), step.from, step.to);
    let moves: Vec<String> = atlas.best_moves(layout)?.iter().map(write).collect();
    let histogram = &atlas.stats()[&layout.pieces()].layouts;
    let place = Place::of(distance, histogram);

    let mut text = match distance {
        Some(0) => "an exit: the 2x2 is at the bottom centre\n".to_owned(),
        Some(distance) => format!("{distance} moves to an exit; best: {}\n", moves.join(" ")),
        None => "there is no way out\n".to_owned(),
    };
    let Place { layouts, farther, same, nearer, unsolvable } = place;
    match distance {
        Some(_) => writeln!(
            text,
            "pieces {}: of {layouts} layouts {farther} are farther from an exit, {same} (with this one) as far, \
             {nearer} nearer, {unsolvable} without a way out",
            layout.pieces()
        ),
        None => writeln!(text, "pieces {}: of {layouts} layouts {unsolvable} have none", layout.pieces()),
    }
    .expect("a String takes all");
    Ok(VerbAnswer {
        text,
        details: Details::new(Queried {
            layout,
            metric: "moves",
            distance,
            best_moves: moves,
            pieces: layout.pieces(),
            place,
        }),
        ending: if distance.is_some() { Ending::Done } else { Ending::Unsolvable },
    })
}

/// How the layouts of a piece set compare with one of them.
#[derive(Serialize)]
struct Place {
    layouts: u32,
    farther: u32,
    same: u32,
    nearer: u32,
    unsolvable: u32,
}

impl Place {
    fn of(distance: Option<u8>, layouts: &Histogram) -> Place {
        let (unsolvable, all) = (layouts.unsolvable, layouts.total());
        let Some(distance) = distance.map(usize::from) else {
            let nearer = layouts.solvable_total();
            return Place { layouts: all, farther: 0, same: unsolvable, nearer, unsolvable };
        };
        Place {
            layouts: all,
            farther: layouts.solvable[distance + 1..].iter().sum(),
            same: layouts.solvable[distance],
            nearer: layouts.solvable[..distance].iter().sum(),
            unsolvable,
        }
    }
}

fn hardest(call: &Call, _: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let atlas = open(call)?;
    let pieces = wanted_pieces(call, &atlas)?;
    let maximum = match pieces {
        Some(pieces) => atlas.stats()[&pieces].classes.maximum(),
        None => atlas.total().classes.maximum(),
    };
    let mut layouts = Vec::new();
    if let Some(maximum) = maximum {
        atlas.at_distance(&(maximum..=maximum), pieces, |rank| layouts.push(atlas.ranks().layout(rank)))?;
    }
    let mut text = match maximum {
        Some(maximum) => format!("{maximum} moves to an exit, {} mirror classes:\n", layouts.len()),
        None => "no layout of this piece set has a way out\n".to_owned(),
    };
    for layout in &layouts {
        writeln!(text, "{layout}  {}", layout.pieces()).expect("a String takes all");
    }
    let layouts = layouts.into_iter().map(|layout| Found { layout, pieces: layout.pieces() }).collect();
    Ok(VerbAnswer {
        text,
        details: Details::new(Hardest { metric: "moves", pieces, distance: maximum, layouts }),
        ending: if maximum.is_some() { Ending::Done } else { Ending::Unsolvable },
    })
}

fn summary(total: &Tally) -> String {
    format!(
        "{} of {} layouts ({} of {} mirror classes) have a way out, of {} moves at most\n",
        total.layouts.solvable_total(),
        total.layouts.total(),
        total.classes.solvable_total(),
        total.classes.total(),
        total.classes.maximum().unwrap_or(0),
    )
}

fn stats(call: &Call, _: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let atlas = open(call)?;
    let total = atlas.total();
    let mut text = summary(&total);
    text.push_str("\nmoves   layouts   classes\n");
    let distances = || total.layouts.solvable.iter().zip(&total.classes.solvable).enumerate();
    for (distance, (layouts, classes)) in distances() {
        writeln!(text, "{distance:5} {layouts:9} {classes:9}").expect("a String takes all");
    }
    let Tally { layouts, classes } = &total;
    writeln!(text, " none {:9} {:9}", layouts.unsolvable, classes.unsolvable).expect("a String takes all");
    text.push_str("\npieces      layouts  solvable   classes  solvable  maximum\n");
    for (pieces, tally) in atlas.stats() {
        let maximum = tally.classes.maximum().map_or("-".to_owned(), |maximum| maximum.to_string());
        writeln!(
            text,
            "{:9} {:9} {:9} {:9} {:9} {maximum:>8}",
            pieces.to_string(),
            tally.layouts.total(),
            tally.layouts.solvable_total(),
            tally.classes.total(),
            tally.classes.solvable_total(),
        )
        .expect("a String takes all");
    }
    let per_distance = distances()
        .map(|(distance, (&layouts, &classes))| AtDistance { distance, layouts, classes })
        .collect();
    let of_set = |(&pieces, tally): (&Pieces, &Tally)| OfSet { pieces, numbers: Numbers::of(tally) };
    let per_piece_set = atlas.stats().iter().map(of_set).collect();
    let numbers = Numbers::of(&total);
    let details = Details::new(Counts { numbers, metric: "moves", per_distance, per_piece_set });
    Ok(VerbAnswer { text, details, ending: Ending::Done })
}

// What programs get.

#[derive(Serialize)]
struct Stopped {
    outcome: &'static str,
    reason: &'static str,
}

#[derive(Serialize)]
struct Built {
    outcome: &'static str,
    atlas: String,
    bytes: u64,
    layouts: u32,
    classes: u32,
    maximum: Option<u8>,
}

#[derive(Serialize)]
struct Queried {
    layout: Layout,
    metric: &'static str,
    distance: Option<u8>,
    best_moves: Vec<String>,
    pieces: Pieces,
    place: Place,
}

#[derive(Serialize)]
struct Hardest {
    metric: &'static str,
    pieces: Option<Pieces>,
    distance: Option<u8>,
    layouts: Vec<Found>,
}

#[derive(Serialize)]
struct Found {
    layout: Layout,
    pieces: Pieces,
}

#[derive(Serialize)]
struct Counts {
    #[serde(flatten)]
    numbers: Numbers,
    metric: &'static str,
    per_distance: Vec<AtDistance>,
    per_piece_set: Vec<OfSet>,
}

#[derive(Serialize)]
struct AtDistance {
    distance: usize,
    layouts: u32,
    classes: u32,
}

#[derive(Serialize)]
struct OfSet {
    pieces: Pieces,
    #[serde(flatten)]
    numbers: Numbers,
}

#[derive(Serialize)]
struct Numbers {
    layouts: u32,
    solvable: u32,
    classes: u32,
    solvable_classes: u32,
    maximum: Option<u8>,
}

impl Numbers {
    fn of(tally: &Tally) -> Self {
        Numbers {
            layouts: tally.layouts.total(),
            solvable: tally.layouts.solvable_total(),
            classes: tally.classes.total(),
            solvable_classes: tally.classes.solvable_total(),
            maximum: tally.classes.maximum(),
        }
    }
}
