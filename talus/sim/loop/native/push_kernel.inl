// The push of eight contact points, for one instruction set (cmake/simd.cmake). Only the entry
// point leaves the renamed namespace.
#include "talus/sim/loop/native/pack_access.h"
#include "talus/sim/loop/native/push_contacts.h"

namespace talus {

template <>
struct PushAccess<Pack> : LineAccess<Pack> {
  TALUS_INLINE static void add(const Pack* on_a, const Pack* on_b, int, const PushRows& rows) {
    add_to_lines(on_a, on_b, rows.count, rows.share_a, rows.share_b);
  }
  TALUS_INLINE static PackMask used(const PushRows& rows, int) {
    static constexpr double place[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return Pack::load(place) < Pack(rows.count);
  }
};

}  // namespace talus

extern "C" [[gnu::flatten]] void TALUS_SIMD_ENTRY(talus_push)(void* rows, const void* order) {
  using namespace talus;
  PushRows& own = *static_cast<PushRows*>(rows);
  const PushOrder& how = *static_cast<const PushOrder*>(order);
  switch (static_cast<Law>(how.law)) {
    case Law::linear:
      return push_contacts<Law::linear, Pack>(own, 0, how);
    case Law::hertz_mindlin:
      return push_contacts<Law::hertz_mindlin, Pack>(own, 0, how);
    case Law::volume:
      return push_contacts<Law::volume, Pack>(own, 0, how);
  }
}
