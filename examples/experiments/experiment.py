"""What the experiments of this folder share: options, runs that are kept, tables, plots."""

import argparse
import csv
import os
import pathlib
import sys
import time

import numpy as np
import talus


def arguments(text):
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("experiment-output"), help="folder of the runs")
    parser.add_argument("--threads", type=int, default=os.cpu_count(), help="default: all cores")
    parser.add_argument("--tiny", action="store_true", help="a small version that tests the script")
    return parser.parse_args()


def compute(scene, options, name, changes):
    """The run OUT/EXPERIMENT/NAME; one that is finished is read, one that was interrupted goes on."""
    out = options.out / scene.parent.name / name
    start = time.monotonic()
    begun = (out / "talus_run.txt").exists()
    if begun and (run := talus.read(out)).is_over:
        return run
    out.parent.mkdir(parents=True, exist_ok=True)
    run = talus.run(scene, out, set=changes, threads=options.threads, resume=begun)
    print(f"{scene.parent.name} {name}: {time.monotonic() - start:.0f} s", flush=True)
    return run


def write_table(rows, options, folder):
    """Prints the rows and writes them as results.csv."""
    def shown(value):
        return f"{value:.4g}" if isinstance(value, float) else str(value)
    print("  ".join(rows[0]))
    for row in rows:
        print("  ".join(shown(v).rjust(len(k)) for k, v in row.items()))
    target = (options.out / folder.name if options.tiny else folder) / "results.csv"
    with open(target, "w", newline="") as file:
        table = csv.writer(file)
        table.writerow(rows[0])
        table.writerows([shown(v) for v in row.values()] for row in rows)


def pyplot():
    try:
        import matplotlib
    except ImportError:
        sys.exit("the plot needs matplotlib (Debian: python3-matplotlib)")
    matplotlib.use("Agg")
    import matplotlib.pyplot
    return matplotlib.pyplot


def draw_grains(axes, frame, diameter, values, **style):
    """The free grains whose centre is within a diameter of the plane y = 0, from the side, coloured by values."""
    from matplotlib.collections import EllipseCollection
    at = frame.positions[frame.free]
    near = np.abs(at[:, 1]) < diameter
    size = np.full(near.sum(), diameter)
    grains = EllipseCollection(size, size, np.zeros(near.sum()), offsets=at[near][:, [0, 2]], units="x",
                               transOffset=axes.transData, array=values[near], **style)
    axes.add_collection(grains)
    axes.set_aspect("equal")
    axes.spines[["top", "right"]].set_visible(False)
    return grains


def plot(file, draw):
    figure, axes = pyplot().subplots(figsize=(6.4, 4.2), dpi=150)
    draw(axes)
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.tight_layout()
    figure.savefig(file)
