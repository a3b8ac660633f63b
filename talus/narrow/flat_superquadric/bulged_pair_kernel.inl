// The smooth depth of pairs of superquadrics, as many at once as a register has numbers, for one
// instruction set (cmake/simd.cmake).
#define TALUS_PACK_IS_ONE_REGISTER
#include "talus/narrow/flat_superquadric/bulged_pair.h"
#include "talus/simd/pack_lines.h"

extern "C" void TALUS_SIMD_ENTRY(talus_bulged_pair_depths)(const double* const* query, int count,
                                                           double* const* depth) {
  using namespace talus;
  using Query = BulgedPairQuery<Pack>;
  using Depth = BulgedPairDepth<Pack>;
  constexpr int query_size = sizeof(BulgedPairQuery<double>) / sizeof(double);
  constexpr int depth_size = sizeof(BulgedPairDepth<double>) / sizeof(double);
  static_assert(query_size % 8 == 0 && depth_size == 16);
  static_assert(sizeof(Query) == query_size * sizeof(Pack));
  static_assert(sizeof(Depth) == depth_size * sizeof(Pack));
  for (int first = 0; first < count; first += pack_size) {
    const int here = count - first < pack_size ? count - first : pack_size;
    const double* from[pack_size];
    double *to[pack_size], *to_end[pack_size];
    for (int i = 0; i < pack_size; ++i) {
      const int k = first + (i < here ? i : 0);
      from[i] = query[k];
      to[i] = depth[k];
      to_end[i] = depth[k] + 8;
    }
    Pack column[query_size];
    load_lines<query_size>(from, column);
    const Depth found = bulged_pair_depth(std::bit_cast<Query>(column));
    Pack answer[depth_size];
    __builtin_memcpy(answer, &found, sizeof answer);
    store_lines(answer, here, to);
    store_lines(answer + 8, here, to_end);
  }
}
