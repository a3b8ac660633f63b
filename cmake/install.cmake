# cmake --install, and find_package(talus) on the installed tree.
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/talus")
get_property(modules GLOBAL PROPERTY talus_modules)
list(TRANSFORM modules PREPEND talus_ OUTPUT_VARIABLE module_targets)

install(TARGETS ${module_targets} talus_talus EXPORT talusTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/talus" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
        FILES_MATCHING PATTERN "*.h")
install(EXPORT talusTargets NAMESPACE talus:: DESTINATION "${package_folder}")

configure_package_config_file(
  cmake/talusConfig.cmake.in "${PROJECT_BINARY_DIR}/talusConfig.cmake"
  INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/talusConfigVersion.cmake"
                                 COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/talusConfig.cmake"
              "${PROJECT_BINARY_DIR}/talusConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/hdf5.cmake"
        DESTINATION "${package_folder}")
