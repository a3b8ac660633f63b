"""One run of a parameter study, in a process of its own: python -m talus._run_one, with the run as JSON on standard
input. Exit status: 0 done, 1 failed (the reason is on standard error), 130 interrupted."""

import json
import sys

from talus import _core


def main():
    job = json.load(sys.stdin)
    try:
        _core._run_scene(job["scene"], job["out"], job["set"], job["threads"], True, job["overwrite"])
    except KeyboardInterrupt:
        return 130
    except (OSError, ValueError, RuntimeError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
