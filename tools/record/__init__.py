"""Record what real MindSpore 2.10.0 does. Run in its environment: `make record`, `make signatures`."""
