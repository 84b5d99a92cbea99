"""What is known of the user's source: places, constructor calls, faults, and the lines to write instead."""
