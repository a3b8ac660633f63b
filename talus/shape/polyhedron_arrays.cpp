#include "talus/shape/polyhedron_arrays.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace talus {
namespace {

void append(std::vector<double> (&components)[3], const Vec3<double>& v) {
  for (int i = 0; i < 3; ++i) components[i].push_back(v[i]);
}

// Each vertex as far as can be from those before it.
std::vector<int> spread_out(const PolyhedronView<double>& view) {
  std::vector<int> order;
  std::vector<double> apart(view.vertex_count, INFINITY);
  int next = 0;
  for (int i = 0; i < view.vertex_count; ++i) {
    order.push_back(next);
    const Vec3<double> last = view.vertex(next);
    for (int k = 0; k < view.vertex_count; ++k) {
      apart[k] = std::min(apart[k], norm_squared(view.vertex(k) - last));
    }
    apart[next] = -1;  // taken
    next = static_cast<int>(std::max_element(apart.begin(), apart.end()) - apart.begin());
  }
  return order;
}

// 0 ... count - 1, those of similar direction_of(i) together.
template <class Direction>
std::vector<int> sorted_by_direction(int count, const Direction& direction_of) {
  constexpr int cells = 4;  // per side of the cube of directions; only locality depends on it
  std::vector<int> order(count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int i, int k) {
    return cell_of_direction(direction_of(i), cells) < cell_of_direction(direction_of(k), cells);
  });
  return order;
}

// Distance from c to the nearest face plane, and that face.
double depth_of(const PolyhedronView<double>& view, const Vec3<double>& c, int& nearest) {
  double depth = INFINITY;
  for (int f = 0; f < view.face_count; ++f) {
    const double d = view.face_offset[f] - dot(view.face_normal[f], c);
    if (d < depth) {
      depth = d;
      nearest = f;
    }
  }
  return depth;
}

}  // namespace

void pad_to_lanes(std::vector<double>& values) {
  values.resize(whole_lanes(static_cast<int>(values.size())), values.back());
}

void pad_to_lanes(std::vector<int>& values) {
  values.resize(whole_lanes(static_cast<int>(values.size())), values.back());
}

void fill_search_tables(PolyhedronArrays& body) {
  PolyhedronView<double>& view = body.view;
  if (view.vertex_count > search_vertex_limit) return;
  body.spread = spread_out(view);
  for (const int v : body.spread) append(body.search_vertex, view.vertex(v));
  body.sorted_face =
      sorted_by_direction(view.face_count, [&](int f) { return view.face_normal[f]; });
  std::vector<int> index_of(view.face_count);
  for (int i = 0; i < view.face_count; ++i) {
    const int f = body.sorted_face[i];
    index_of[f] = i;
    append(body.search_normal, view.face_normal[f]);
    body.search_offset.push_back(view.face_offset[f]);
  }
  pad_to_lanes(body.search_offset);
  body.sorted_edge = sorted_by_direction(view.edge_count, [&](int i) {
    const int* face = view.edge[i].face;
    return view.face_normal[face[0]] + view.face_normal[face[1]];
  });
  for (const int i : body.sorted_edge) {
    const PolyhedronEdge& e = body.edge[i];
    append(body.search_start, view.vertex(e.vertex[0]));
    append(body.search_left, view.face_normal[e.face[0]]);
    append(body.search_right, view.face_normal[e.face[1]]);
    body.left_index.push_back(index_of[e.face[0]]);
    body.right_index.push_back(index_of[e.face[1]]);
  }
  for (auto* components : {&body.search_vertex, &body.search_normal, &body.search_start,
                           &body.search_left, &body.search_right}) {
    for (auto& component : *components) pad_to_lanes(component);
  }
  for (auto* indices :
       {&body.spread, &body.sorted_face, &body.sorted_edge, &body.left_index, &body.right_index}) {
    pad_to_lanes(*indices);
  }
  view.search.vertex = body.spread.data();
  view.search.face = body.sorted_face.data();
  view.search.left = body.left_index.data();
  view.search.right = body.right_index.data();
  view.search.edge = body.sorted_edge.data();
}

