"""Boards, cards and pages as people see them."""
