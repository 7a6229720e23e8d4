//! Random instances of each family.

use tejun_puzzles::Random;

pub fn pick<'a>(random: &mut Random, words: &[&'a str]) -> &'a str {
    words[random.below(words.len() as u64) as usize]
}

/// Pieces of these sizes on an empty board, as many as there is room for in some tries.
pub fn pieces(
    random: &mut Random,
    (rows, columns): (usize, usize),
    sizes: &[(usize, usize)],
    tries: usize,
) -> Vec<Vec<char>> {
    let mut board = vec![vec!['.'; columns]; rows];
    let mut letter = b'A';
    for _ in 0..tries {
        let (high, wide) = sizes[random.below(sizes.len() as u64) as usize];
        let (row, column) = (random.below(rows as u64) as usize, random.below(columns as u64) as usize);
        let fits = row + high <= rows && column + wide <= columns;
        let cells = || {
            (row..row + high).flat_map(move |row| (column..column + wide).map(move |column| (row, column)))
        };
        if fits && cells().all(|(row, column)| board[row][column] == '.') {
            cells().for_each(|(row, column)| board[row][column] = char::from(letter));
            letter += 1;
        }
    }
    board
}

pub fn rows(board: &[Vec<char>]) -> String {
    board.iter().map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n")
}

/// Another place for the piece A.
pub fn moved(random: &mut Random, board: &[Vec<char>], same_row: bool) -> Vec<Vec<char>> {
    let (rows, columns) = (board.len(), board[0].len());
    let cells = (0..rows * columns).map(|cell| (cell / columns, cell % columns));
    let cells: Vec<(usize, usize)> = cells.filter(|&(row, column)| board[row][column] == 'A').collect();
    let Some(&(top, left)) = cells.first() else { return board.to_vec() };
    let (high, wide) = (cells.last().unwrap().0 - top + 1, cells.last().unwrap().1 - left + 1);
    let row = if same_row { top } else { random.below((rows - high + 1) as u64) as usize };
    let column = if same_row { columns - wide } else { random.below((columns - wide + 1) as u64) as usize };
    let mut goal = vec![vec!['.'; columns]; rows];
    for (down, right) in (0..high).flat_map(|down| (0..wide).map(move |right| (down, right))) {
        goal[row + down][column + right] = 'A';
    }
    goal
}

pub fn rush_hour(random: &mut Random) -> String {
    let size = (3 + random.below(3) as usize, 4 + random.below(2) as usize);
    let mut board = vec![vec!['.'; size.1]; size.0];
    while !board.iter().any(|row| row.windows(2).any(|pair| pair == ['A', 'A'])) {
        board = pieces(random, size, &[(1, 2), (2, 1), (2, 1), (3, 1), (1, 3)], 30);
    }
    let goal = moved(random, &board, true);
    let metric = pick(random, &["moves", "slides", "steps"]);
    let (board, goal) = (rows(&board), rows(&goal));
    format!(
        "puzzle = 'sliding'\nmetric = '{metric}'\naxis = 'long'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n"
    )
}

pub fn sliding(random: &mut Random) -> String {
    let size = [(2, 3), (3, 2), (3, 3), (2, 4)][random.below(4) as usize];
    let board = pieces(random, size, &[(1, 1), (1, 2), (2, 1), (2, 2)], 10);
    let goal = moved(random, &board, false);
    let metric = pick(random, &["moves", "slides", "steps"]);
    let (board, goal) = (rows(&board), rows(&goal));
    let goal_match = pick(random, &["", "goal_match = 'shape'\n"]);
    format!(
        "puzzle = 'sliding'\n{goal_match}metric = '{metric}'\nboard = '''\n{board}'''\ngoal = '''\n{goal}'''\n"
    )
}

/// A walled room with these things in it.
pub fn room(random: &mut Random, things: &str, share_of_walls: u64) -> String {
    let (rows, columns) = (3 + random.below(2) as usize, 3 + random.below(3) as usize);
    let mut cells: Vec<char> =
        (0..rows * columns).map(|_| if random.below(share_of_walls) == 0 { '#' } else { ' ' }).collect();
    for thing in things.chars() {
        let free: Vec<usize> = (0..cells.len()).filter(|&cell| cells[cell] == ' ').collect();
        if !free.is_empty() {
            cells[free[random.below(free.len() as u64) as usize]] = thing;
        }
    }
    let wall = "#".repeat(columns + 2);
    let inside: String =
        cells.chunks(columns).map(|row| format!("#{}#\n", row.iter().collect::<String>())).collect();
    format!("{wall}\n{inside}{wall}")
}

