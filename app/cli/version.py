"""The version, read by the package metadata and by ``--version``."""

VERSION = "0.1.0"