void gather_tables(PolyhedronArrays& body) {
  PolyhedronView<double>& view = body.view;
  SearchTables<double>& search = view.search;
  const std::pair<std::vector<double>*, const double**> tables[] = {
      {&body.x, &view.x},
      {&body.y, &view.y},
      {&body.z, &view.z},
      {&body.search_vertex[0], &search.x},
      {&body.search_vertex[1], &search.y},
      {&body.search_vertex[2], &search.z},
      {&body.search_normal[0], &search.normal_x},
      {&body.search_normal[1], &search.normal_y},
      {&body.search_normal[2], &search.normal_z},
      {&body.search_offset, &search.offset},
      {&body.search_start[0], &search.start_x},
      {&body.search_start[1], &search.start_y},
      {&body.search_start[2], &search.start_z},
      {&body.search_left[0], &search.left_x},
      {&body.search_left[1], &search.left_y},
      {&body.search_left[2], &search.left_z},
      {&body.search_right[0], &search.right_x},
      {&body.search_right[1], &search.right_y},
      {&body.search_right[2], &search.right_z},
  };
  std::size_t values = 0;
  for (const auto& [from, to] : tables) values += from->size();
  body.table.resize(values / lane_count);
  double* next = body.table.data()->lane;
  for (const auto& [from, to] : tables) {
    *to = next;
    next = std::copy(from->begin(), from->end(), next);
    *from = {};
  }
}

void fill_spokes(PolyhedronArrays& body) {
  PolyhedronView<double>& view = body.view;
  body.spoke_start.push_back(0);
  for (int v = 0; v < view.vertex_count; ++v) {
    for (int k = view.neighbour_start[v]; k < view.neighbour_start[v + 1]; k += lane_count) {
      Spokes<double> block{};
      const int count = std::min(lane_count, view.neighbour_start[v + 1] - k);
      for (int i = 0; i < count; ++i) {
        block.to[i] = view.neighbour[k + i];
        const Vec3<double> spoke = view.vertex(block.to[i]) - view.vertex(v);
        block.x[i] = spoke.x;
        block.y[i] = spoke.y;
        block.z[i] = spoke.z;
        // Three products and two sums, each with half an epsilon of at most |x| + |y| + |z|.
        const double reach = std::abs(spoke.x) + std::abs(spoke.y) + std::abs(spoke.z);
        block.noise = std::max(block.noise, 2 * epsilon_of<double>() * reach);
      }
      body.spoke.push_back(block);
    }
    body.spoke_start.push_back(static_cast<int>(body.spoke.size()));
  }
  view.spoke_start = body.spoke_start.data();
  view.spoke = body.spoke.data();
}

// Cells of directions for first guesses, along each of the two sides of a face of the cube: 6 x
// 1.2^2 = 9 cells for a vertex, so that most guesses are right or one edge off; at least 384 cells,
// at most 24,576 (96 kB). Choices.
struct GuessCells {
  static constexpr double per_root_vertex = 1.2;
  static constexpr int fewest = 8, most = 64;
};

void fill_first_guesses(PolyhedronArrays& body) {
  PolyhedronView<double>& view = body.view;
  if (view.vertex_count <= scan_vertex_limit) return;
  const int cells =
      std::clamp(static_cast<int>(GuessCells::per_root_vertex * std::sqrt(view.vertex_count)),
                 GuessCells::fewest, GuessCells::most);
  view.guess_cells = cells;
  body.first_guess.resize(6 * cells * cells);
  int last = 0;
  for (int side = 0; side < 6; ++side) {
    for (int i = 0; i < cells; ++i) {
      for (int j = 0; j < cells; ++j) {
        const int axis = side / 2;
        Vec3<double> n{};
        n[axis] = side % 2 == 0 ? 1 : -1;
        n[axis == 0 ? 1 : 0] = (2 * i + 1.0) / cells - 1;
        n[axis == 2 ? 1 : 2] = (2 * j + 1.0) / cells - 1;
        last = climb(view, n, last);
        body.first_guess[cell_of_direction(n, cells)] = last;
      }
    }
  }
  view.first_guess = body.first_guess.data();
}

BoundingSphere<double> ball_inside(const PolyhedronView<double>& view) {
  Vec3<double> sum{};
  for (int i = 0; i < view.vertex_count; ++i) sum = sum + view.vertex(i);
  Vec3<double> c = sum / view.vertex_count, best = c;
  int face = 0;
  double depth = depth_of(view, c, face), best_depth = depth;
  // Moves away from the nearest face by steps that shrink to 0.85^60 = 6e-5 of the first. Any ball
  // inside will do; the numbers are a choice.
  constexpr int steps = 60;
  constexpr double first_step = 0.5, shrink = 0.85;  // of the bounding radius; per step
  double step = first_step * view.bounds.radius;
  for (int i = 0; i < steps; ++i, step *= shrink) {
    c = best - step * view.face_normal[face];
    int nearest = 0;
    depth = depth_of(view, c, nearest);
    if (depth > best_depth) {
      best = c;
      best_depth = depth;
      face = nearest;
    }
  }
  // A bound on the rounding of the offsets.
  const double rounding = 8 * epsilon_of<double>() * (max_norm(best) + view.bounds.radius);
  return {best, std::max(0.0, best_depth - rounding)};
}

}  // namespace talus
