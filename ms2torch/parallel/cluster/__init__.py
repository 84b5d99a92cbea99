"""`mindspore.parallel.cluster`: starting several processes, the command `msrun`."""
