//! Small random puzzles, most of which are read.

use toml::Value;

use super::Keys;
use crate::certificates::mutations::Numbers;

type Drawing = Vec<Vec<char>>;

fn text(drawing: &[Vec<char>], numbers: &mut Numbers) -> Value {
    let rows: Vec<String> = drawing.iter().map(|row| row.iter().collect()).collect();
    let end = if drawing.len() == 1 || numbers.once_in(2) { "\n" } else { "" };
    Value::String(rows.join("\n") + end)
}

fn word(word: &str) -> Value {
    Value::String(word.to_owned())
}

/// Inserts one of some values, or none.
fn maybe(keys: &mut Keys, key: &str, values: &[&str], numbers: &mut Numbers) {
    if numbers.once_in(2) {
        keys.insert(key.to_owned(), word(numbers.pick(values)));
    }
}

fn random(height: usize, width: usize, signs: &[char], numbers: &mut Numbers) -> Drawing {
    (0..height).map(|_| (0..width).map(|_| numbers.pick(signs)).collect()).collect()
}

fn side(least: usize, most: usize, numbers: &mut Numbers) -> usize {
    least + numbers.below(most - least + 1)
}

/// A cell drawn with a sign.
fn cell(of: &[Vec<char>], sign: char, numbers: &mut Numbers) -> Option<(usize, usize)> {
    let all = (0..of.len()).flat_map(|row| (0..of[row].len()).map(move |column| (row, column)));
    let cells: Vec<(usize, usize)> = all.filter(|&(row, column)| of[row][column] == sign).collect();
    (!cells.is_empty()).then(|| numbers.pick(&cells))
}

/// Draws a polyomino of at most so many cells on free ones. Its cells.
fn polyomino(
    on: &mut [Vec<char>],
    free: char,
    letter: char,
    most: usize,
    numbers: &mut Numbers,
) -> Vec<(usize, usize)> {
    let Some(first) = cell(on, free, numbers) else { return Vec::new() };
    let mut cells = vec![first];
    on[first.0][first.1] = letter;
    for _ in 1..side(1, most, numbers) {
        let (row, column) = numbers.pick(&cells);
        let (down, across) = numbers.pick(&[(0, 1), (0, -1), (1, 0), (-1, 0)]);
        let beside = row.checked_add_signed(down).zip(column.checked_add_signed(across));
        let Some((row, column)) = beside else { continue };
        if on.get(row).and_then(|row| row.get(column)) == Some(&free) {
            on[row][column] = letter;
            cells.push((row, column));
        }
    }
    cells
}

pub fn sliding(numbers: &mut Numbers) -> Keys {
    let (height, width) = (side(1, 4, numbers), side(2, 4, numbers));
    let mut board = vec![vec!['.'; width]; height];
    for _ in 0..numbers.below(5) {
        board[numbers.below(height)][numbers.below(width)] = numbers.pick(&['#', '#', ' ', '-', '-']);
    }
    let letters = &['a', 'b', 'c', 'E'][..side(1, 4, numbers)];
    let pieces: Vec<_> =
        letters.iter().map(|&letter| (letter, polyomino(&mut board, '.', letter, 3, numbers))).collect();
    let mut keys = Keys::new();
    if !numbers.once_in(4) {
        keys.insert("goal".to_owned(), goal(&board, &pieces, numbers));
    }
    let gate = [("-".to_owned(), word(numbers.pick(&["a", "ab", "b"])))];
    if board.iter().flatten().any(|&sign| sign == '-') {
        keys.insert("gates".to_owned(), Value::Table(gate.into_iter().collect()));
    }
    if numbers.once_in(4) {
        let list = Value::Array(vec![word("a"), word("b")]);
        let table = |keys: &[(&str, Value)]| {
            Value::Table(keys.iter().map(|(key, value)| ((*key).to_owned(), value.clone())).collect())
        };
        let one = table(&[("row", word("a"))]);
        let both = table(&[("long", Value::from(true)), ("row", word("a")), ("column", word("b"))]);
        keys.insert("axis".to_owned(), numbers.pick(&[word("long"), word("a"), word("ab"), list, one, both]));
    }
    maybe(&mut keys, "metric", &["moves", "slides", "steps"], numbers);
    if keys.contains_key("goal") {
        maybe(&mut keys, "goal_match", &["named", "shape"], numbers);
    }
    keys.insert("board".to_owned(), text(&board, numbers));
    keys
}

