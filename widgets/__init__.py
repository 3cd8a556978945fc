"""What is drawn: charts as pure functions of arrays, and the widgets of the dashboard."""
