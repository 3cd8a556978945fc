"""What is drawn of the runs, and how: panels, viewports, series. It knows no screen."""
