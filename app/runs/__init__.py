"""The runs that are watched: finding one, its points as columns, how it does."""
