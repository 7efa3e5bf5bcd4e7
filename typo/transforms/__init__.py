"""Transforms: one family of typing errors a file."""
