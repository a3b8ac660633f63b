#if defined(__x86_64__)
#define talus talus_x86_64_v4
#define TALUS_NATIVE_CONTACT talus_sphere_ellipsoid_contact_x86_64_v4
#define TALUS_NATIVE_GAP talus_sphere_ellipsoid_gap_x86_64_v4
#include "talus/narrow/sphere_ellipsoid/native/kernel.inl"
#endif
