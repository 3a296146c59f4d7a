//! The file of weights: safetensors, with matrices as integers of -127 … 127 and a scale for each row.
//!
//! `examples/train_one_policy.py` trains the weights, and `tools/pack_learned.py` writes the file. Each layer has the
//! tensors `NAME` (integers, [inputs, units]), `NAME.scale` (a float for each row) and, but for parts of a layer,
//! `NAME.bias`. The metadata hold the names of all inputs, by which the weights are bound to features: a layout may have
//! them in any order, and others, which count nothing until the network is trained with them.

use safetensors::tensor::{Dtype, SafeTensors, TensorView};

use super::columns::InputNames;
use super::network::{CARD, Dense, FIRST, Network, PAIR, PLAIN, SECOND, TABLE, VECTOR};
use super::related::RELATED;

/// Reason why a file cannot be read.
#[derive(Debug, thiserror::Error)]
pub(super) enum FileError {
    /// The file is not a file of tensors, or a tensor is missing.
    #[error(transparent)]
    Tensors(#[from] safetensors::SafeTensorError),
    /// The names of the inputs cannot be parsed.
    #[error("the names of the inputs cannot be read: {0}")]
    Names(#[from] serde_json::Error),
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

/// Reads the weights, and the names of their inputs.
pub(super) fn read(bytes: &[u8]) -> Result<(Network, InputNames), FileError> {
    let (_, metadata) = SafeTensors::read_metadata(bytes)?;
    let metadata = metadata.metadata().as_ref();
    let names = metadata
        .and_then(|all| all.get("inputs"))
        .map_or("", String::as_str);
    let names: InputNames = serde_json::from_str(names)?;
    let file = File(SafeTensors::deserialize(bytes)?);
    let pair_vector = file.rows("pair.vector", VECTOR)?;
    let plain: Vec<[f32; PLAIN]> = file.rows("plain", SECOND)?;
    let value: Vec<[f32; 1]> = file.rows("value", SECOND)?;
    let pair_logit: Vec<[f32; 1]> = file.rows("pair.logit", PAIR)?;
    let [value_bias] = file.bias("value")?;
    let network = Network {
        card: file.dense("card1", names.card.len())?,
        card_features: names.card.clone(),
        vector: file.dense("card2", CARD)?,
        table: file.dense("table", names.table.len())?,
        first: Dense {
            rows: file.rows("first.table", TABLE)?,
            bias: file.bias("first")?,
        },
        sums: file.rows("sums", names.groups() * VECTOR)?,
        facts: file.rows("facts", names.facts())?,
        second: file.dense("second", FIRST)?,
        pair: Dense {
            rows: file.rows("pair.state", SECOND)?,
            bias: file.bias("pair")?,
        },
        pair_vector,
        pair_related: file.rows("pair.related", RELATED)?,
        pair_logit: std::array::from_fn(|unit| pair_logit[unit][0]),
        plain: (0..PLAIN)
            .map(|action| std::array::from_fn(|unit| plain[unit][action]))
            .collect(),
        plain_bias: file.bias("plain")?,
        value: std::array::from_fn(|unit| value[unit][0]),
        value_bias,
    };
    Ok((network, names))
}

struct File<'a>(SafeTensors<'a>);

impl<'a> File<'a> {
    /// Reads a layer with this number of inputs.
    fn dense<const N: usize>(&self, name: &str, inputs: usize) -> Result<Dense<N>, FileError> {
        Ok(Dense {
            rows: self.rows(name, inputs)?,
            bias: self.bias(name)?,
        })
    }

    /// Reads a matrix of rows of N weights.
    fn rows<const N: usize>(&self, name: &str, inputs: usize) -> Result<Vec<[f32; N]>, FileError> {
        let weights = self.tensor(name, Dtype::I8, &[inputs, N])?;
        let scales = self.floats(&format!("{name}.scale"), inputs)?;
        let rows = weights.as_chunks::<N>().0.iter().zip(scales);
        Ok(rows
            .map(|(row, scale)| row.map(|weight| f32::from(weight.cast_signed()) * scale))
            .collect())
    }

    fn bias<const N: usize>(&self, name: &str) -> Result<[f32; N], FileError> {
        let mut bias = [0.0; N];
        for (to, number) in bias.iter_mut().zip(self.floats(&format!("{name}.bias"), N)?) {
            *to = number;
        }
        Ok(bias)
    }

    fn floats(&self, name: &str, len: usize) -> Result<impl Iterator<Item = f32> + use<'a>, FileError> {
        let bytes = self.tensor(name, Dtype::F32, &[len])?;
        Ok(bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)))
    }

    /// Returns the bytes of a tensor of this type and shape.
    fn tensor(&self, name: &str, dtype: Dtype, shape: &[usize]) -> Result<&'a [u8], FileError> {
        let tensor: TensorView<'a> = self.0.tensor(name)?;
        if tensor.dtype() == dtype && tensor.shape() == shape {
            return Ok(tensor.data());
        }
        Err(FileError::Tensor {
            name: name.to_owned(),
            found: format!("{:?} of shape {:?}", tensor.dtype(), tensor.shape()),
            wanted: format!("{dtype:?} of shape {shape:?}"),
        })
    }
}
