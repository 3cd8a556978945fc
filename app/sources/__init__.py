"""Where a run's bytes come from, and waiting for more of them."""
