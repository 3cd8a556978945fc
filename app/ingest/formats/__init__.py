"""The formats that lines come in: what an object of each becomes, and which of them a file is in."""
