"""The files below `mindspore.mindrecord`: header, pages, index."""
