"""Single changes of a body's operations, for `parity.body.counterfactual` to execute."""
