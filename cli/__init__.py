"""The command line `ms2torch`; nothing imports it but its console script and `python -m ms2torch`."""
