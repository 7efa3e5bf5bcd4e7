"""Views: what a script makes of the keys that somebody pressed, one way of typing a file."""
