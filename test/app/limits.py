"""Limits on a child process, for subprocess's preexec_fn."""

import os
import resource

# Address sanitizers reserve terabytes of addresses at the start and answer faults of the processor themselves.
SANITIZED = "address" in os.environ.get("TALUS_SANITIZE", "")


def limited_addresses(size):
    """At most so many bytes of addresses; no limit with an address sanitizer, under which no program would start."""

    def limit():
        if not SANITIZED:
            resource.setrlimit(resource.RLIMIT_AS, (size, size))

    return limit
