//! Gestures and moves with numbers that fit no board are rejected.

use crate::common;

use common::AtLine;
use proptest::prelude::*;
use tejun_puzzles::{Gesture, Instance, Lang, Line, Registry};

/// A puzzle of each family, plus a packing with the maximum number of cells.
fn instances() -> Vec<Box<dyn Instance>> {
    let registry = Registry::standard();
    let short = ["tank-change", "klotski:vBBvvBBvvhhvv11v1..1", "katamino:LPUVWY"];
    let mut texts: Vec<String> =
        short.iter().map(|name| registry.expand_short_form(name).unwrap().unwrap()).collect();
    texts.push("12\n5 4\n#####\n#@..#\n#.VL#\n#####\n".to_owned());
    texts.push(format!("puzzle = 'packing'\npieces = 'PPP'\nboard = '''\n{}'''\n", "oooooooo\n".repeat(16)));
    texts.iter().map(|text| registry.read(text, None).unwrap()).collect()
}

fn number() -> impl Strategy<Value = usize> {
    let powers = (0..usize::BITS, 0..5_usize)
        .prop_map(|(power, more)| (1_usize << power).wrapping_add(more).wrapping_sub(2));
    prop_oneof![0..140_usize, powers, (0..3_usize).prop_map(|less| usize::MAX - less)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn gestures(
        which in 0..5_usize,
        piece in number(),
        to in prop::collection::vec(number(), 0..7),
        key in any::<char>(),
    ) {
        let instance = &*instances().swap_remove(which);
        let line = Line::default();
        let legal: Vec<String> = instance.choices_at(&line).unwrap().into_iter().map(|choice| choice.text).collect();
        for gesture in [Gesture::Carry { piece, to: to.clone() }, Gesture::Carry { piece: piece % 12, to }, Gesture::Key(key)] {
            match instance.read_gesture_at(&line, &gesture) {
                Ok(text) => prop_assert!(legal.contains(&text), "{:?} is {}", gesture, text),
                Err(error) => prop_assert!(!error.text(Lang::En).is_empty()),
            }
        }
    }

    #[test]
    fn moves(which in 0..5_usize, numbers in prop::collection::vec(number(), 2..7), huge in any::<u128>()) {
        let instance = &*instances().swap_remove(which);
        let legal: Vec<String> =
            instance.choices_at(&Line::default()).unwrap().into_iter().map(|choice| choice.text).collect();
        let words: Vec<String> = numbers.iter().map(usize::to_string).chain([huge.to_string()]).collect();
        for text in [
            format!("{}-{}", words[0], words[1]),
            format!("{}-{huge}", words[0]),
            format!("{huge}-1"),
            format!("P:{}", words.join(",")),
            format!("P:{}", numbers[0]),
            format!("{huge}:{huge}"),
            format!("a{}", words.concat()),
            words.concat(),
        ] {
            let verdict = instance.check(&Line(vec![text.clone()]));
            prop_assert!(verdict.fault.is_some() || legal.contains(&text), "{}", text);
        }
    }
}

/// The largest number; adding 1 to it overflows.
#[test]
fn a_hand_beyond_every_board_is_refused() {
    for instance in instances() {
        for piece in [0, usize::MAX] {
            for to in [vec![usize::MAX], vec![usize::MAX; 5], vec![0, usize::MAX], vec![64], vec![128]] {
                let gesture = Gesture::Carry { piece, to };
                assert!(instance.read_gesture_at(&Line::default(), &gesture).is_err(), "{gesture:?}");
            }
        }
    }
}
