//! What is said of a file while it is being written.

use tejun_puzzles::{Diagnosis, Registry};

const GAME: &str = "title x\n\nOBJECTS\n\nBackground\nGreen\n\nPlayer\nBlue\n\nLEGEND\n. = Background\nP = Player\n\
    X = Player or Background\n\nSOUNDS\n\nCOLLISIONLAYERS\nBackground\nPlayer\n\nRULES\n\nWINCONDITIONS\n\nLEVELS\n\nP.\n";

fn diagnosed(text: &str) -> Option<(&'static str, Diagnosis)> {
    Registry::standard().diagnose(text)
}

#[test]
fn a_source_is_diagnosed_by_itself_and_in_a_file_line_by_line() {
    let (key, right) = diagnosed(GAME).unwrap();
    assert_eq!((key, &*right.characters), ("game", ".p"));
    assert!(right.diagnostics.iter().all(|found| !found.is_error), "{right:?}");
    let wrong = GAME.replace("Blue", "Blu");
    let line = wrong.lines().position(|line| line == "Blu").unwrap() + 1;
    let (_, alone) = diagnosed(&wrong).unwrap();
    let (_, within) =
        diagnosed(&format!("puzzle = 'puzzlescript'\nlevel = 9\ngame = '''\n{wrong}'''")).unwrap();
    assert_eq!(alone, within);
    let errors: Vec<_> = alone.diagnostics.iter().filter(|found| found.is_error).collect();
    assert!(errors.iter().any(|found| found.line == Some(line)), "{errors:?}");
}

#[test]
fn other_files_have_no_source() {
    for text in
        ["", "puzzle = 'sliding'\nboard = 'ab.'\n", "puzzle = 'puzzlescript'\n", "puzzle = 'chess'\n", "= ="]
    {
        assert_eq!(diagnosed(text), None, "{text}");
    }
}
