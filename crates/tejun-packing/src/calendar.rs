//! Calendars: boards of months, days and perhaps weekdays, on which the pieces leave a date free.

use std::ops::ControlFlow;

use serde::Serialize;
use tejun_core::{
    Call, Details, Ending, InputError, Means, Observer, VerbAnswer,
    input::{Keys, quoted},
};
use tejun_search::StopReason;

use super::format::File;
use super::rules::{Position, Rules};

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/// Days of each month, in a leap year: its date is a puzzle, too.
const DAYS: [usize; 12] = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const WEEKDAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];

/// A date: month and day from 0, and the weekday on boards that have them.
type Date = (usize, usize, Option<usize>);

/// Expands `calendar:MM-DD` and `calendar:MM-DD-WEEKDAY`.
pub(super) fn calendar(text: &str) -> Result<String, InputError> {
    let wrong = || {
        InputError::new(format!(
            "{} is no date: write month and day, as in calendar:11-27, or the weekday, too, as in calendar:11-27-fri",
            quoted(text)
        ))
    };
    let mut parts = text.split('-');
    let mut number = || parts.next().and_then(|part| part.parse::<usize>().ok()).ok_or_else(wrong);
    let (month, day) = (number()?, number()?);
    let weekday = |part: &str| WEEKDAYS.iter().position(|name| name.eq_ignore_ascii_case(part));
    let weekday = match parts.next() {
        None => None,
        Some(part) => Some(weekday(part).ok_or_else(wrong)?),
    };
    if parts.next().is_some() || !(1..=12).contains(&month) {
        return Err(wrong());
    }
    let days = DAYS[month - 1];
    if !(1..=days).contains(&day) {
        return Err(InputError::new(format!("{} has the days 1 to {days}, not {day}", MONTHS[month - 1])));
    }
    Ok(file(weekday.is_some(), Some((month - 1, day - 1, weekday))))
}

/// The instance file of a board, and of a date on it.
fn file(weekdays: bool, date: Option<Date>) -> String {
    // Seven pentominoes and a rectangle leave two cells free; with weekdays, seven others and three tetrominoes leave three.
    let (pieces, more): (&str, &[(&str, &str)]) = match weekdays {
        false => ("LNPUVYZ", &[("O", "ooo\nooo")]),
        true => ("LNPTUVZ", &[("I4", "oooo"), ("L4", "ooo\no.."), ("S4", ".oo\noo.")]),
    };
    let mut board = vec!["oooooo#"; 2];
    board.extend(["ooooooo"; 4]);
    let days: Vec<String> = (1..=31).map(|day| day.to_string()).collect();
    let mut labels: Vec<String> = MONTHS.iter().map(|month| (*month).to_owned()).chain(days).collect();
    match weekdays {
        false => board.push("ooo####"),
        true => {
            board.extend(["ooooooo", "####ooo"]);
            labels.extend(WEEKDAYS.map(str::to_owned));
        }
    }
    let mut words = labels.into_iter();
    let rows = board.iter().map(|row| {
        let row: Vec<String> = words.by_ref().take(row.matches('o').count()).collect();
        row.join(" ")
    });
    let labels = rows.collect::<Vec<_>>().join("\n");
    let mut file = String::from("puzzle = \"packing\"\n");
    if let Some((month, day, weekday)) = date {
        let (name, day) = (MONTHS[month], day + 1);
        let month = month + 1;
        let week = weekday.map_or("", |day| WEEKDAYS[day]);
        let (ja, zh) = match weekday {
            None => (String::new(), String::new()),
            Some(day) => (
                format!("（{}）", ["日", "月", "火", "水", "木", "金", "土"][day]),
                format!("，星期{}", ["日", "一", "二", "三", "四", "五", "六"][day]),
            ),
        };
        let en = format!("{name} {day} {week}");
        file += &format!(
            "title = {{ en = \"Calendar: {}\", ja = \"カレンダー：{month} 月 {day} 日{ja}\", zh = \"日历：{month} 月 {day} 日{zh}\" }}\n",
            en.trim_end()
        );
        file += &format!("empty = {:?}\n", en.trim_end());
    }
    file +=
        &format!("pieces = {pieces:?}\nboard = '''\n{}'''\nlabels = '''\n{labels}'''\n", board.join("\n"));
    for (name, shape) in more {
        file += &format!("[[piece]]\nname = {name:?}\nshape = '''\n{shape}'''\n");
    }
    file
}

/// Numbers of solutions by date: by month, then day, then weekday, with one weekday on boards without.
struct Counts {
    weekdays: usize,
    /// The number of each, also of days that no month has.
    of: Vec<u64>,
}

impl Counts {
    fn at(&self, (month, day, weekday): Date) -> u64 {
        self.of[(month * 31 + day) * self.weekdays + weekday.unwrap_or(0)]
    }

