#if defined(__x86_64__)
#define talus talus_x86_64_v3
#define TALUS_NATIVE_NAME talus_certify_x86_64_v3
#define TALUS_NATIVE_ROUND talus_round_x86_64_v3
#include "talus/narrow/polyhedron_polyhedron/native/kernel.inl"
#endif
