"""The hub of a club: what all tables of a house played, and how they stand. Nobody imports it."""
