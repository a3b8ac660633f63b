#if defined(__x86_64__)
#define talus talus_x86_64_v4
#define TALUS_PACK_SIZE 8
#define TALUS_NATIVE_CONTACT talus_superquadrics_contact_x86_64_v4
#define TALUS_NATIVE_GAP talus_superquadrics_gap_x86_64_v4
#include "talus/narrow/superquadric_superquadric/native/kernel.inl"
#endif
