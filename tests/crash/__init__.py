"""A recorder of writes, and crash images made from what it recorded."""
