//! The actions that a bot would choose in the envs of a batch, as examples to learn from.

use super::env::Env;
use super::error::BatchError;
use super::pool::Prepared;
use super::threads::Threads;
use super::{Batch, Index, parts};
use crate::action::{Action, ActionSet};
use crate::bot::{BotKind, by_name};

impl Batch {
    /// Writes for each env the action that a built-in bot would choose for the seat to act; an env that shows an end has
    /// [`Action::Pass`].
    ///
    /// Asking changes nothing: what the bot leaves to chance comes from a copy of the env's stream of bots.
    ///
    /// # Errors
    /// No such bot, an array that is not one value an env, or [`BatchError::Unfinished`].
    pub fn bot_actions<A: Index>(
        &self,
        name: &str,
        threads: Option<&Threads>,
        out: &mut [A],
    ) -> Result<(), BatchError> {
        self.check_finished()?;
        self.check_length("out", out.len())?;
        let bot = by_name(name)?;
        let (threads, size) = parts(threads, self.envs.len());
        let asked = self.envs.chunks(size).zip(self.legal.chunks(size));
        let parts = asked.zip(out.chunks_mut(size));
        let work = |((envs, legal), out): ((&[Env], &[ActionSet]), &mut [A])| {
            for ((env, &legal), out) in envs.iter().zip(legal).zip(out) {
                *out = A::from(chosen(bot, env, self.prepared(env), legal).id().index() as u8);
            }
        };
        match threads {
            None => parts.for_each(work),
            Some(threads) => threads.share(parts, work, None),
        }
        Ok(())
    }
}

fn chosen(bot: BotKind, env: &Env, of: &Prepared, legal: ActionSet) -> Action {
    if env.state.is_over() {
        return Action::Pass;
    }
    bot.act(&env.view(&of.game), legal, &mut env.bots.clone())
}
