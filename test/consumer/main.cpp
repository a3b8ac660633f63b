// Every public header at once, and none that is internal.
#include <cstdio>

#include "talus/talus.h"

#if __has_include("talus/narrow/contact.h") ||                          \
                  __has_include("talus/shape/shape.h") ||               \
                                __has_include("talus/output/hdf5.h") || \
                                              __has_include("talus/sim/loop/loop.h")
#error "an internal header is installed"
#endif

#ifdef H5_VERS_MAJOR
#error "a public header includes HDF5"
#endif

int main() {
  const talus::Shape a = talus::make_sphere(1.0);
  const talus::Shape b = talus::make_sphere(2.0);
  const talus::Contact<double> c = talus::contact(a, {{0, 0, 0}, {}}, b, {{4, 0, 0}, {}});
  std::printf("talus %d.%d: distance %g, normal %g %g %g\n", TALUS_VERSION_MAJOR,
              TALUS_VERSION_MINOR, c.distance, c.normal.x, c.normal.y, c.normal.z);
}
