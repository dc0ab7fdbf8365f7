"""past"""
