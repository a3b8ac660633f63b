# talus_simd_kernel(target kernel [SANITIZE_NEVER])
#
# Compiles a kernel once per instruction set, for talus/simd/dispatch.h to choose from. The sources are
# written to the build tree: each renames the namespace talus, so that the linker cannot mix code of two
# instruction sets, and names the entry points, which alone leave it. The kernel's path is relative to an
# include directory of the target.
#
# Sources for more than the basic instruction set are always optimised: a standard function that is not
# inlined would need that instruction set wherever the linker picks it. SANITIZE_NEVER: the kernel has
# eight pairs in one function, which the sanitizers would take minutes over, and all its memory is one block.
option(TALUS_SIMD_PLAIN "Kernels with one number per register, as on machines other than x86-64" OFF)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT TALUS_SIMD_PLAIN)
  set(talus_simd_levels x86_64_v4 x86_64_v3 x86_64) # as simd_levels in talus/simd/dispatch.h
else()
  set(talus_simd_levels plain)
endif()
if(TALUS_SIMD_PLAIN)
  add_compile_definitions(TALUS_SIMD_PLAIN)
endif()

function(talus_simd_kernel target kernel)
  cmake_parse_arguments(PARSE_ARGV 2 option "SANITIZE_NEVER" "" "")
  get_filename_component(name "${kernel}" NAME_WE)
  foreach(level IN LISTS talus_simd_levels)
    set(source "${PROJECT_BINARY_DIR}/simd/${target}/${name}_${level}.cpp")
    file(CONFIGURE OUTPUT "${source}" CONTENT
"#define talus talus_@name@_@level@
#define TALUS_SIMD_KERNEL
#define TALUS_SIMD_ENTRY(name) name##_@level@
#include \"@kernel@\"
" @ONLY)
    target_sources(${target} PRIVATE "${source}")
    set(options)
    if(level MATCHES "^x86_64_v")
      string(REPLACE "_" "-" march "${level}")
      list(APPEND options "-march=${march}" -O3)
    endif()
    if(TALUS_SANITIZE AND option_SANITIZE_NEVER)
      list(APPEND options -fno-sanitize=all -O2)
    endif()
    set_source_files_properties("${source}" TARGET_DIRECTORY ${target} PROPERTIES
                                COMPILE_OPTIONS "${options}")
  endforeach()
endfunction()
