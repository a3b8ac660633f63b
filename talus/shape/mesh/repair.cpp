#include "talus/shape/mesh/repair.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "talus/error.h"
#include "talus/parallel/interrupt_counter.h"
#include "talus/shape/mesh/lattice.h"
#include "talus/shape/mesh/weld.h"

namespace talus {
namespace {

// A side of a triangle under its edge, the two vertices in increasing order.
struct Side {
  int low, high, triangle, corner;

  bool same_edge(const Side& other) const { return low == other.low && high == other.high; }
};

std::vector<Side> sorted_sides(const OrientedMesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    for (int k = 0; k < 3; ++k) {
      const int from = mesh.triangles[t][k], to = mesh.triangles[t][(k + 1) % 3];
      sides.push_back({std::min(from, to), std::max(from, to), t, k});
    }
  }
  InterruptCounter interrupt;
  std::ranges::sort(sides, [&](const Side& a, const Side& b) {
    interrupt();
    return std::array{a.low, a.high, a.triangle} < std::array{b.low, b.high, b.triangle};
  });
  return sides;
}

// Calls f(first, last) for the sides of every edge.
template <class Function>
void for_each_edge(const std::vector<Side>& sides, const Function& f) {
  InterruptCounter interrupt;
  for (std::size_t i = 0; i < sides.size();) {
    interrupt();
    std::size_t end = i + 1;
    while (end < sides.size() && sides[end].same_edge(sides[i])) ++end;
    f(i, end);
    i = end;
  }
}

struct OpenEdges {
  std::size_t count = 0;
  Side first{};
};

OpenEdges open_edges(const std::vector<Side>& sides) {
  OpenEdges open;
  for_each_edge(sides, [&](std::size_t i, std::size_t end) {
    if ((end - i) % 2 == 0) return;
    if (open.count++ == 0) open.first = sides[i];
  });
  return open;
}

std::string as_text(const Vec3<double>& p) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", p.x, p.y, p.z);
}

// Bodies that share a face become one: the face goes. Facets that a file lists several times stay
// once, also if it lists both of their sides. Which of the two a file means shows in the surface
// that is left: it must be closed.
std::vector<Side> without_repeated(OrientedMesh& mesh, std::vector<Side> sides) {
  const std::vector<std::array<int, 3>> all = mesh.triangles;
  for (const RepeatedFacets rule :
       {RepeatedFacets::cancel_opposite, RepeatedFacets::cancel_even, RepeatedFacets::keep_one}) {
    mesh.triangles = all;
    drop_repeated(mesh.triangles, rule);
    if (mesh.triangles.size() == all.size()) return sides;  // nothing is repeated
    sides = sorted_sides(mesh);
    if (!mesh.triangles.empty() && open_edges(sides).count == 0) return sides;
  }
  mesh.triangles = all;
  drop_repeated(mesh.triangles, RepeatedFacets::cancel_opposite);
  return sorted_sides(mesh);
}

