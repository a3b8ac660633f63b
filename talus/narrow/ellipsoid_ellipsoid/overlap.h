// The result of tests that decide only whether two bodies overlap.
#pragma once

namespace talus::ellipsoid_ellipsoid {

enum class Overlap { apart, overlapping, undecided };

}  // namespace talus::ellipsoid_ellipsoid
