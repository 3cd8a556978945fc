"""From bytes to points: sources, lines, masking, the rules of dropping, and their counts."""