// Exactly equal vertices first; if edges stay open, those within rounding of a writer's format.
std::vector<Side> close(OrientedMesh& mesh) {
  const auto drop = [&mesh](std::size_t before, const char* what) {
    const std::size_t gone = before - mesh.triangles.size();
    if (gone > 0) mesh.repairs.push_back(fmt::format("{} {} left out", gone, what));
  };
  const std::size_t points = mesh.vertices.size();
  weld_equal(mesh.vertices, mesh.triangles);
  if (mesh.vertices.size() < points) {
    mesh.repairs.push_back(
        fmt::format("{} repeated vertices were joined", points - mesh.vertices.size()));
  }
  std::size_t before = mesh.triangles.size();
  drop_collapsed(mesh.triangles);
  drop(before, before - mesh.triangles.size() == 1 ? "facet with two equal corners was"
                                                   : "facets with two equal corners were");
  if (mesh.triangles.empty()) throw ShapeError("the mesh has no facet with an area");
  std::vector<Side> sides = sorted_sides(mesh);
  if (open_edges(sides).count > 0) {
    const BoundingBox<double> box = box_of_points(mesh.vertices);
    constexpr double tolerance = 1e-6;  // of the longest side: single-precision files round by 1e-7
    before = mesh.vertices.size();
    weld_near(mesh.vertices, mesh.triangles, tolerance * max_norm(box.upper - box.lower));
    drop_collapsed(mesh.triangles);
    if (mesh.vertices.size() < before) {
      mesh.repairs.push_back(fmt::format("{} vertices within 1e-6 of the size were joined",
                                         before - mesh.vertices.size()));
      sides = sorted_sides(mesh);
    }
  }
  before = mesh.triangles.size();
  sides = without_repeated(mesh, std::move(sides));
  drop(before, "repeated facets were");
  // Also those that only collapsed triangles used.
  const std::size_t vertices = mesh.vertices.size();
  drop_unused(mesh.vertices, mesh.triangles);
  if (mesh.triangles.size() < before || mesh.vertices.size() < vertices) sides = sorted_sides(mesh);
  const OpenEdges open = open_edges(sides);
  if (mesh.triangles.empty() || open.count > 0) {
    if (mesh.triangles.empty()) throw ShapeError("the mesh is flat: it encloses no volume");
    throw ShapeError(fmt::format(
        "the surface is not closed: {} {} not shared by two facets, the first from {} to {}; the "
        "holes must be filled",
        open.count, open.count == 1 ? "edge is" : "edges are",
        as_text(mesh.vertices[open.first.low]), as_text(mesh.vertices[open.first.high])));
  }
  return sides;
}

void join(OrientedMesh& mesh, const Side& a, const Side& b) {
  mesh.neighbour[a.triangle][a.corner] = b.triangle;
  mesh.neighbour[b.triangle][b.corner] = a.triangle;
}

bool runs_upward(const OrientedMesh& mesh, const Side& side) {
  return mesh.triangles[side.triangle][side.corner] == side.low;
}

// Walks over edges of two facets; each shell gets a number, each triangle a mark if it must be
// turned to agree with the first of its shell.
void walk_shells(OrientedMesh& mesh) {
  const int count = static_cast<int>(mesh.triangles.size());
  mesh.shell.assign(count, -1);
  std::vector<char>& turned = mesh.turned;
  turned.assign(count, 0);
  std::vector<int> open;
  InterruptCounter interrupt;
  for (int seed = 0; seed < count; ++seed) {
    if (mesh.shell[seed] >= 0) continue;
    mesh.shell[seed] = mesh.shell_count;
    open.push_back(seed);
    while (!open.empty()) {
      interrupt();
      const int t = open.back();
      open.pop_back();
      for (int k = 0; k < 3; ++k) {
        const int other = mesh.neighbour[t][k];
        if (other < 0) continue;
        const int from = mesh.triangles[t][k], to = mesh.triangles[t][(k + 1) % 3];
        const std::array<int, 3>& o = mesh.triangles[other];
        const bool same_way = (o[0] == from && o[1] == to) || (o[1] == from && o[2] == to) ||
                              (o[2] == from && o[0] == to);
        const char mark = static_cast<char>(turned[t] ^ static_cast<char>(same_way));
        if (mesh.shell[other] < 0) {
          mesh.shell[other] = mesh.shell_count;
          turned[other] = mark;
          open.push_back(other);
        } else if (turned[other] != mark) {
          throw ShapeError("the surface is one-sided (like a Moebius band): it has no inside");
        }
      }
    }
    ++mesh.shell_count;
  }
}

void swap_corners(OrientedMesh& mesh, int t) {
  std::swap(mesh.triangles[t][1], mesh.triangles[t][2]);
  std::swap(mesh.neighbour[t][0], mesh.neighbour[t][2]);
}

void turn(OrientedMesh& mesh, int t) {
  swap_corners(mesh, t);
  mesh.turned[t] ^= 1;
}

