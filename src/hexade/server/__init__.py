"""Matches over the network: tables that lose nothing and tell no secrets."""
