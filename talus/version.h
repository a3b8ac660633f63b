/// @file
/// The version of the library. CMakeLists.txt reads these three numbers.
#pragma once

/// Incompatible changes.
#define TALUS_VERSION_MAJOR 0
/// Additions; before 1.0.0 also incompatible changes.
#define TALUS_VERSION_MINOR 1
/// Corrections.
#define TALUS_VERSION_PATCH 0
