"""What all of `mindspore.mindrecord` shares: its exceptions."""
