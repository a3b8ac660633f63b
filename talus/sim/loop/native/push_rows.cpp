#include "talus/sim/loop/native/push_rows.h"

#if defined(__x86_64__)

#include "talus/narrow/native/instruction_sets.h"

extern "C" {
void talus_push_x86_64_v4(void*, const void*);
void talus_push_x86_64_v3(void*, const void*);
void talus_push_x86_64(void*, const void*);
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
void push_one_by_one(PushRows& rows, const PushOrder& order) {
  for (int i = 0; i < rows.count; ++i) push_contacts<law, double>(rows, i, order);
}

void one_by_one(void* rows, const void* order) {
  PushRows& own = *static_cast<PushRows*>(rows);
  const PushOrder& how = *static_cast<const PushOrder*>(order);
  switch (static_cast<Law>(how.law)) {
    case Law::linear:
      return push_one_by_one<Law::linear>(own, how);
    case Law::hertz_mindlin:
      return push_one_by_one<Law::hertz_mindlin>(own, how);
    case Law::volume:
      return push_one_by_one<Law::volume>(own, how);
  }
}

}  // namespace

PushKernel push_kernel() { return one_by_one; }

}  // namespace talus

#endif