/// A goal that moves a piece or two, perhaps beyond the board.
fn goal(board: &[Vec<char>], pieces: &[(char, Vec<(usize, usize)>)], numbers: &mut Numbers) -> Value {
    let mut more = || if numbers.once_in(6) { 1 } else { 0 };
    let [top, bottom, left, right] = [more(), more(), more(), more()];
    let (height, width) = (board.len() + top + bottom, board[0].len() + left + right);
    let mut goal = vec![vec!['#'; width]; height];
    for (row, signs) in board.iter().enumerate() {
        for (column, &sign) in signs.iter().enumerate() {
            goal[row + top][column + left] = if ['#', ' '].contains(&sign) { sign } else { '.' };
        }
    }
    for _ in 0..side(1, 2, numbers) {
        let (letter, cells) = numbers.pick(pieces);
        let (down, across) = (side(0, 3, numbers) + top, side(0, 3, numbers) + left);
        let moved = |&(row, column): &(usize, usize)| {
            let (row, column) = ((row + down).checked_sub(1)?, (column + across).checked_sub(1)?);
            (row < height && column < width).then_some((row, column))
        };
        let Some(cells) = cells.iter().map(moved).collect::<Option<Vec<_>>>() else { continue };
        if !goal.iter().flatten().any(|&sign| sign == letter) {
            cells.into_iter().for_each(|(row, column)| goal[row][column] = letter);
        }
    }
    text(&goal, numbers)
}

fn shuffled(mut signs: Vec<char>, numbers: &mut Numbers) -> Vec<char> {
    (1..signs.len()).for_each(|at| signs.swap(at, numbers.below(at + 1)));
    signs
}

pub fn sliding_tiles(numbers: &mut Numbers) -> Keys {
    let (height, width) = (side(1, 3, numbers), side(1, 2, numbers));
    let signs: Vec<char> = "123456789a".chars().take(height * width - 1).chain(['.']).collect();
    let drawn = |numbers: &mut Numbers| {
        shuffled(signs.clone(), numbers).chunks(width).map(<[char]>::to_vec).collect()
    };
    let board: Drawing = drawn(numbers);
    let mut keys = Keys::from_iter([("board".to_owned(), text(&board, numbers))]);
    if numbers.once_in(2) {
        let goal: Drawing = drawn(numbers);
        keys.insert("goal".to_owned(), text(&goal, numbers));
    }
    keys
}

pub fn sokoban(numbers: &mut Numbers) -> Keys {
    let (height, width) = (side(3, 5, numbers), side(4, 6, numbers));
    let mut board = random(height, width, &[' ', ' ', ' ', ' ', '-', '#'], numbers);
    board[0].fill('#');
    board[height - 1].fill('#');
    board.iter_mut().for_each(|row| (row[0], row[width - 1]) = ('#', '#'));
    let boxes = side(0, 2, numbers);
    for sign in ['@'].into_iter().chain(['$', '.'].repeat(boxes)) {
        if let Some((row, column)) = cell(&board, ' ', numbers) {
            board[row][column] = sign;
        }
    }
    let mut keys = Keys::from_iter([("board".to_owned(), text(&board, numbers))]);
    maybe(&mut keys, "metric", &["pushes", "moves"], numbers);
    keys
}

pub fn peg_solitaire(numbers: &mut Numbers) -> Keys {
    let (height, width) = (side(1, 4, numbers), side(2, 4, numbers));
    let board = random(height, width, &['o', 'o', 'o', '.', '.', '#', ' '], numbers);
    let mut keys = Keys::from_iter([("board".to_owned(), text(&board, numbers))]);
    if numbers.once_in(2) {
        let peg = |&sign: &char| if sign == 'o' { numbers.pick(&['o', '.']) } else { sign };
        let signs: Vec<char> = board.iter().flatten().map(peg).collect();
        let goal: Drawing = signs.chunks(width).map(<[char]>::to_vec).collect();
        keys.insert("goal".to_owned(), text(&goal, numbers));
    }
    maybe(&mut keys, "jumps", &["orthogonal", "both", "triangular"], numbers);
    keys
}

