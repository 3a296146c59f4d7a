//! The file of weights: safetensors, with matrices as integers of -127 … 127 and a scale for each row.
//!
//! The tensors of a ruleset, `RULESET.` before each name, for U features, H units and A actions:
//!
//! | tensor | shape | use |
//! |---|---|---|
//! | `first` `first.scale` `first.bias` | `[U, H]` `[U]` `[H]` | from features of 0 … 1 to the first hidden layer |
//! | `second` `second.scale` `second.bias` | `[H, H]` `[H]` `[H]` | from there to the second |
//! | `policy` `policy.scale` `policy.actions` | `[A, H]` `[A]` `[A]` | to the logits of these actions, by id |
//! | `value` | `[H]` | to the value, of which tanh is taken |
//! | `players.P` | `[H]` | with P players: added to the first bias |
//!
//! The metadata hold the fingerprint of each ruleset, a description of its training, and the names of the features: those
//! of the rows of `first`, in order, and those that were always 0. So a layout may have them in any order, but no others.

use std::collections::{BTreeMap, HashMap};

use safetensors::tensor::{Dtype, Metadata, SafeTensors, TensorView};
use serde::Deserialize;

use super::network::{HIDDEN, Layer, Network};
use crate::action::NUM_ACTIONS;
use crate::engine::Game;
use crate::observation::{FeatureNames, Layout};

/// Reason why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    /// The file is not a file of tensors, or a tensor is missing.
    #[error(transparent)]
    Tensors(#[from] safetensors::SafeTensorError),
    /// The metadata of a ruleset cannot be parsed.
    #[error("the metadata of {ruleset} cannot be read: {why}")]
    Metadata {
        /// The ruleset.
        ruleset: String,
        /// Reason why not.
        why: String,
    },
    /// The observations of the game are not those of the training.
    #[error("the observations of {ruleset} with {players} players {differ}: it was trained on others")]
    Features {
        /// The ruleset.
        ruleset: String,
        /// The number of players.
        players: u8,
        /// Description of the difference.
        differ: String,
    },
    /// A tensor has a wrong type, shape or value.
    #[error("{name} is {found}, not {wanted}")]
    Tensor {
        /// Name of the tensor.
        name: String,
        /// Description of what was found.
        found: String,
        /// Description of what is required.
        wanted: String,
    },
}

/// Metadata of a ruleset that are read; the file holds more, for people.
#[derive(Deserialize)]
struct NetworkHeader {
    fingerprint: String,
    players: Vec<u8>,
    /// Names of the features of the rows of `first`.
    features: Vec<String>,
    /// Names of further features, which were always 0 in training.
    unused: Vec<String>,
    /// Number of features of an observation, by the number of players.
    sizes: BTreeMap<u8, usize>,
}

/// A file of weights.
pub(super) struct File<'a> {
    metadata: Metadata,
    tensors: SafeTensors<'a>,
}

