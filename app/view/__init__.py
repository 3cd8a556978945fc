"""What is looked at of the runs, and how: panels, viewports, series to draw. It knows no screen."""
