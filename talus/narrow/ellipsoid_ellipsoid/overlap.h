// The answer of tests that ask only whether two bodies overlap.
#pragma once

namespace talus::ellipsoid_ellipsoid {

enum class Overlap { apart, overlapping, undecided };

}  // namespace talus::ellipsoid_ellipsoid
