#include "talus/shape/support_scan.h"

#include "talus/simd/dispatch.h"

namespace talus {

using ScanSupportFunction = decltype(scan_support);
TALUS_SIMD_ENTRIES(ScanSupportFunction, talus_scan_support)

int scan_support(const double* x, const double* y, const double* z, int count, double nx, double ny,
                 double nz) {
  static ScanSupportFunction* const best = best_entry(talus_scan_support);
  return best(x, y, z, count, nx, ny, nz);
}

}  // namespace talus
