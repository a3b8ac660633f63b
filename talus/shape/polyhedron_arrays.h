// The vectors behind a PolyhedronView, and the tables that make its queries fast.
#pragma once

#include <vector>

#include "talus/shape/polyhedron_view.h"

namespace talus {

// One line of the cache.
struct alignas(64) EightDoubles {
  double lane[lane_count];
};

struct PolyhedronArrays {
  PolyhedronView<double> view;
  std::vector<EightDoubles> table;  // in the end, all that is read in lanes, in one piece
  std::vector<double> x, y, z;
  std::vector<int> neighbour_start, neighbour, neighbour_edge;
  std::vector<Vec3<double>> face_normal;
  std::vector<double> face_offset;
  std::vector<int> face_vertex_start, face_vertex, face_neighbour;
  std::vector<PolyhedronEdge> edge;
  std::vector<double> search_vertex[3], search_normal[3], search_offset;
  std::vector<double> search_start[3], search_left[3], search_right[3];
  std::vector<int> spread, sorted_face, sorted_edge, left_index, right_index;
  std::vector<int> spoke_start, first_guess;
  std::vector<Spokes<double>> spoke;
};

// Copies of the last value up to whole lanes.
void pad_to_lanes(std::vector<double>& values);
void pad_to_lanes(std::vector<int>& values);

// For bodies of up to search_vertex_limit vertices; after the offsets.
void fill_search_tables(PolyhedronArrays& body);

// Moves the vertices and the search tables into one piece of memory; the last to be called.
void gather_tables(PolyhedronArrays& body);

// What support queries of large bodies need.
void fill_spokes(PolyhedronArrays& body);
void fill_first_guesses(PolyhedronArrays& body);

// A large ball inside the body: its centre is moved away from the nearest faces in ever smaller
// steps. Any ball inside is a valid answer; a larger one proves more.
BoundingSphere<double> ball_inside(const PolyhedronView<double>& view);

}  // namespace talus
