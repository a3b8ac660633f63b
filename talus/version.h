/// @file
/// The version of the library, in this one place: CMakeLists.txt reads it for the program, the
/// packages and find_package. It follows Semantic Versioning; docs/release.md says what is stable.
#pragma once

/// Incompatible changes of what is stable.
#define TALUS_VERSION_MAJOR 1
/// Additions.
#define TALUS_VERSION_MINOR 0
/// Corrections.
#define TALUS_VERSION_PATCH 0
/// Of a version that comes before MAJOR.MINOR.PATCH, such as "rc"; empty for that version itself.
#define TALUS_VERSION_PRERELEASE "rc"
