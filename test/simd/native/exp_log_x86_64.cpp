#if defined(__x86_64__)
#define talus talus_test_x86_64
#define TALUS_NATIVE_EXP_LOG talus_test_exp_log_x86_64
#define TALUS_NATIVE_CHOICES talus_test_choices_x86_64
#include "simd/native/exp_log.inl"
#endif
