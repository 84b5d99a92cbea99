"""`python -m ms2torch.parallel.cluster`: the same as `msrun`."""

from ms2torch.parallel.cluster.run import main

if __name__ == "__main__":
    main()
