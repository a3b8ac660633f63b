#if defined(__x86_64__)
#define talus talus_x86_64_v3
#define TALUS_NATIVE_PUSH talus_push_x86_64_v3
#define TALUS_NATIVE_MOVE talus_move_x86_64_v3
#include "talus/sim/loop/native/move_kernel.inl"
#include "talus/sim/loop/native/push_kernel.inl"
#endif
