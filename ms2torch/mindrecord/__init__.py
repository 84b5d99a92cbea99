"""`mindspore.mindrecord`: MindSpore's own format for datasets, which is not read or written yet.

The names are here so that programs which import them start; using one says what to do instead.

Source: mindspore.mindrecord, MindSpore 2.10
"""

from ms2torch.mindrecord.filereader import FileReader as FileReader
from ms2torch.mindrecord.filewriter import FileWriter as FileWriter
