#if defined(__x86_64__)
#define talus talus_x86_64
#define TALUS_PACK_SIZE 2
#define TALUS_NATIVE_CONTACT talus_sphere_superquadric_contact_x86_64
#define TALUS_NATIVE_GAP talus_sphere_superquadric_gap_x86_64
#include "talus/narrow/sphere_superquadric/native/kernel.inl"
#endif
