"""Reading a run: its lines, masked and decoded into batches of points, and counts of what was dropped."""
