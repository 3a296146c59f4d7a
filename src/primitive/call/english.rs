//! English description of the call.

use crate::ruleset::describe::words::{count, number};
use crate::ruleset::{Amount, CallCaught, CallDue, CallMade, LastCard, Ruleset};

impl Ruleset {
    pub(crate) fn say_call(&self) -> Vec<String> {
        let call = &self.call;
        if self.out.last_card == LastCard::Drawn {
            return vec![format!(
                "No call is due but the one by which a player goes out, \"{}\".",
                self.labels.call_words()
            )];
        }
        let due = |way: &str| format!("{way}: the call, \"{}\".", self.labels.call_words());
        let left = left_by_turn(call.due);
        let due = due(match call.due {
            CallDue::Held if call.made == CallMade::ByPlayer => {
                "Whoever holds one card at the end of a turn, however that came about, has to announce it once"
            }
            CallDue::AtOnce if call.made == CallMade::ByPlayer => {
                "A player who has played all cards but one has to announce it at once, also where the turn goes on"
            }
            _ => &left,
        });
        if call.made == CallMade::Off {
            return vec!["The last card need not be announced.".to_owned()];
        }
        if call.made == CallMade::Automatic {
            return vec![due, "It is made by itself and cannot be forgotten.".to_owned()];
        }
        let nothing = call.penalty == Amount::Number(0);
        let cards = match (call.skip, nothing) {
            (0, true) => "nothing but scores for it".to_owned(),
            (0, _) => self.say_amount(&call.penalty),
            (turns, nothing) => format!(
                "{} and loses the next {}",
                if nothing {
                    "nothing".to_owned()
                } else {
                    self.say_amount_and(&call.penalty)
                },
                if turns == 1 {
                    "turn".to_owned()
                } else {
                    count(turns, "turn")
                }
            ),
        };
        let missing = match call.caught {
            CallCaught::ByOthers => format!(
                "If it is not made, the others are asked in the order of play whether they catch the player. A player who is \
                 caught draws {cards}; one whom nobody has caught is asked last and may still call."
            ),
            CallCaught::NextPlayer => format!(
                "If it is not made, whoever has the next turn may catch the player, before playing. A player who is caught draws \
                 {cards}."
            ),
            CallCaught::Asked => format!(
                "If it is not made, any other player may ask for it at the beginning of their turn, once another player \
                 has had a turn since, and until the next turn of the one who has not made it. A player who is asked draws {cards}."
            ),
            CallCaught::Automatic => {
                format!("Before the next player's turn, a player who has not made it draws {cards}.")
            }
            CallCaught::OwnTurn => {
                format!(
                    "At the start of their next turn, which is kept, a player who has not made it draws {cards}."
                )
            }
            CallCaught::AfterNext => {
                format!("After the next player's turn, a player who has not made it draws {cards}.")
            }
        };
        let when = match call.due {
            CallDue::Played | CallDue::Cards(_) => "It is made right after playing, and may be forgotten.",
            CallDue::Held => "It is made at the end of that turn, and may be forgotten.",
            CallDue::AtOnce => "It may be forgotten.",
        };
        let mut said = vec![due, when.to_owned(), missing];
        if call.due == CallDue::AtOnce {
            said.push(format!(
                "A player who plays the last card of a turn without it is not out, but draws {cards}, and play goes on."
            ));
        }
        said
    }
}

/// Describes the players who owe a call at the end of their turn.
fn left_by_turn(due: CallDue) -> String {
    let CallDue::Cards(cards) = due else {
        return "A player whose turn leaves one card in hand has to announce it".to_owned();
    };
    let few = number(cards);
    format!(
        "A player whose turn leaves {few} cards in hand, or fewer where there were more than {few}, has to announce it"
    )
}
