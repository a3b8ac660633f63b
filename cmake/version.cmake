# The version of talus/version.h in the forms that others want, and the commit.
#   talus_version           1.0.0       project(), find_package
#   talus_full_version      1.0.0-rc    the program, talus.__version__
#   talus_debian_version    1.0.0~rc    Debian sorts it before 1.0.0
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../talus/version.h" version_lines
     REGEX "^#define TALUS_VERSION_(MAJOR|MINOR|PATCH) ")
list(TRANSFORM version_lines REPLACE "^.* " "")
list(JOIN version_lines "." talus_version)
file(STRINGS "${CMAKE_CURRENT_LIST_DIR}/../talus/version.h" prerelease
     REGEX "^#define TALUS_VERSION_PRERELEASE ")
string(REGEX REPLACE "^.*\"(.*)\"$" "\\1" prerelease "${prerelease}")
set(talus_full_version "${talus_version}")
set(talus_debian_version "${talus_version}")
if(prerelease)
  string(APPEND talus_full_version "-${prerelease}")
  string(APPEND talus_debian_version "~${prerelease}")
endif()

# talus_commit_header(target source): the source of the target includes "commit.h", which defines TALUS_COMMIT. It is
# current whenever the target is built, and is written only if the commit is another.
set(TALUS_COMMIT "" CACHE STRING "Commit that talus --version prints; empty: that of the repository")
function(talus_commit_header target source)
  add_custom_target(talus_commit
    COMMAND "${CMAKE_COMMAND}" -DSOURCE=${PROJECT_SOURCE_DIR} -DCOMMIT=${TALUS_COMMIT}
            -DHEADER=${PROJECT_BINARY_DIR}/commit/commit.h
            -P "${PROJECT_SOURCE_DIR}/cmake/write_commit.cmake"
    BYPRODUCTS "${PROJECT_BINARY_DIR}/commit/commit.h" VERBATIM)
  add_dependencies(${target} talus_commit)
  set_source_files_properties("${source}" PROPERTIES INCLUDE_DIRECTORIES "${PROJECT_BINARY_DIR}/commit")
endfunction()
