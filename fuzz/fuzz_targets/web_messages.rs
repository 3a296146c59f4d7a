//! Messages of the pages: the first byte says which; each is refused with a reason, or answered with JSON that can be read.

#![no_main]

use eights::table::{Choices, Frames, SeatView, news};
use eights::{Episode, Seat};
use eights_fuzz::{Bytes, play, seeds, target};
use serde::Serialize;
use serde_json::{Value, json};

target!(check, messages);

fn check(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(rest) else {
        return;
    };
    match kind % 4 {
        0 => table(text),
        1 => rules(text),
        2 => match Frames::new(text, None, &["<b>".to_owned()]) {
            Ok(frames) => drop(answered(&frames)),
            Err(why) => assert!(!why.to_string().is_empty()),
        },
        _ => {
            let lines: Vec<&str> = text.lines().collect();
            let names = eights::table::usual_names(lines.iter().copied());
            drop(news(&lines, &names));
            assert!(lines.iter().all(|line| eights::table::strength(line).len() < 100));
        }
    }
}

/// Checks that an answer is JSON.
fn answered(answer: &impl Serialize) -> Value {
    let text = serde_json::to_string(answer).expect("JSON");
    serde_json::from_str(&text).expect("JSON")
}

/// The choices for a table: the possible ones that follow, and a game, seen from each seat.
fn table(text: &str) {
    let Ok(choices) = serde_json::from_str::<Choices>(text) else {
        return;
    };
    assert_eq!(answered(&choices), json!(choices));
    let (setup, game) = (choices.setup(), choices.game());
    match (setup, game) {
        (Ok((game, setup)), Ok(other)) => {
            assert!(game.is_same(&other));
            answered(&setup);
            no_markup(&setup.rules);
            let mut episode = Episode::new(&game, 1);
            let tail = &text.as_bytes()[text.len().saturating_sub(12)..];
            play::on(&mut episode, &mut Bytes::new(tail), |_| {});
            for seat in (0..game.players()).map(Seat) {
                let view = SeatView::new(&episode, seat, &["<b>".to_owned(), setup.title.clone()]);
                assert!(!view.board.contains("<b>"), "a name is escaped");
                answered(&view);
            }
        }
        (Err(why), Err(_)) => assert!(!why.to_string().is_empty()),
        (setup, game) => panic!("a table is possible or not: {:?}, {:?}", setup.err(), game.err()),
    }
}

/// The problems of a ruleset, as the page for writing rulesets asks for them, and its rules as HTML.
fn rules(text: &str) {
    let problems: Value = serde_json::from_str(&eights_web::problems(text)).expect("JSON");
    let none = problems.as_array().expect("a list").is_empty();
    match eights::Ruleset::from_toml(text) {
        Ok(ruleset) => {
            assert!(none, "{problems}");
            no_markup(&ruleset.describe());
        }
        Err(why) => assert!(!none, "no problem is shown: {why}"),
    }
}

/// Checks that a ruleset puts no markup of its own into its rules as HTML.
fn no_markup(markdown: &str) {
    let page = eights_web::html(markdown);
    for tag in page.split('<').skip(1) {
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        let ours = [
            "h1",
            "h2",
            "h3",
            "p",
            "ul",
            "ol",
            "li",
            "strong",
            "em",
            "code",
            "a",
            "br",
            "hr",
            "blockquote",
            "pre",
        ];
        assert!(ours.contains(&name.as_str()), "<{name}> in {page}");
    }
}

fn messages() -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for id in eights::ruleset::ids() {
        let choices = json!({
            "ruleset": id, "players": 3, "match": false, "variants": [], "overrides": { "deal.cards": 5 },
            "seats": ["person", "greedy", "learned"],
        });
        all.push([b"\0", choices.to_string().as_bytes()].concat());
        let text = eights::ruleset::builtin_toml(id).unwrap_or_default();
        all.push([b"\x01", text.as_bytes()].concat());
    }
    for (_, episode) in seeds::episodes(3).iter().step_by(9) {
        all.push([b"\x02", episode.record().as_bytes()].concat());
        let lines: Vec<String> = episode.events().iter().map(|of| format!("{of:?}")).collect();
        all.push([b"\x03", lines.join("\n").as_bytes()].concat());
    }
    all
}
