"""The installer of the appliance, which needs only the system's Python and its standard library."""
