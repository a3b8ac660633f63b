#!/usr/bin/env bash
# library.sh PREFIX: a CMake project of somebody else finds the library below PREFIX, builds with it and runs.
set -euo pipefail
prefix=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(user LANGUAGES CXX)
find_package(talus 1.0 REQUIRED)
add_executable(user user.cpp)
target_link_libraries(user PRIVATE talus::talus)
CMAKE
cat >"$scratch/user.cpp" <<'CPP'
#include "talus/talus.h"

int main() {
  const talus::Shape a = talus::make_ellipsoid({1, 2, 3});
  const talus::Shape b = talus::make_sphere(1.0);
  const auto c = talus::contact(a, talus::make_pose({0, 0, 0}, {1, 0, 0, 0}), b,
                                talus::make_pose({2.5, 0, 0}, {1, 0, 0, 0}));
  return c.distance == 0.5 && c.proven ? 0 : 1;
}
CPP
cmake -S "$scratch" -B "$scratch/build" -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_BUILD_TYPE=Release >/dev/null
cmake --build "$scratch/build" >/dev/null
"$scratch/build/user"
find "$prefix/include/talus" -name '*.h' | grep -q talus/talus.h
echo "library below $prefix: passed"
