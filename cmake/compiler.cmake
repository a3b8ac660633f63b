# One language level and one set of flags for everything.

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON) # the Python module links the static libraries
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")

# The same bits on every instruction set: no contraction to fused multiply-add and no processor-specific -march.
# x86-64 with SSE2 has no excess precision.
add_compile_options(-Wall -Wextra -Wpedantic -ffp-contract=off)

set(TALUS_SANITIZE "" CACHE STRING "Sanitizers, as in -fsanitize=: address,undefined")
if(TALUS_SANITIZE)
  add_compile_options(-fsanitize=${TALUS_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${TALUS_SANITIZE})
endif()

find_program(TALUS_CCACHE ccache)
mark_as_advanced(TALUS_CCACHE)
if(TALUS_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${TALUS_CCACHE}")
endif()
