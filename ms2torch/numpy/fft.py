"""`mindspore.numpy.fft`: the Fourier transforms of `mindspore.ops`, with numpy's argument names.

Source: mindspore.numpy.fft, MindSpore 2.10
"""

from __future__ import annotations

from collections.abc import Sequence

from ms2torch._core.dtype import Type
from ms2torch._core.tensor_type import Tensor
from ms2torch.ops.function.spectral import fft as spectral_fft

__all__ = [
    "fft",
    "fft2",
    "fftfreq",
    "fftn",
    "fftshift",
    "hfft",
    "hfft2",
    "hfftn",
    "ifft",
    "ifft2",
    "ifftn",
    "ifftshift",
    "ihfft",
    "ihfft2",
    "ihfftn",
    "irfft",
    "irfft2",
    "irfftn",
    "rfft",
    "rfft2",
    "rfftfreq",
    "rfftn",
]


def fft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Compute the Fourier transform along one dimension.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        n (int, optional): length to which `a` is cut or padded with zeros. Default: ``None``.
        axis (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.fft, MindSpore 2.10
    """
    return spectral_fft.fft(a, n, axis, norm)


def ifft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Compute the inverse Fourier transform along one dimension.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        n (int, optional): length to which `a` is cut or padded with zeros. Default: ``None``.
        axis (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.ifft, MindSpore 2.10
    """
    return spectral_fft.ifft(a, n, axis, norm)


def fft2(a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None) -> Tensor:
    """Compute the Fourier transform along two dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.fft2, MindSpore 2.10
    """
    return spectral_fft.fft2(a, s, axes, norm)


def ifft2(a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None) -> Tensor:
    """Compute the inverse Fourier transform along two dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.ifft2, MindSpore 2.10
    """
    return spectral_fft.ifft2(a, s, axes, norm)


def fftn(
    a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Compute the Fourier transform along several dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int], optional): the dimensions. Default ``None``: the
            last of `s`, or all.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.fftn, MindSpore 2.10
    """
    return spectral_fft.fftn(a, s, axes, norm)


def ifftn(
    a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Compute the inverse Fourier transform along several dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int], optional): the dimensions. Default ``None``: the
            last of `s`, or all.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.ifftn, MindSpore 2.10
    """
    return spectral_fft.ifftn(a, s, axes, norm)


def rfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Compute the half of the Fourier transform of real numbers that determines it.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        n (int, optional): length to which `a` is cut or padded with zeros. Default: ``None``.
        axis (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.rfft, MindSpore 2.10
    """
    return spectral_fft.rfft(a, n, axis, norm)


def irfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Compute the real numbers of which `rfft` gave the half.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        n (int, optional): length to which `a` is cut or padded with zeros. Default: ``None``.
        axis (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.irfft, MindSpore 2.10
    """
    return spectral_fft.irfft(a, n, axis, norm)


def rfft2(a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None) -> Tensor:
    """Do as `rfft` along two dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.rfft2, MindSpore 2.10
    """
    return spectral_fft.rfft2(a, s, axes, norm)


def irfft2(
    a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None
) -> Tensor:
    """Do as `irfft` along two dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.irfft2, MindSpore 2.10
    """
    return spectral_fft.irfft2(a, s, axes, norm)


def rfftn(
    a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Do as `rfft` along several dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int], optional): the dimensions. Default ``None``: the
            last of `s`, or all.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.rfftn, MindSpore 2.10
    """
    return spectral_fft.rfftn(a, s, axes, norm)


def irfftn(
    a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Do as `irfft` along several dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int], optional): the dimensions. Default ``None``: the
            last of `s`, or all.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.irfftn, MindSpore 2.10
    """
    return spectral_fft.irfftn(a, s, axes, norm)


def hfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Compute the real Fourier transform of a half of symmetric numbers.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        n (int, optional): length to which `a` is cut or padded with zeros. Default: ``None``.
        axis (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.hfft, MindSpore 2.10
    """
    return spectral_fft.hfft(a, n, axis, norm)


def ihfft(a: Tensor, n: int | None = None, axis: int = -1, norm: str | None = None) -> Tensor:
    """Compute the half of which `hfft` gave the transform.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        n (int, optional): length to which `a` is cut or padded with zeros. Default: ``None``.
        axis (int): the dimension. Default: ``-1``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.ihfft, MindSpore 2.10
    """
    return spectral_fft.ihfft(a, n, axis, norm)


def hfft2(a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None) -> Tensor:
    """Do as `hfft` along two dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.hfft2, MindSpore 2.10
    """
    return spectral_fft.hfft2(a, s, axes, norm)


def ihfft2(
    a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] = (-2, -1), norm: str | None = None
) -> Tensor:
    """Do as `ihfft` along two dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int]): the dimensions. Default: ``(-2, -1)``.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.ihfft2, MindSpore 2.10
    """
    return spectral_fft.ihfft2(a, s, axes, norm)


def hfftn(
    a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Do as `hfft` along several dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int], optional): the dimensions. Default ``None``: the
            last of `s`, or all.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Source: mindspore.numpy.fft.hfftn, MindSpore 2.10
    """
    return spectral_fft.hfftn(a, s, axes, norm)


def ihfftn(
    a: Tensor, s: Sequence[int] | None = None, axes: Sequence[int] | None = None, norm: str | None = None
) -> Tensor:
    """Do as `ihfft` along several dimensions.

    Args:
        a (Tensor): the numbers, any shape but 0-d.
        s (tuple[int], optional): lengths to which `a` is cut or padded with zeros. Default: ``None``.
        axes (tuple[int], optional): the dimensions. Default ``None``: the
            last of `s`, or all.
        norm (str, optional): ``"forward"``, ``"backward"`` or ``"ortho"``. Default ``None``: ``"backward"``.

    Returns:
        Tensor.

    Differs from MindSpore: it calls `hfftn` there, against its documentation.

    Source: mindspore.numpy.fft.ihfftn, MindSpore 2.10
    """
    return spectral_fft.ihfftn(a, s, axes, norm)


def fftshift(x: Tensor, axes: int | Sequence[int] | None = None) -> Tensor:
    """Move the frequency 0 to the middle.

    Args:
        x (Tensor): any shape.
        axes (Union[int, tuple[int]], optional): the dimensions. Default ``None``: all.

    Returns:
        Tensor of the same shape.

    Source: mindspore.numpy.fft.fftshift, MindSpore 2.10
    """
    return spectral_fft.fftshift(x, axes)


def ifftshift(x: Tensor, axes: int | Sequence[int] | None = None) -> Tensor:
    """Undo `fftshift`.

    Args:
        x (Tensor): any shape.
        axes (Union[int, tuple[int]], optional): the dimensions. Default ``None``: all.

    Returns:
        Tensor of the same shape.

    Source: mindspore.numpy.fft.ifftshift, MindSpore 2.10
    """
    return spectral_fft.ifftshift(x, axes)


def fftfreq(n: int, d: float = 1.0, dtype: Type | None = None) -> Tensor:
    """Return the frequencies of the elements of `fft`.

    Args:
        n (int): the length of the transform.
        d (float): the step between the numbers transformed. Default: ``1.0``.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: float32.

    Returns:
        Tensor of one dimension.

    Source: mindspore.numpy.fft.fftfreq, MindSpore 2.10
    """
    return spectral_fft.fftfreq(n, d, dtype)


def rfftfreq(n: int, d: float = 1.0, dtype: Type | None = None) -> Tensor:
    """Return the frequencies of the elements of `rfft`.

    Args:
        n (int): the length of the transform.
        d (float): the step between the numbers transformed. Default: ``1.0``.
        dtype (mindspore.dtype, optional): type of the result. Default ``None``: float32.

    Returns:
        Tensor of one dimension.

    Source: mindspore.numpy.fft.rfftfreq, MindSpore 2.10
    """
    return spectral_fft.rfftfreq(n, d, dtype)
