"""Build hook for Hatch that compiles the catalogues of the languages."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileCatalogues(BuildHookInterface[BuilderConfig]):
    """A hook that adds a `.mo` for every `.po` to the wheel; for an editable install, beside the `.po`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile the catalogues before the wheel is built; `version` is the kind of wheel."""
        sys.path.insert(0, self.root)  # Companion is not installed yet
        from companion.words.compiling import compile_catalogue

        self._folder = TemporaryDirectory()
        for source in (Path(self.root) / "companion/words").glob("*.po"):
            compiled = source.with_suffix(".mo")
            if version != "editable":
                compiled = Path(self._folder.name) / compiled.name
                build_data["force_include"][str(compiled)] = f"companion/words/{compiled.name}"
            compiled.write_bytes(compile_catalogue(source))

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove temporary files."""
        self._folder.cleanup()
