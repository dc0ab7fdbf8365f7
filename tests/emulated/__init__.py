"""A walk through a life of the appliance on an emulated machine. It takes an hour, so it is no part of the checks."""