impl<'a> File<'a> {
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, FileError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let tensors = SafeTensors::deserialize(bytes)?;
        Ok(Self { metadata, tensors })
    }

    /// Returns each ruleset and number of players for which there is a network, with the fingerprint of the ruleset, in
    /// order.
    pub(super) fn tables(&self) -> Result<Vec<(String, String, u8)>, FileError> {
        let mut tables = Vec::new();
        for (ruleset, _) in self.metadata.metadata().iter().flatten() {
            let about = self.about(ruleset)?;
            for players in about.players {
                tables.push((ruleset.clone(), about.fingerprint.clone(), players));
            }
        }
        tables.sort();
        Ok(tables)
    }

    /// Returns the metadata of a ruleset.
    fn about(&self, ruleset: &str) -> Result<NetworkHeader, FileError> {
        let all = self.metadata.metadata().as_ref();
        let about = all.and_then(|all| all.get(ruleset)).map_or("", String::as_str);
        serde_json::from_str(about).map_err(|error| FileError::Metadata {
            ruleset: ruleset.to_owned(),
            why: error.to_string(),
        })
    }

    /// Builds the network of a ruleset, for the observations of this game of it.
    pub(super) fn network(&self, ruleset: &str, game: &Game, layout: &Layout) -> Result<Network, FileError> {
        let name = |of: &str| format!("{ruleset}.{of}");
        let players = game.players();
        let first = self.first_rows(ruleset, game, layout)?;
        let mut first_bias = self.layer(&name("first.bias"))?;
        let own = self.layer(&name(&format!("players.{players}")))?;
        first_bias
            .iter_mut()
            .zip(own)
            .for_each(|(bias, own)| *bias += own);
        let second = self.matrix(&name("second"))?;
        if second.len() != HIDDEN {
            return Err(wrong(&name("second"), format!("{} rows", second.len()), &HIDDEN));
        }
        let rows = self.matrix(&name("policy"))?;
        let actions = self.tensor(&name("policy.actions"), Dtype::U8, &[rows.len()])?;
        let mut policy = vec![None; NUM_ACTIONS];
        for (row, &action) in rows.into_iter().zip(actions) {
            let found = || wrong(&name("policy.actions"), action.to_string(), &NUM_ACTIONS);
            *policy.get_mut(usize::from(action)).ok_or_else(found)? = Some(row);
        }
        Ok(Network {
            first,
            first_bias,
            second,
            second_bias: self.layer(&name("second.bias"))?,
            policy,
            value: self.layer(&name("value"))?,
        })
    }

    /// Returns the weights of each feature of a layout, found by its name.
    fn first_rows(&self, ruleset: &str, game: &Game, layout: &Layout) -> Result<Vec<Layer>, FileError> {
        let (about, players) = (self.about(ruleset)?, game.players());
        let rows = self.matrix(&format!("{ruleset}.first"))?;
        let used = about
            .features
            .iter()
            .map(String::as_str)
            .zip(rows.iter().map(Some));
        let unused = about.unused.iter().map(|name| (name.as_str(), None));
        let of_name: HashMap<&str, Option<&Layer>> = used.chain(unused).collect();
        let differ = |differ: String| FileError::Features {
            ruleset: ruleset.to_owned(),
            players,
            differ,
        };
        let names = FeatureNames::new(game);
        let scaled = |(name, scale): (&str, &f32)| match of_name.get(name) {
            Some(row) => Ok(row.map_or([0.0; HIDDEN], |row| row.map(|weight| weight * scale))),
            None => Err(differ(format!("have the feature {name:?}"))),
        };
        let rows = names
            .names()
            .zip(layout.scales())
            .map(scaled)
            .collect::<Result<Vec<_>, _>>()?;
        match about.sizes.get(&players) {
            Some(&size) if size == rows.len() => Ok(rows),
            size => Err(differ(format!(
                "have {} features, not {}",
                rows.len(),
                size.unwrap_or(&0)
            ))),
        }
    }

    /// Reads a matrix of rows of H weights, with any number of rows.
    fn matrix(&self, name: &str) -> Result<Vec<Layer>, FileError> {
        let rows = self.tensors.tensor(name)?.shape().first().copied().unwrap_or(0);
        let weights = self.tensor(name, Dtype::I8, &[rows, HIDDEN])?;
        let scales = self.floats(&format!("{name}.scale"), rows)?;
        let rows = weights.as_chunks::<HIDDEN>().0.iter().zip(scales);
        Ok(rows
            .map(|(row, scale)| row.map(|weight| f32::from(weight.cast_signed()) * scale))
            .collect())
    }

    fn layer(&self, name: &str) -> Result<Layer, FileError> {
        let mut layer = [0.0; HIDDEN];
        for (to, weight) in layer.iter_mut().zip(self.floats(name, HIDDEN)?) {
            *to = weight;
        }
        Ok(layer)
    }

    fn floats(&self, name: &str, len: usize) -> Result<impl Iterator<Item = f32> + use<'a>, FileError> {
        let bytes = self.tensor(name, Dtype::F32, &[len])?;
        Ok(bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)))
    }

    /// Returns the bytes of a tensor of this type and shape.
    fn tensor(&self, name: &str, dtype: Dtype, shape: &[usize]) -> Result<&'a [u8], FileError> {
        let tensor: TensorView<'a> = self.tensors.tensor(name)?;
        if tensor.dtype() == dtype && tensor.shape() == shape {
            return Ok(tensor.data());
        }
        let found = format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape());
        let wanted = format!("{dtype:?} of shape {shape:?}");
        Err(wrong(name, found, &wanted))
    }
}

