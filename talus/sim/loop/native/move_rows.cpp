#include "talus/sim/loop/native/move_rows.h"

#if defined(__x86_64__)

#include "talus/narrow/native/instruction_sets.h"

extern "C" {
void talus_move_x86_64_v4(void*, const void*);
void talus_move_x86_64_v3(void*, const void*);
void talus_move_x86_64(void*, const void*);
}

namespace talus {

MoveKernel move_kernel() {
  static const int level = x86_64_level();
  if (level == 4) return talus_move_x86_64_v4;
  return level == 3 ? talus_move_x86_64_v3 : talus_move_x86_64;
}

}  // namespace talus

#else

#include "talus/sim/loop/native/move_free.h"

namespace talus {
namespace {

void one_by_one(void* rows, const void* order) {
  MoveRows& own = *static_cast<MoveRows*>(rows);
  for (int i = 0; i < own.count; ++i) {
    move_free<double>(own, i, *static_cast<const MoveOrder*>(order));
  }
}

}  // namespace

MoveKernel move_kernel() { return one_by_one; }

}  // namespace talus

#endif