std::vector<double> shell_volumes(const OrientedMesh& mesh) {
  const BoundingBox<double> box = box_of_points(mesh.vertices);
  const Vec3<double> middle = 0.5 * (box.lower + box.upper);
  std::vector<double> volume(mesh.shell_count, 0.0);
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const Vec3<double> a = mesh.vertices[mesh.triangles[t][0]] - middle,
                       b = mesh.vertices[mesh.triangles[t][1]] - middle,
                       c = mesh.vertices[mesh.triangles[t][2]] - middle;
    volume[mesh.shell[t]] += dot(a, cross(b, c)) / 6.0;
  }
  return volume;
}

// Edges with four or more facets: each shell must have two of them.
void join_seams(OrientedMesh& mesh, const std::vector<Side>& sides) {
  for_each_edge(sides, [&](std::size_t i, std::size_t end) {
    if (end - i == 2) return;
    std::vector<Side> seam(sides.begin() + i, sides.begin() + end);
    std::ranges::stable_sort(seam, {}, [&](const Side& s) { return mesh.shell[s.triangle]; });
    for (std::size_t s = 0; s < seam.size(); s += 2) {
      const auto shell_of = [&](std::size_t n) { return mesh.shell[seam[n].triangle]; };
      const bool pair = shell_of(s) == shell_of(s + 1) &&
                        (s + 2 == seam.size() || shell_of(s + 2) != shell_of(s)) &&
                        runs_upward(mesh, seam[s]) != runs_upward(mesh, seam[s + 1]);
      if (!pair) {
        throw ShapeError(fmt::format(
            "{} facets meet in the edge from {} to {}, where a surface has two", seam.size(),
            as_text(mesh.vertices[seam[s].low]), as_text(mesh.vertices[seam[s].high])));
      }
      join(mesh, seam[s], seam[s + 1]);
    }
  });
}

}  // namespace

OrientedMesh closed_shells(const TriangleMesh& source) {
  OrientedMesh mesh;
  mesh.vertices = source.vertices;
  mesh.triangles = source.triangles;
  if (mesh.triangles.empty()) throw ShapeError("the mesh has no facets");
  const std::vector<Side> sides = close(mesh);
  mesh.neighbour.assign(mesh.triangles.size(), {-1, -1, -1});
  for_each_edge(sides, [&](std::size_t i, std::size_t end) {
    if (end - i == 2) join(mesh, sides[i], sides[i + 1]);
  });
  walk_shells(mesh);
  const int count = static_cast<int>(mesh.triangles.size());
  for (int t = 0; t < count; ++t) {
    if (mesh.turned[t]) swap_corners(mesh, t);
  }
  const std::vector<double> volume = shell_volumes(mesh);
  for (int t = 0; t < count; ++t) {
    if (volume[mesh.shell[t]] < 0.0) turn(mesh, t);
  }
  join_seams(mesh, sorted_sides(mesh));
  return mesh;
}

void turn_cavities(OrientedMesh& mesh, const std::vector<int>& depth) {
  for (int t = 0; t < static_cast<int>(mesh.triangles.size()); ++t) {
    if (depth[mesh.shell[t]] % 2 == 1) turn(mesh, t);
  }
}

void report_turned(OrientedMesh& mesh) {
  const auto count = std::ranges::count(mesh.turned, 1);
  if (count == 0) return;
  mesh.repairs.push_back(fmt::format("{} of {} facets faced the wrong way and were turned", count,
                                     mesh.triangles.size()));
}

void require_volume(const OrientedMesh& mesh) {
  double volume = 0.0;
  for (const double v : shell_volumes(mesh)) volume += v;
  const BoundingBox<double> box = box_of_points(mesh.vertices);
  const double side = max_norm(box.upper - box.lower);
  constexpr double least = 1e-12;
  if (!(volume > least * side * side * side)) {
    throw ShapeError(
        fmt::format("the mesh encloses no volume ({:.3g} in a cube of side {:.3g})", volume, side));
  }
}

}  // namespace talus
