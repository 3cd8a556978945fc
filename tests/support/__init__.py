"""What tests of several rooms share: runs to test with, fakes, and the oracles."""
