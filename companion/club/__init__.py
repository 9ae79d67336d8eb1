"""What a club tries itself out with before its evening."""
