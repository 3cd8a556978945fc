"""A chart and its parts as pure functions: limits and ticks, decimation, braille raster, frame."""
