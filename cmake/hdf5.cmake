# The target talus_hdf5: the serial C library of HDF5, its header and library only. CMake's FindHDF5 needs a C compiler and
# would also link the dependencies of HDF5. Debian installs the library in hdf5/serial.
if(NOT TARGET talus_hdf5)
  find_path(HDF5_C_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
  find_library(HDF5_C_LIBRARY hdf5 PATH_SUFFIXES hdf5/serial)
  mark_as_advanced(HDF5_C_INCLUDE_DIR HDF5_C_LIBRARY)
  if(NOT HDF5_C_INCLUDE_DIR OR NOT HDF5_C_LIBRARY)
    message(FATAL_ERROR "HDF5 not found: install libhdf5-dev, or set HDF5_C_INCLUDE_DIR and HDF5_C_LIBRARY")
  endif()
  add_library(talus_hdf5 UNKNOWN IMPORTED)
  set_target_properties(talus_hdf5 PROPERTIES
    IMPORTED_LOCATION "${HDF5_C_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${HDF5_C_INCLUDE_DIR}")
endif()
