"""From a path to the sources of a project, and from converted sources to the files of the result."""

from __future__ import annotations

import io
import tokenize
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

import libcst as cst

from parity.port.project.closure import Closure, Package, package_root
from parity.port.project.facts import Source
from parity.port.project.other_files import Other, other_files
from parity.port.project.third_party import FOLDER
from parity.report.files import write_bytes_atomic
from parity.scan import python_files


class BadSourceError(ValueError):
    """A path that cannot be converted; the message says why."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One file of a project.

    Args:
        path (Path): where it was read.
        target (Path): where it goes, below the output; of a single file its name.
        source (Source): what it says.
    """

    path: Path
    target: Path
    source: Source


@dataclass(frozen=True, slots=True)
class Project:
    """What is converted together.

    Args:
        entries (tuple[Entry, ...]): the files; of a file of a package that file first.
        failures (Mapping[str, str]): the files that could not be read, and why.
        package (Path | None): the package's top folder, where the sources are one.
        single (bool): one file that needs no others.
        others (tuple[Other, ...]): the files of a folder that are no Python.
    """

    entries: tuple[Entry, ...]
    failures: Mapping[str, str]
    package: Path | None = None
    single: bool = False
    others: tuple[Other, ...] = ()


def read(
    path: Path,
    progress: Callable[[str, float], None],
    framework: str = "torch",
    without: Path | None = None,
    exclude: Sequence[str] = (),
) -> Project:
    """Read what a path names: a file, with what it needs of its package; or a folder.

    Args:
        path (Path): a Python file or a folder.
        progress (Callable[[str, float], None]): told what is being read and how far it is.
        framework (str): what the sources are written with: ``torch`` or ``mindspore``. Default: torch.
        without (Path | None): a folder below it that holds results, and is passed over. Default: none.
        exclude (Sequence[str]): folders below it, and patterns of files, that are passed over. Default: none.

    Raises:
        BadSourceError: there is no such path, no Python in it, or a single file that does not parse.
    """
    if path.suffix == ".ipynb":
        raise BadSourceError(f"{path}: a notebook is no Python file: `jupyter nbconvert --to script` writes one of it")
    if path.is_file():
        return _file(path)
    results = [without.resolve()] if without is not None and without.resolve() != path.resolve() else []
    try:
        found = [file for file in python_files(path) if not any(file.resolve().is_relative_to(r) for r in results)]
    except ValueError as error:
        raise BadSourceError(str(error)) from error
    found = [file for file in found if not _is_excluded(file.relative_to(path), exclude)]
    others = tuple(o for o in other_files(path, framework, results) if not _is_excluded(o.target, exclude))
    return replace(_folder(path, found, progress), others=others)


def _is_excluded(file: Path, exclude: Sequence[str]) -> bool:
    names = [file.as_posix(), *(folder.as_posix() for folder in file.parents)]
    return any(fnmatchcase(name, pattern.rstrip("/")) for name in names for pattern in exclude)


def _file(path: Path) -> Project:
    root = package_root(path)
    if root is None:
        source = _parsed(path, path.stem, "")
        return Project((Entry(path, Path(path.name), source),), {}, None, single=True)
    package = Package(root)
    _parsed(path, "", "")  # says why it cannot be read
    sources = Closure(package, package.module(path.resolve())).sources()
    entries = []
    for source in sources:
        file = package.file(source.module)
        assert file is not None
        entries.append(Entry(file, package.target(source.module), source))
    return Project(tuple(entries), {}, root, single=len(entries) == 1)


def _folder(path: Path, found: list[Path], progress: Callable[[str, float], None]) -> Project:
    entries: list[Entry] = []
    failures: dict[str, str] = {}
    is_package = (path / "__init__.py").is_file()
    for number, file in enumerate(found):
        progress(f"reading {file.name}", 0.3 * number / len(found))
        inner = file.relative_to(path)
        parts = (*((path.resolve().name,) if is_package else ()), *inner.with_suffix("").parts)
        module = ".".join(parts).removesuffix("__init__").removesuffix(".")
        package = module if file.name == "__init__.py" else module.rpartition(".")[0]
        try:
            entries.append(Entry(file, inner, _parsed(file, module, package)))
        except BadSourceError as error:
            failures[str(file)] = str(error)
    return Project(tuple(entries), failures, path.resolve() if is_package else None)


def _parsed(path: Path, module: str, package: str) -> Source:
    try:
        data = path.read_bytes()
        tree = cst.parse_module(data)
        return Source(module, package, tree, code=data.decode(tree.encoding).removeprefix("\ufeff"))
    except OSError as error:
        raise BadSourceError(f"{path}: {error.strerror}") from error
    except cst.ParserSyntaxError as error:
        raise BadSourceError(f"{path}:{error.raw_line}: not Python: {error.message}") from error
    except (UnicodeDecodeError, SyntaxError, LookupError, RecursionError) as error:
        raise BadSourceError(f"{path}: not Python: {error}") from error


def output_of(project: Project, out: Path) -> Path:
    """Return where results go: a file of a package brings others along, and they need a folder.

    Args:
        project (Project): what was read.
        out (Path): as it was asked for.
    """
    return out.with_suffix("") if out.suffix == ".py" and not project.single else out


def folder_of(project: Project, out: Path) -> Path:
    """Return the folder of results, where what was written last is recorded.

    Args:
        project (Project): what was read.
        out (Path): a file for a single one, else a folder.
    """
    return out.parent if project.single and out.suffix == ".py" else out


def place_of(project: Project, target: Path, out: Path) -> Path:
    """Return where a converted file is written.

    Args:
        project (Project): what was read.
        target (Path): where the file goes, below the output.
        out (Path): a file for a single one, else a folder.
    """
    return out if project.single and out.suffix == ".py" else out / target


def encoded(text: str) -> bytes:
    """Return source in the encoding that its own first lines name; in UTF-8 where they name none that can hold it.

    Args:
        text (str): Python source.
    """
    try:
        name, _ = tokenize.detect_encoding(io.BytesIO(text.encode("utf-8", "replace")).readline)
        return text.encode(name)
    except (SyntaxError, UnicodeEncodeError):
        return text.encode("utf-8", "backslashreplace")


def write(project: Project, contents: Mapping[Path, bytes], out: Path) -> None:
    """Write the converted files: a single one to `out`, more of them below it, each folder a package where it was one.

    Args:
        project (Project): what was read.
        contents (Mapping[Path, bytes]): each file, by where it goes.
        out (Path): a file for a single one, else a folder.
    """
    for target, content in contents.items():
        place = place_of(project, target, out)
        place.parent.mkdir(parents=True, exist_ok=True)
        write_bytes_atomic(place, content)
    if project.package is not None and not (project.single and out.suffix == ".py"):
        for target in contents:
            for folder in (out / target).relative_to(out).parents:
                marker = out / folder / "__init__.py"
                of_others = folder.parts[:1] == (FOLDER,)
                if not marker.exists() and (of_others or _is_package(project.package / folder)):
                    write_bytes_atomic(marker, b"")


def _is_package(folder: Path) -> bool:
    return (folder / "__init__.py").is_file()
