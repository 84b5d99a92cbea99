"""Images: resizing, sampling, colours, boxes."""
