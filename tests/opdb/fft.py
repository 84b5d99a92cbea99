"""Fourier transforms. Those of Hermitian signals give another answer at each call on MindSpore's CPU: torch answers."""

from __future__ import annotations

from tests.opdb._spec import Op, Sample, dtype, error_sample, sample, t

REAL, WIDE, COMPLEX = t(3, 4, 5), t(4, 6, dtype="float64"), t(3, 4, dtype="complex64")


def one_dim(*, takes_complex: bool = True, takes_real: bool = True) -> list[Sample]:
    out = []
    if takes_real:
        out += [
            sample(REAL),
            sample(WIDE, 8),
            sample(REAL, 3, 1),
            sample(REAL, norm="ortho"),
            sample(REAL, dim=0, norm="forward"),
            sample(t(3, 4, dtype="int32")),
        ]
    if takes_complex:
        out += [sample(COMPLEX), sample(COMPLEX, 7, 0, "ortho")]
    return out


def many_dims(*, takes_complex: bool = True, takes_real: bool = True) -> list[Sample]:
    out = []
    if takes_real:
        out += [
            sample(REAL),
            sample(WIDE, (3, 8)),
            sample(REAL, (2, 4), (0, 1)),
            sample(REAL, norm="ortho"),
            sample(REAL, dim=(0, 2), norm="forward"),
        ]
    if takes_complex:
        out += [sample(COMPLEX), sample(COMPLEX, (2, 3), (0, 1), "forward")]
    return out


ONE_ERRORS = [
    error_sample(REAL, dim=3, raises=ValueError),
    error_sample(REAL, n=0, raises=ValueError),
    error_sample(REAL, norm="half", raises=ValueError),
    error_sample(REAL, n=2.0, raises=TypeError),
]
MANY_ERRORS = [
    error_sample(REAL, dim=(0, 3), raises=ValueError),
    error_sample(REAL, norm="half", raises=ValueError),
]

OPS = [
    Op("mindspore.ops.fft", one_dim(), errors=ONE_ERRORS, tol=1e-5),
    Op("mindspore.ops.ifft", one_dim(), errors=ONE_ERRORS, tol=1e-5),
    Op("mindspore.ops.rfft", one_dim(takes_complex=False), errors=ONE_ERRORS, tol=1e-5),
    Op("mindspore.ops.irfft", one_dim(), errors=ONE_ERRORS, tol=1e-5),
    Op("mindspore.ops.hfft", one_dim(), errors=ONE_ERRORS, tol=1e-5, oracle="torch.fft.hfft"),
    Op("mindspore.ops.ihfft", one_dim(takes_complex=False), errors=ONE_ERRORS, tol=1e-5, oracle="torch.fft.ihfft"),
    Op("mindspore.ops.fft2", many_dims(), errors=MANY_ERRORS, tol=2e-5),
    Op("mindspore.ops.ifft2", many_dims(), errors=MANY_ERRORS, tol=2e-5),
    Op("mindspore.ops.rfft2", many_dims(takes_complex=False), errors=MANY_ERRORS, tol=2e-5),
    Op("mindspore.ops.irfft2", many_dims(), errors=MANY_ERRORS, tol=2e-5),
    Op("mindspore.ops.hfft2", many_dims(), errors=MANY_ERRORS, tol=2e-5, oracle="torch.fft.hfft2"),
    Op("mindspore.ops.ihfft2", many_dims(takes_complex=False), errors=MANY_ERRORS, tol=2e-5, oracle="torch.fft.ihfft2"),
    Op("mindspore.ops.fftn", many_dims(), errors=MANY_ERRORS, tol=2e-5),
    Op("mindspore.ops.ifftn", many_dims(), errors=MANY_ERRORS, tol=2e-5),
    Op("mindspore.ops.rfftn", many_dims(takes_complex=False), errors=MANY_ERRORS, tol=2e-5),
    Op("mindspore.ops.irfftn", many_dims(), errors=MANY_ERRORS, tol=2e-5),
    Op("mindspore.ops.hfftn", many_dims(), errors=MANY_ERRORS, tol=2e-5, oracle="torch.fft.hfftn"),
    Op("mindspore.ops.ihfftn", many_dims(takes_complex=False), errors=MANY_ERRORS, tol=2e-5, oracle="torch.fft.ihfftn"),
    Op(
        "mindspore.ops.fftshift",
        [sample(REAL), sample(REAL, 1), sample(REAL, (0, 2)), sample(t(4, dtype="int32"))],
        also=["mindspore.ops.ifftshift"],
        errors=[error_sample(REAL, 3, raises=ValueError)],
    ),
    Op(
        "mindspore.ops.fftfreq",
        [sample(5), sample(6, 0.5), sample(1), sample(4, 2.0, dtype("float64"))],
        also=["mindspore.ops.rfftfreq"],
        errors=[error_sample(0, raises=ValueError)],
    ),
]
