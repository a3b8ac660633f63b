// The motion of eight bodies, for one instruction set, as push_kernel.inl.
#include "talus/sim/loop/native/move_free.h"
#include "talus/sim/loop/native/pack_access.h"

extern "C" [[gnu::flatten]] void TALUS_SIMD_ENTRY(talus_move)(void* rows, const void* order) {
  using namespace talus;
  move_free<Pack>(*static_cast<MoveRows*>(rows), 0, *static_cast<const MoveOrder*>(order));
}
