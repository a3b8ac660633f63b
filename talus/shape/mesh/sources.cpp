#include "talus/shape/mesh/sources.h"

#include <fmt/format.h>

#include "talus/error.h"
#include "talus/parallel/parallel_for.h"
#include "talus/shape/mesh/scan_lines.h"

namespace talus {
namespace {

// The first crossing of the line with the surface in [from, from + size], as a fraction of size.
double crossing_within(const Crossing* next, const Crossing* end, double from, double size) {
  int winding = 0;
  for (; next != end && next->at < from; ++next) winding += next->turn;
  for (; next != end && next->at <= from + size; ++next) {
    const bool was_inside = winding != 0;
    winding += next->turn;
    if ((winding != 0) != was_inside) return (next->at - from) / size;
  }
  return 0.5;  // the two ends differ by rounding only
}

// Between a and b, of which one is inside (f <= 0): false position, where an end that stays twice
// counts half (the Illinois method) and every eighth step halves the interval; some six calls for a
// smooth function.
double root_between(const ImplicitFunction& f, const Vec3<double>& a, const Vec3<double>& b,
                    double at_a, double at_b) {
  if (at_a == 0.0 || at_b == 0.0) return at_a == 0.0 ? 0.0 : 1.0;
  double low = 0.0, high = 1.0, last = -1.0;
  // Of a cell: a corner of a facet off by this turns the facet by as much. A choice. Steps shorter
  // than a tenth of it end the search, too.
  constexpr double tolerance = 1e-6, least_step = 0.1;
  // Choices: ten times the calls of a smooth function; a halving in eight costs it none.
  constexpr int most_calls = 60, calls_per_halving = 8;
  int kept = 0;
  for (int call = 1; call <= most_calls && high - low > tolerance; ++call) {
    const double guess = low + (high - low) * (at_a / (at_a - at_b));
    const double t =
        call % calls_per_halving == 0 ? 0.5 * (low + high) : std::clamp(guess, low, high);
    const double value = f(a + t * (b - a));
    if (value == 0.0 || std::abs(t - last) < least_step * tolerance) return t;
    last = t;
    if ((value <= 0.0) == (at_a <= 0.0)) {
      low = t;
      at_a = value;
      if (kept == 1) at_b *= 0.5;
      kept = 1;
    } else {
      high = t;
      at_b = value;
      if (kept == -1) at_a *= 0.5;
      kept = -1;
    }
  }
  return low + (high - low) * (at_a / (at_a - at_b));
}

}  // namespace

MeshParts tessellated_mesh(const MeshLattice& lattice, const OrientedMesh& mesh, int threads) {
  std::vector<ScanLines> lines(3);
  parallel_for(3, threads, [&](std::int64_t axis) {
    lines[axis] = ScanLines(lattice, static_cast<int>(axis), mesh.vertices, mesh.triangles);
  });
  return tessellate(lattice, inside_nodes(lattice, lines[0]), [&](int axis, int i, int j, int k) {
    const int index[3] = {i, j, k};
    const int u = index[(axis + 1) % 3], v = index[(axis + 2) % 3];
    return crossing_within(lines[axis].begin(u, v), lines[axis].end(u, v),
                           lattice.node(i, j, k)[axis], lattice.cell_size[axis]);
  });
}

MeshParts tessellated_function(const MeshLattice& lattice, const ImplicitFunction& function,
                               int threads) {
  InsideBits inside(lattice);
  std::vector<char> finite(lattice.cells[2] + 1, 1);
  parallel_for(lattice.cells[2] + 1, threads, [&](std::int64_t slice) {
    const int k = static_cast<int>(slice);
    for (int j = 0; j <= lattice.cells[1]; ++j) {
      for (int i = 0; i <= lattice.cells[0]; ++i) {
        const double value = function(lattice.node(i, j, k));
        if (value <= 0.0) inside.set(i, j, k);
        finite[k] = static_cast<char>(finite[k] && std::isfinite(value));
      }
    }
  });
  if (std::ranges::count(finite, 0) > 0) {
    throw ShapeError("the implicit function is not finite everywhere in its box");
  }
  return tessellate(lattice, std::move(inside), [&](int axis, int i, int j, int k) {
    const Vec3<double> a = lattice.node(i, j, k);
    const Vec3<double> b = lattice.node(i + (axis == 0), j + (axis == 1), k + (axis == 2));
    return root_between(function, a, b, function(a), function(b));
  });
}

}  // namespace talus
