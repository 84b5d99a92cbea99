"""SentencePiece, by its own library."""

from __future__ import annotations

import importlib
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from ms2torch.dataset.text._enums import SentencePieceModel, SPieceTokenizerOutType


def library() -> Any:
    """Return the library.

    Raises:
        ModuleNotFoundError: it is not installed.
    """
    try:
        return importlib.import_module("sentencepiece")
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(
            "SentencePiece needs the library of that name; install it with `pip install sentencepiece`.",
            name="sentencepiece",
        ) from error


class SentencePieceVocab:
    """A trained model of SentencePiece.

    Source: mindspore.dataset.text.SentencePieceVocab, MindSpore 2.10
    """

    def __init__(self) -> None:
        self.c_sentence_piece_vocab: bytes | None = None

    @classmethod
    def from_dataset(
        cls,
        dataset: Any,
        col_names: list[str],
        vocab_size: int,
        character_coverage: float,
        model_type: SentencePieceModel,
        params: dict[str, Any],
    ) -> SentencePieceVocab:
        """Train on the text of a dataset.

        Args:
            dataset (Dataset): its columns hold sentences.
            col_names (list[str]): the columns to read.
            vocab_size (int): number of pieces.
            character_coverage (float): share of characters that the model covers, in [0.98, 1].
            model_type (SentencePieceModel): the algorithm.
            params (dict): more arguments of the trainer.

        Raises:
            ModuleNotFoundError: `sentencepiece` is not installed.

        Source: mindspore.dataset.text.SentencePieceVocab.from_dataset, MindSpore 2.10
        """
        rows = dataset.create_dict_iterator(num_epochs=1, output_numpy=True)
        sentences = (str(text) for row in rows for name in col_names for text in row[name].reshape(-1).tolist())
        return cls._train(vocab_size, character_coverage, model_type, params, sentences=sentences)

    @classmethod
    def from_file(
        cls,
        file_path: list[str],
        vocab_size: int,
        character_coverage: float,
        model_type: SentencePieceModel,
        params: dict[str, Any],
    ) -> SentencePieceVocab:
        """Train on files of one sentence a line.

        Args:
            file_path (list[str]): the files.
            vocab_size (int): number of pieces.
            character_coverage (float): share of characters that the model covers, in [0.98, 1].
            model_type (SentencePieceModel): the algorithm.
            params (dict): more arguments of the trainer.

        Raises:
            ModuleNotFoundError: `sentencepiece` is not installed.

        Source: mindspore.dataset.text.SentencePieceVocab.from_file, MindSpore 2.10
        """
        if not isinstance(file_path, (list, tuple)):
            raise TypeError(f"`file_path` must be a list of str, but got {file_path!r}.")
        return cls._train(vocab_size, character_coverage, model_type, params, files=list(file_path))

    @classmethod
    def save_model(cls, vocab: SentencePieceVocab, path: str, filename: str) -> None:
        """Write a model.

        Args:
            vocab (SentencePieceVocab): the model.
            path (str): the folder.
            filename (str): the file's name.

        Source: mindspore.dataset.text.SentencePieceVocab.save_model, MindSpore 2.10
        """
        if not isinstance(vocab, SentencePieceVocab):
            raise TypeError(f"`vocab` must be a SentencePieceVocab, but got {type(vocab)}.")
        if not Path(path).is_dir():
            raise RuntimeError(f"SentencePieceVocab.save_model: there is no folder {path!r}.")
        (Path(path) / filename).write_bytes(vocab.model())

    @classmethod
    def _train(
        cls,
        vocab_size: int,
        character_coverage: float,
        model_type: SentencePieceModel,
        params: dict[str, Any],
        sentences: Iterable[str] | None = None,
        files: list[str] | None = None,
    ) -> SentencePieceVocab:
        if not isinstance(vocab_size, int) or isinstance(vocab_size, bool):
            raise TypeError(f"`vocab_size` must be an int, but got {vocab_size!r}.")
        if not isinstance(character_coverage, float):
            raise TypeError(f"`character_coverage` must be a float, but got {character_coverage!r}.")
        if not isinstance(model_type, SentencePieceModel):
            raise TypeError(f"`model_type` must be a SentencePieceModel, but got {model_type!r}.")
        if not isinstance(params, dict):
            raise TypeError(f"`params` must be a dict, but got {params!r}.")
        model = io.BytesIO()
        source = {"input": ",".join(files)} if files is not None else {"sentence_iterator": iter(sentences or ())}
        library().SentencePieceTrainer.train(
            model_writer=model,
            vocab_size=vocab_size,
            character_coverage=character_coverage,
            model_type=model_type.name.lower(),
            **source,
            **params,
        )
        vocab = cls()
        vocab.c_sentence_piece_vocab = model.getvalue()
        return vocab

    def model(self) -> bytes:
        """Return the model as it is written to a file.

        Raises:
            RuntimeError: it was not trained.
        """
        if self.c_sentence_piece_vocab is None:
            raise RuntimeError("this SentencePieceVocab is empty; build it with from_dataset or from_file.")
        return self.c_sentence_piece_vocab


def encode(model: bytes, text: str, out_type: SPieceTokenizerOutType) -> list[Any]:
    """Return the pieces of a text, or their numbers."""
    processor = library().SentencePieceProcessor(model_proto=model)
    result: list[Any] = processor.encode(text, out_type=str if out_type == SPieceTokenizerOutType.STRING else int)
    return result
