"""What is executed to prove a row."""
