"""The update that the service installs: a bundle that the app has copied from a USB stick.

The app's user can put anything there, so it is treated like the stick itself. At boot the service also finishes an
update that a power cut interrupted.
"""

import shutil
from dataclasses import replace

from appliance.install import Installation
from appliance.machine import Machine, TroubleError
from appliance.options import InstallOptions
from appliance.places import HANDED_OVER
from appliance.updateoutcome import Outcome, Results


class Update:
    """One run of `deploy/install --handed-over`."""

    def __init__(self, options: InstallOptions) -> None:
        self.machine = Machine(options.root)
        self._options = replace(options, bundle=self.machine.at(HANDED_OVER) / "bundle", key=None, ask=False)

    def run(self) -> int:
        """Install the bundle, leave the result for the app and return the exit status. Raise TroubleError, OSError."""
        results = Results(self.machine)
        installation = Installation(self._options, results)
        if not self.machine.at(HANDED_OVER).exists():
            installation.switching.resume()
            return 0
        try:
            status = installation.run()
            if not results.is_written:
                results.write(Outcome.INSTALLED, installation.number)
            return status
        except (TroubleError, OSError) as error:
            if not results.is_written:
                results.write(Outcome.REFUSED, "", error)
            raise
        finally:
            shutil.rmtree(self.machine.at(HANDED_OVER), ignore_errors=True)
