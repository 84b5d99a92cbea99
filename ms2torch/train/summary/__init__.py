"""Records of training for a viewer: `SummaryRecord`."""

from ms2torch.train.summary.summary_record import SummaryRecord as SummaryRecord

__all__ = ["SummaryRecord"]