    /// The dates of a year, and with weekdays all days that the board can show.
    fn dates(&self) -> impl Iterator<Item = Date> {
        let weekdays = self.weekdays;
        (0..12).flat_map(move |month| {
            let days = if weekdays == 1 { DAYS[month] } else { 31 };
            (0..days).flat_map(move |day| {
                (0..weekdays).map(move |weekday| (month, day, (weekdays > 1).then_some(weekday)))
            })
        })
    }
}

/// Lists every filling of the board that leaves a month, a day and, with weekdays, a weekday free, and counts them by date.
/// Returns `Err` with the reason if the search was stopped.
///
/// # Errors
/// If there are too many placements.
fn counts(
    weekdays: bool,
    means: &Means,
    observer: &mut dyn Observer,
) -> Result<Result<Counts, StopReason>, InputError> {
    let (_, keys) = Keys::split(&file(weekdays, None))?;
    let rules: Rules = keys.into::<File>()?.rules()?;
    let group = |first: usize, number: usize| (1, ((1_u128 << number) - 1) << first);
    let mut groups = vec![group(0, 12), group(12, 31)];
    groups.extend(weekdays.then(|| group(43, 7)));
    let (tiling, _) = rules.tiling_with(&Position::default(), &groups).map_err(InputError::new)?;
    // What a placement adds to the place of its date; 0 for those of pieces.
    let mut counts = Counts { weekdays: if weekdays { 7 } else { 1 }, of: Vec::new() };
    counts.of = vec![0; 12 * 31 * counts.weekdays];
    let pieces = rules.pieces.len();
    let add = |kind: usize, cell: usize| match kind.checked_sub(pieces) {
        None => 0,
        Some(0) => cell * 31 * counts.weekdays,
        Some(1) => (cell - 12) * counts.weekdays,
        Some(_) => cell - 43,
    };
    let adds: Vec<usize> = tiling
        .placements()
        .iter()
        .map(|placement| add(placement.kind as usize, placement.mask.trailing_zeros() as usize))
        .collect();
    let request = means.request(observer);
    let done = tiling.fillings(request, &mut |ids, _| {
        counts.of[ids.iter().map(|&id| adds[id as usize]).sum::<usize>()] += 1;
        ControlFlow::Continue(())
    });
    Ok(done.outcome.stopped().map_or(Ok(counts), Err))
}

/// `tejun calendar table`.
pub(super) fn run(call: &Call, observer: &mut dyn Observer) -> Result<VerbAnswer, InputError> {
    let weekdays = call.option("weekdays").is_some();
    let counts = match counts(weekdays, &call.means, observer)? {
        Ok(counts) => counts,
        Err(reason) => {
            let text = format!("stopped: {reason}; no date is counted to its end\n");
            return Ok(VerbAnswer { text, details: Details::default(), ending: Ending::Stopped });
        }
    };
    let dates: Vec<(Date, u64)> = counts.dates().map(|date| (date, counts.at(date))).collect();
    let total: u64 = dates.iter().map(|(_, number)| number).sum();
    let fewest = dates.iter().min_by_key(|(_, number)| *number).expect("there are dates");
    // The first of several.
    let most = dates.iter().rev().max_by_key(|(_, number)| *number).expect("there are dates");
    let mut text = String::new();
    if !weekdays {
        text += "    ";
        MONTHS.iter().for_each(|month| text += &format!("{month:>5}"));
        text.push('\n');
        for day in 0..31 {
            text += &format!("{:>4}", day + 1);
            for (month, &days) in DAYS.iter().enumerate() {
                match day < days {
                    true => text += &format!("{:>5}", counts.at((month, day, None))),
                    false => text += "     ",
                }
            }
            text = text.trim_end().to_owned() + "\n";
        }
        text.push('\n');
    }
    text += &format!(
        "{total} solutions on {} dates; fewest {} on {}, most {} on {}\n",
        dates.len(),
        fewest.1,
        name(fewest.0),
        most.1,
        name(most.0)
    );
    let table = Table {
        dates: dates.len(),
        solutions: total,
        fewest: DateRow::of(fewest),
        most: DateRow::of(most),
        by_date: dates.iter().map(DateRow::of).collect(),
    };
    Ok(VerbAnswer { text, details: Details::new(table), ending: Ending::Done })
}

/// A date as people write it.
fn name((month, day, weekday): Date) -> String {
    let week = weekday.map_or(String::new(), |day| format!(", {}", WEEKDAYS[day]));
    format!("{} {}{week}", MONTHS[month], day + 1)
}

/// What programs get.
#[derive(Serialize)]
struct Table {
    dates: usize,
    solutions: u64,
    fewest: DateRow,
    most: DateRow,
    by_date: Vec<DateRow>,
}

#[derive(Serialize)]
struct DateRow {
    month: usize,
    day: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    weekday: Option<&'static str>,
    solutions: u64,
}

impl DateRow {
    fn of(&((month, day, weekday), solutions): &(Date, u64)) -> Self {
        let weekday = weekday.map(|day| WEEKDAYS[day]);
        DateRow { month: month + 1, day: day + 1, weekday, solutions }
    }
}
