// The push of eight contact points, for one instruction set. The including source has renamed the
// namespace `talus`, so that nothing compiled here can be taken for another source's: only the name
// below leaves it.
#include "talus/math/pack.h"
#include "talus/sim/loop/native/push_contacts.h"

extern "C" [[gnu::flatten]] void TALUS_NATIVE_PUSH(void* rows, int law, bool rolls, double step) {
  using namespace talus;
  static_assert(PushRows::size == pack_size);
  PushRows& own = *static_cast<PushRows*>(rows);
  switch (static_cast<Law>(law)) {
    case Law::linear:
      return push_contacts<Law::linear, Pack>(own, 0, rolls, step);
    case Law::hertz_mindlin:
      return push_contacts<Law::hertz_mindlin, Pack>(own, 0, rolls, step);
    case Law::volume:
      return push_contacts<Law::volume, Pack>(own, 0, rolls, step);
  }
}