fn wrong(name: &str, found: String, wanted: &impl ToString) -> FileError {
    FileError::Tensor {
        name: name.to_owned(),
        found,
        wanted: wanted.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::ruleset::Ruleset;
    use serde_json::json;

    /// Serialises a file of one tensor, with this metadata for `uno`.
    fn written(about: &str, name: &str, dtype: Dtype, shape: &[usize]) -> Vec<u8> {
        let bytes = vec![0; shape.iter().product::<usize>() * dtype.bitsize() / 8];
        let tensor = TensorView::new(dtype, shape.to_vec(), &bytes).expect("a tensor");
        let metadata = [("uno".to_owned(), about.to_owned())].into_iter().collect();
        safetensors::serialize([(name, tensor)], Some(metadata)).expect("a file")
    }

    fn game(id: &str, options: Options) -> Game {
        Game::new(&Ruleset::builtin(id).expect("a ruleset"), options).expect("a game")
    }

    fn network(file: &File<'_>, game: &Game) -> Result<Network, FileError> {
        file.network(&game.ruleset().id, game, &Layout::new(game))
    }

    /// Returns metadata of `uno` with these features.
    fn about(features: &[&str]) -> String {
        json!({
            "fingerprint": "", "players": [2], "features": features, "unused": ["hand 3C"], "sizes": {"2": 2},
        })
        .to_string()
    }

    #[test]
    fn the_file_of_the_crate_is_whole() {
        let file = File::read(super::super::WEIGHTS).expect("a file");
        for (id, _, players) in file.tables().expect("tables") {
            let game = game(&id, Options::new(players));
            let network = network(&file, &game).expect("a network");
            assert_eq!(network.first.len(), Layout::new(&game).size());
            assert!(network.first.len() <= super::super::MOST_FEATURES);
        }
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        assert!(matches!(File::read(b"weights"), Err(FileError::Tensors(_))));
        let bytes = written("{}", "uno.first", Dtype::I8, &[3, HIDDEN]);
        let file = File::read(&bytes).expect("a file");
        let error = file.tables().expect_err("no fingerprint").to_string();
        assert_eq!(
            error,
            "the metadata of uno cannot be read: missing field `fingerprint` at line 1 column 2"
        );
        let uno = game("uno", Options::new(2));
        let refused = |about: &str, dtype| {
            let bytes = written(about, "uno.first", dtype, &[3, HIDDEN]);
            network(&File::read(&bytes).expect("a file"), &uno).expect_err("refused")
        };
        let error = refused(&about(&["hand 2C"]), Dtype::I8);
        assert!(matches!(error, FileError::Tensors(_)), "{error}");
        let error = refused(&about(&["hand 2C"]), Dtype::F32).to_string();
        assert_eq!(
            error,
            "uno.first is F32 of shape [3, 128], not I8 of shape [3, 128]"
        );
    }

    #[test]
    fn observations_with_other_features_are_refused() {
        let file = File::read(super::super::WEIGHTS).expect("a file");
        let more = Options {
            history: 1,
            ..Options::new(2)
        };
        let error = network(&file, &game("uno", more)).expect_err("more features");
        assert_eq!(
            error.to_string(),
            "the observations of uno with 2 players have the feature \"history[1] by[self]\": it was trained on others"
        );
        let fewer = network(&file, &game("uno", Options::new(5))).expect_err("no network");
        assert!(fewer.to_string().contains("it was trained on others"), "{fewer}");
    }
}
