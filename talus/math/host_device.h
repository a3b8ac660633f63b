// The one macro through which every kernel is callable from CUDA device code.
#pragma once

#if defined(__CUDACC__)
#define TALUS_HD __host__ __device__
#else
#define TALUS_HD
#endif

// For the small parts of a hot kernel, which a compiler would else call through memory; that of
// device code decides by itself.
#if defined(__CUDACC__)
#define TALUS_INLINE TALUS_HD inline
#else
#define TALUS_INLINE TALUS_HD [[gnu::always_inline]] inline
#endif
