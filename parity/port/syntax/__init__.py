"""Trees of libcst: small pieces, quick walks, walks that rewrite."""