pub fn tank_change(numbers: &mut Numbers) -> Keys {
    let (height, width) = (side(2, 4, numbers), side(2, 4, numbers));
    let mut board = random(height, width, &['o', 'o', 'o', '.'], numbers);
    for side in ['A', 'B'] {
        for _ in 0..=numbers.below(2) {
            if let Some((row, column)) = cell(&board, 'o', numbers) {
                board[row][column] = side;
            }
        }
    }
    let mut keys = Keys::from_iter([("board".to_owned(), text(&board, numbers))]);
    if numbers.once_in(2) {
        let signs: Vec<char> = board.iter().flatten().copied().filter(|&sign| sign != '.').collect();
        let mut signs = shuffled(signs, numbers).into_iter();
        let mut goal = board.clone();
        goal.iter_mut().flatten().filter(|sign| **sign != '.').for_each(|sign| *sign = signs.next().unwrap());
        keys.insert("goal".to_owned(), text(&goal, numbers));
    }
    maybe(&mut keys, "roads", &["diagonal", "orthogonal", "both"], numbers);
    maybe(&mut keys, "first", &["A", "B"], numbers);
    keys
}

pub fn packing(numbers: &mut Numbers) -> Keys {
    let (height, width) = (side(1, 4, numbers), side(1, 5, numbers));
    let board = random(height, width, &['o', 'o', 'o', 'o', '#', ' ', '?'], numbers);
    let mut keys = Keys::from_iter([("board".to_owned(), text(&board, numbers))]);
    let sets = ["I", "LL", "LPI", "pentominoes", "tetrominoes", "hexominoes", "one-sided pentominoes", ""];
    maybe(&mut keys, "pieces", &sets, numbers);
    let names = ["a", "b", "I", "L", "l", "one", "f"];
    let piece = |numbers: &mut Numbers| {
        let mut shape = vec![vec!['.'; 3]; 3];
        polyomino(&mut shape, '.', 'o', 4, numbers);
        let mut piece = Keys::from_iter([
            ("name".to_owned(), word(numbers.pick(&names))),
            ("shape".to_owned(), text(&shape, numbers)),
        ]);
        if numbers.once_in(2) {
            piece.insert("count".to_owned(), Value::Integer(side(1, 3, numbers) as i64));
        }
        if numbers.once_in(4) {
            piece.insert(numbers.pick(&["flip", "rotate"]).to_owned(), Value::Boolean(numbers.once_in(2)));
        }
        Value::Table(piece)
    };
    if !numbers.once_in(4) {
        let pieces = (0..side(1, 3, numbers)).map(|_| piece(numbers)).collect();
        keys.insert("piece".to_owned(), Value::Array(pieces));
    }
    maybe(&mut keys, "rule", &["free", "katamino"], numbers);
    if numbers.once_in(4) {
        keys.insert("spare".to_owned(), Value::Boolean(numbers.once_in(2)));
    }
    if numbers.once_in(4) {
        keys.insert(numbers.pick(&["flip", "rotate"]).to_owned(), Value::Boolean(numbers.once_in(2)));
    }
    keys
}

pub fn pacman(numbers: &mut Numbers) -> Keys {
    let (height, width) = (side(3, 5, numbers), side(3, 6, numbers));
    let mut board = random(height, width, &[' ', '.', '.', '#', '#'], numbers);
    board[0].fill('#');
    board[height - 1].fill('#');
    board.iter_mut().for_each(|row| (row[0], row[width - 1]) = ('#', '#'));
    for sign in ['@', 'V', 'H', 'L', 'R', 'J'] {
        let row = side(1, height - 2, numbers);
        let column = side(1, width - 2, numbers);
        if sign == '@' || numbers.once_in(8) && board[row][column] != '@' {
            board[row][column] = sign;
        }
    }
    let time = Value::Integer(side(1, 6, numbers) as i64);
    Keys::from_iter([("board".to_owned(), text(&board, numbers)), ("time".to_owned(), time)])
}

pub fn puzzlescript(numbers: &mut Numbers) -> Keys {
    let mut keys = Keys::from_iter([("game".to_owned(), word(crate::certificates::puzzlescript::GAME))]);
    if numbers.once_in(2) {
        keys.insert("level".to_owned(), Value::Integer(side(1, 3, numbers) as i64));
    }
    keys
}
