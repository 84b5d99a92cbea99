"""Files of weights converted between the frameworks."""
