#include "talus/sim/loop/native/push_rows.h"

#if defined(__x86_64__)

#include "talus/narrow/native/instruction_sets.h"

extern "C" {
void talus_push_x86_64_v4(void*, int, bool, double);
void talus_push_x86_64_v3(void*, int, bool, double);
void talus_push_x86_64(void*, int, bool, double);
}

namespace talus {

PushKernel push_kernel() {
  static const int level = x86_64_level();
  if (level == 4) return talus_push_x86_64_v4;
  return level == 3 ? talus_push_x86_64_v3 : talus_push_x86_64;
}

}  // namespace talus

#else

#include "talus/sim/loop/native/push_contacts.h"

namespace talus {
namespace {

template <Law law>
void push_one_by_one(PushRows& rows, bool rolls, double step) {
  for (int i = 0; i < PushRows::size; ++i) push_contacts<law, double>(rows, i, rolls, step);
}

void one_by_one(void* rows, int law, bool rolls, double step) {
  PushRows& own = *static_cast<PushRows*>(rows);
  switch (static_cast<Law>(law)) {
    case Law::linear:
      return push_one_by_one<Law::linear>(own, rolls, step);
    case Law::hertz_mindlin:
      return push_one_by_one<Law::hertz_mindlin>(own, rolls, step);
    case Law::volume:
      return push_one_by_one<Law::volume>(own, rolls, step);
  }
}

}  // namespace

PushKernel push_kernel() { return one_by_one; }

}  // namespace talus

#endif
