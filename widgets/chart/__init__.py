"""Charts as pure functions: limits and ticks, decimation, rasterization to braille, axes."""
