"""The settings and functions of MindSpore's parser that programs name; nothing is parsed here."""
