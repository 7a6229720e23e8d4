//! Histograms of the number of positions at each depth.

use std::fmt::Write;

/// Maximum number of rows of text; deeper spaces put several depths in a row.
const ROWS: usize = 32;
const BAR: u64 = 50;

/// The histogram as text.
pub fn bars(levels: &[u64]) -> String {
    let together = levels.len().div_ceil(ROWS).max(1);
    let sums: Vec<u64> = levels.chunks(together).map(|chunk| chunk.iter().sum()).collect();
    let most = sums.iter().copied().max().unwrap_or(1);
    let (wide, digits) = (levels.len().to_string().len(), most.to_string().len());
    let mut text = String::new();
    for (row, &sum) in sums.iter().enumerate() {
        let first = row * together;
        let last = (first + together).min(levels.len()) - 1;
        let depths =
            if together == 1 { format!("{first:>wide$}") } else { format!("{first:>wide$}-{last:<wide$}") };
        let length = (u128::from(sum) * u128::from(BAR)).div_ceil(u128::from(most)) as usize;
        let _ = writeln!(text, "  {depths}  {sum:>digits$}  {}", "█".repeat(length));
    }
    text
}

/// The histogram as a complete SVG file, one bar per depth.
pub fn histogram(levels: &[u64]) -> String {
    const HEIGHT: f64 = 240.0;
    let step = (960.0 / levels.len().max(1) as f64).clamp(2.0, 24.0);
    let width = step * levels.len() as f64;
    let most = levels.iter().copied().max().unwrap_or(1) as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" width=\"{}\" height=\"{}\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#444\">\n",
        width + 20.0,
        HEIGHT + 50.0,
        width + 20.0,
        HEIGHT + 50.0,
    );
    for (depth, &count) in levels.iter().enumerate() {
        let height = HEIGHT * count as f64 / most;
        let (x, y) = (10.0 + step * depth as f64, 20.0 + HEIGHT - height);
        let _ = writeln!(
            svg,
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#2c6fbb\">\
             <title>depth {depth}: {count}</title></rect>",
            step * 0.9
        );
    }
    let _ = writeln!(svg, "<text x=\"10\" y=\"14\">{most} positions at most, by depth</text>");
    for depth in [0, levels.len().saturating_sub(1)] {
        let x = 10.0 + step * depth as f64;
        let _ = writeln!(svg, "<text x=\"{x:.1}\" y=\"{}\">{depth}</text>", HEIGHT + 36.0);
    }
    svg + "</svg>\n"
}
