// scan_support (support_scan.h) for one instruction set (cmake/simd.cmake): the vertices of one
// register at a time.
#include "talus/shape/support_scan.h"
#include "talus/simd/lanes.h"

extern "C" int TALUS_SIMD_ENTRY(talus_scan_support)(const double* x, const double* y,
                                                    const double* z, int count, double nx,
                                                    double ny, double nz) {
  using namespace talus;
  constexpr int width = RegisterOf<double>::width;
  using Values = Lanes<double, width>;
  static constexpr double first_indices[]{0, 1, 2, 3, 4, 5, 6, 7};
  const Values along_x = nx, along_y = ny, along_z = nz, step = double(width);
  const auto value_at = [&](int i) {
    return along_x * Values::load(x + i) + along_y * Values::load(y + i) +
           along_z * Values::load(z + i);
  };
  Values best = value_at(0);
  Values here = Values::load(first_indices);  // indices as doubles: exact, and of the same width
  Values index = here;
  for (int i = width; i < count; i += width) {
    here = here + step;
    const Values value = value_at(i);
    const Values::Mask better = best < value;
    best = select(better, value, best);
    index = select(better, here, index);
  }
  // The lowest index among the largest values, as a plain loop would find it.
  const Values most = largest(best);
  return static_cast<int>(smallest(select(best == most, index, Values(double(count)))));
}
