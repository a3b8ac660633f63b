// TALUS_HD marks every kernel as callable from CUDA device code.
#pragma once

#if defined(__CUDACC__)
#define TALUS_HD __host__ __device__
#else
#define TALUS_HD
#endif

// Forces inlining of the small functions of a hot kernel, whose arguments would otherwise pass
// through memory. The device compiler decides by itself.
#if defined(__CUDACC__)
#define TALUS_INLINE TALUS_HD inline
#else
#define TALUS_INLINE TALUS_HD [[gnu::always_inline]] inline
#endif
