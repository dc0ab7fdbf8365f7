"""Runs the benches and prints their tables, or with --json one object with all figures."""

import argparse
import json
import sys

from benches import fingers, histories, journals, largemaps, openings, readings, scans, screens, soak, tallies, trails
from benches.report import Table


def main() -> None:
    parser = argparse.ArgumentParser(prog="deploy/bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
    parser.add_argument("--only", metavar="NAME", help="one bench alone, as in --only hours_of_play")
    parser.add_argument("--quick", action="store_true", help="fewer samples and shorter searches")
    parser.add_argument("--profile", action="store_true", help="instead, where the time of a frame goes")
    options = parser.parse_args()
    if options.profile:
        from benches.frames import profile  # it opens the app

        print(profile())
        return
    tables: list[Table] = []
    benches = (
        trails.holdings,
        trails.growth,
        tallies.finished_games,
        journals.durability,
        journals.opening,
        histories.long_game,
        histories.many_games,
        largemaps.large_maps,
        journals.repair,
        scans.latency,
        fingers.touches,
        readings.photo_readings,
        screens.beside_an_empty_app,
        openings.openings,
        soak.hours_of_play,
    )
    for bench in benches:
        if options.only and options.only != bench.__name__:
            continue
        for table in bench(options.quick):
            tables.append(table)
            if not options.json:
                print(table.printed(), flush=True)
    if options.json:
        json.dump({table.name: table.rows for table in tables}, sys.stdout, indent=1)
        print()


main()
