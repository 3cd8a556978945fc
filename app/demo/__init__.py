"""Made-up runs, written live."""
