// Compiled once per instruction set by Highway; the best one the machine has is called.
#include "talus/shape/support_scan.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "talus/shape/support_scan.cpp"
#include <hwy/foreach_target.h>  // must come before highway.h
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace talus::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

int scan(const double* x, const double* y, const double* z, int count, double nx, double ny,
         double nz) {
  const hn::CappedTag<double, 8> lanes;
  const int width = static_cast<int>(hn::Lanes(lanes));
  const auto along_x = hn::Set(lanes, nx), along_y = hn::Set(lanes, ny),
             along_z = hn::Set(lanes, nz);
  // No fused operation, here as everywhere: the same bits on every instruction set.
  const auto value_at = [&](int i) {
    const auto xy = hn::Add(hn::Mul(along_x, hn::LoadU(lanes, x + i)),
                            hn::Mul(along_y, hn::LoadU(lanes, y + i)));
    return hn::Add(xy, hn::Mul(along_z, hn::LoadU(lanes, z + i)));
  };
  auto best = value_at(0);
  auto here = hn::Iota(lanes, 0);  // indices as doubles: exact, and of the same lane width
  auto index = here;
  const auto step = hn::Set(lanes, width);
  for (int i = width; i < count; i += width) {
    here = hn::Add(here, step);
    const auto value = value_at(i);
    const auto better = hn::Gt(value, best);
    best = hn::IfThenElse(better, value, best);
    index = hn::IfThenElse(better, here, index);
  }
  // The lowest index among the largest values, as a plain loop would find it.
  const auto most = hn::MaxOfLanes(lanes, best);
  const auto candidates = hn::IfThenElse(hn::Eq(best, most), index, hn::Set(lanes, count));
  return static_cast<int>(hn::GetLane(hn::MinOfLanes(lanes, candidates)));
}

}  // namespace talus::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace talus {

HWY_EXPORT(scan);

int scan_support(const double* x, const double* y, const double* z, int count, double nx, double ny,
                 double nz) {
  return HWY_DYNAMIC_DISPATCH(scan)(x, y, z, count, nx, ny, nz);
}

}  // namespace talus
#endif
