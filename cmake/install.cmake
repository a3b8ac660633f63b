# cmake --install, and find_package(talus) on the installed tree.
include(CMakePackageConfigHelpers)

set(package_folder "${CMAKE_INSTALL_LIBDIR}/cmake/talus")
get_property(modules GLOBAL PROPERTY talus_modules)
list(TRANSFORM modules PREPEND talus_ OUTPUT_VARIABLE module_targets)

install(TARGETS ${module_targets} talus_talus EXPORT talusTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)
# The public headers and the few that they include; the headers of the modules are internal.
get_property(public_headers GLOBAL PROPERTY talus_public_headers)
get_property(support_headers GLOBAL PROPERTY talus_support_headers)
foreach(header IN LISTS public_headers support_headers)
  get_filename_component(folder "talus/${header}" DIRECTORY)
  install(FILES "${PROJECT_SOURCE_DIR}/talus/${header}"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}" COMPONENT library)
endforeach()
install(EXPORT talusTargets NAMESPACE talus:: DESTINATION "${package_folder}" COMPONENT library)

configure_package_config_file(
  cmake/talusConfig.cmake.in "${PROJECT_BINARY_DIR}/talusConfig.cmake"
  INSTALL_DESTINATION "${package_folder}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/talusConfigVersion.cmake"
                                 COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/talusConfig.cmake"
              "${PROJECT_BINARY_DIR}/talusConfigVersion.cmake"
              "${PROJECT_SOURCE_DIR}/cmake/hdf5.cmake"
        DESTINATION "${package_folder}" COMPONENT library)
