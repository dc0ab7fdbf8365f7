"""cardgame"""
