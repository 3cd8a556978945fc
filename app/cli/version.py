"""The version, in one place: the package's metadata and ``--version`` both read it here."""

VERSION = "0.1.0"
