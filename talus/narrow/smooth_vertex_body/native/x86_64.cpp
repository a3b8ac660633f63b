#if defined(__x86_64__)
#define talus talus_x86_64
#define TALUS_PACK_SIZE 2
#define TALUS_NATIVE_CONTACT talus_smooth_corners_contact_x86_64
#include "talus/narrow/smooth_vertex_body/native/kernel.inl"
#endif
