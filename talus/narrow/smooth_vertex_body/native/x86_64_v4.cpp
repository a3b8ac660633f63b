#if defined(__x86_64__)
#define talus talus_x86_64_v4
#define TALUS_PACK_SIZE 8
#define TALUS_NATIVE_CONTACT talus_smooth_corners_contact_x86_64_v4
#include "talus/narrow/smooth_vertex_body/native/kernel.inl"
#endif
