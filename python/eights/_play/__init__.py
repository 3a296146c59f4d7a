"""Bots and policies in the seats of tables and batches."""