pub fn sokoban(random: &mut Random) -> String {
    let things = pick(random, &["@$.", "@$$..", "@$$..", "@$$$...", "@*$."]);
    let metric = pick(random, &["pushes", "moves"]);
    format!("puzzle = 'sokoban'\nmetric = '{metric}'\nboard = '''\n{}'''\n", room(random, things, 6))
}

pub fn pegs(random: &mut Random) -> String {
    let (rows, columns) = (1 + random.below(4) as usize, 3 + random.below(3) as usize);
    let mut draw = |signs: &[&str]| {
        let row = |random: &mut Random| (0..columns).map(|_| pick(random, signs)).collect::<String>();
        (0..rows).map(|_| row(random)).collect::<Vec<_>>().join("\n")
    };
    let board = draw(&["o", "o", "."]);
    let goal = if draw(&["o", "."]).starts_with('o') {
        format!("goal = '''\n{}'''\n", draw(&["o", ".", ".", "."]))
    } else {
        String::new()
    };
    format!("puzzle = 'peg-solitaire'\nboard = '''\n{board}'''\n{goal}")
}

pub fn tiles(random: &mut Random) -> String {
    let (rows, columns) = [(2, 2), (2, 3), (3, 2)][random.below(3) as usize];
    let mut signs: Vec<char> =
        (1..rows * columns).map(|tile| char::from(b'0' + tile as u8)).chain(['.']).collect();
    random.shuffle(&mut signs);
    let board =
        signs.chunks(columns).map(|row| row.iter().collect::<String>()).collect::<Vec<_>>().join("\n");
    format!("puzzle = 'sliding-tiles'\nboard = '''\n{board}'''\n")
}

pub fn tanks(random: &mut Random) -> String {
    let mut row = |even: bool, side: &str| {
        let mut square = || if random.below(3) == 0 { "o" } else { side }.to_owned();
        if even {
            format!("{}.{}", square(), square())
        } else {
            format!(".{}.", if random.below(8) == 0 { "." } else { "o" })
        }
    };
    let board = [row(true, "A"), row(false, "o"), row(true, "o"), row(false, "o"), row(true, "B")].join("\n");
    format!("puzzle = 'tank-change'\nboard = '''\n{board}'''\n")
}

pub fn push_game(random: &mut Random) -> String {
    let things = pick(random, &["P*O", "P**OO", "P*O", "PO*"]);
    let level = room(random, things, 6).replace(' ', ".");
    let text = include_str!("../../../library/puzzlescript/a-push.toml");
    let (head, _) = text.split_once("LEVELS").unwrap();
    let head: String =
        head.lines().filter(|line| !line.starts_with("optimal")).map(|line| format!("{line}\n")).collect();
    format!("{}LEVELS\n======\n\n{level}\n'''\n", head.trim_end_matches('\n').to_owned() + "\n")
        .replace("======\nLEVELS", "======\nLEVELS")
}

/// A game of crates, keys and doors whose rules are drawn, too.
pub fn rules_game(random: &mut Random) -> String {
    const RULES: [&str; 8] = [
        "[ > Player | Crate ] -> [ > Player | > Crate ]",
        "[ > Crate | Crate ] -> [ > Crate | > Crate ]",
        "[ > Player | Door ] -> [ Player | ]",
        "[ > Player | Key ] [ Door ] -> [ > Player | ] [ ]",
        "late [ Player Key ] -> [ Player ]",
        "late [ Crate Target ] [ Door ] -> [ Crate Target ] [ ]",
        "late [ Crate Key ] -> [ Key ]",
        "[ > Player | Key ] -> [ > Player | > Key ]",
    ];
    const WINS: [&str; 4] =
        ["All Target on Crate", "Some Player on Target", "No Key", "No Door\nAll Key on Target"];
    let mut rules: Vec<&str> = RULES.into_iter().filter(|_| random.below(2) == 0).collect();
    random.shuffle(&mut rules);
    let things = pick(random, &["P**OK", "POD", "PKD", "P**O", "POKD"]);
    let level = room(random, things, 5).replace(' ', ".");
    let text = include_str!("../../../library/puzzlescript/a-push.toml");
    let (head, _) = text.split_once("[ > Player").unwrap();
    let head: String =
        head.lines().filter(|line| !line.starts_with("optimal")).map(|line| format!("{line}\n")).collect();
    let head = head
        .replace("Crate\nOrange", "Key\nYellow\n\nDoor\nRed\n\nCrate\nOrange")
        .replace("* = Crate", "* = Crate\nK = Key\nD = Door")
        .replace("Player, Wall, Crate", "Key\nPlayer, Wall, Crate, Door");
    let (rules, wins) = (rules.join("\n"), pick(random, &WINS));
    format!("{head}{rules}\n\nWINCONDITIONS\n\n{wins}\n\nLEVELS\n\n{level}\n'''\n")
}
