# cpack: three Debian packages. In a build with -DTALUS_PYTHON_DIR=lib/python3/dist-packages and the prefix /usr
# (script/package makes it), cpack writes
#   talus          the program, with the page of talus view in it
#   libtalus-dev   the static libraries, the public headers, find_package(talus)
#   python3-talus  the package for Debian's Python
# The libraries that talus and python3-talus need are found by dpkg-shlibdeps.
set(doc "${CMAKE_INSTALL_DATADIR}/doc")
foreach(package IN ITEMS talus:program libtalus-dev:library python3-talus:python)
  string(REPLACE ":" ";" package "${package}")
  list(GET package 0 folder)
  list(GET package 1 component)
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${doc}/${folder}" RENAME copyright
          COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES "${PROJECT_SOURCE_DIR}/CHANGELOG.md" DESTINATION "${doc}/${folder}"
          COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME talus)
set(CPACK_PACKAGE_VERSION "${talus_full_version}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Contact and discrete-element simulation of grains of any shape")
set(CPACK_PACKAGE_CONTACT "The maintainers of Talus <maintainers@talus.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_OUTPUT_FILE_PREFIX "${PROJECT_BINARY_DIR}/packages")
set(CPACK_COMPONENTS_ALL program library python)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_PACKAGE_VERSION "${talus_debian_version}")
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME talus)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libtalus-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS
    "libfmt-dev, libhdf5-dev, libpng-dev, libtiff-dev, libtomlplusplus-dev, zlib1g-dev")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-talus)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
# The module is for one version of Python, 3.11 say; python -m talus runs the program.
find_package(Python QUIET COMPONENTS Interpreter)
math(EXPR next_minor "0${Python_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3 (<< ${Python_VERSION_MAJOR}.${next_minor}), python3-numpy, talus (= ${talus_debian_version}-1)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/cmake/debian/postinst;${PROJECT_SOURCE_DIR}/cmake/debian/prerm")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION
    "The program talus: contact queries, packings, scenes, and the viewer of their results.")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION
    "The library of Talus for C++ programs: static libraries, headers and find_package(talus).")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "Talus for Python 3: contact queries and simulations on NumPy arrays.")
include(CPack)
