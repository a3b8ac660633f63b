"""Measures everything that study/validation/README.md reports.

python3 study/validation/cases [--out FOLDER] [--tiny] [--only CASE ...] [--commit TEXT]
"""
import argparse
import importlib
import json
import platform
import sys
import tempfile
import time
from pathlib import Path

import talus

CASES = ["impacts", "cohesion", "sliding", "twisting", "holding", "rotation", "rebound", "gas", "walls", "round_walls", "concave_meshes", "mesh_convex", "mesh_bodies", "rest", "links", "packing"]


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":")[1].strip()
    return platform.machine()


def shortened(value):
    """Numbers of the curves with six digits."""
    if isinstance(value, dict):
        return {key: shortened(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [shortened(item) for item in value]
    return float(f"{value:.6g}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[1] / "results")
    parser.add_argument("--tiny", action="store_true", help="seconds instead of minutes; for the tests")
    parser.add_argument("--only", nargs="+", choices=CASES, help="renew these, keep the other results")
    parser.add_argument("--commit", default="unknown")
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    file = options.out / "validation.json"
    study = json.loads(file.read_text()) if options.only and file.exists() else {"cases": {}}
    for name in options.only or CASES:
        start = time.process_time()
        with tempfile.TemporaryDirectory() as folder:
            result = importlib.import_module(name).measure(options.tiny, Path(folder))
        result["series"] = shortened(result.get("series", {}))
        result["seconds"] = round(time.process_time() - start, 1)
        result["commit"] = options.commit
        study["cases"][name] = result
        wrong = [r for r in result["rows"] if not r["holds"]]
        print(f"{name}: {len(result['rows']) - len(wrong)} of {len(result['rows'])} as expected, {result['seconds']} s", flush=True)
        for r in wrong:
            print(f"  {r['what']}: expected {r['expected']}, measured {r['measured']} {r['unit']}")
        study.update(machine=processor(), version=talus.__version__)
        file.write_text(json.dumps(study).replace('{"what"', '\n{"what"') + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
