#include "polyhedra/expansion_steps.h"

#include <algorithm>

#include "polyhedra/methods.h"
#include "talus/narrow/polyhedron_polyhedron/published/gjk_td.h"

namespace study {
namespace {

using TdStep = talus::polyhedron_polyhedron::gjk::TdStep<double>;

struct Follower {
  long steps = 0;
  bool turned_back = false;
  double last_distance = 0;
  TdStep last{};

  template <class Step>
  void operator()(const Step&) {}  // of GJK
  void operator()(const TdStep& step) {
    ++steps;
    turned_back = turned_back || step.distance_squared < (1 - 1e-9) * last_distance;
    last_distance = step.distance_squared;
    last = step;
  }

  // Whether one of the lambda of (8) to (10) is negative beyond rounding.
  bool projection_is_outside() const {
    const auto &n = last.normal, &s1 = last.corner[0].c, &s2 = last.corner[1].c,
               &s3 = last.corner[2].c;
    const double lambda[3] = {dot(n, cross(s2, s3)), dot(n, cross(s3, s1)), dot(n, cross(s1, s2))};
    // n points away from the origin, whichever way round the corners are.
    const double sum = lambda[0] + lambda[1] + lambda[2];
    return std::any_of(lambda, lambda + 3, [&](double part) { return part / sum < -1e-9; });
  }
};

template <FaceDistance reading>
void follow(ExpansionSteps& total, const talus::PolyhedronView<double>& a,
            const talus::PolyhedronView<double>& b, const talus::RelativePose<double>& b_in_a) {
  thread_local GrowingFaces<reading> sigma(most_faces);
  Follower follower;
  const talus::Contact<double> c =
      talus::polyhedron_polyhedron::trace_gjk_td<double>(a, b, b_in_a, {}, sigma, follower);
  if (follower.steps == 0) return;
  const int bound = 3 * (a.vertex_count + b.vertex_count) - 8;
  const bool unfinished = talus::is_failure(c.status);
  ++total.pairs;
  total.beyond += follower.steps >= bound;
  total.turned_back += follower.turned_back;
  total.unfinished += unfinished;
  total.outside += !unfinished && follower.projection_is_outside();
  total.steps += static_cast<double>(follower.steps);
  total.most_of_bound = std::max(total.most_of_bound, static_cast<double>(follower.steps) / bound);
  total.most_steps = std::max(total.most_steps, follower.steps);
  total.most_vertices = std::max<long>(total.most_vertices, sigma.vertex_count());
}

}  // namespace

void ExpansionSteps::add(FaceDistance reading, const talus::PolyhedronView<double>& a,
                         const talus::PolyhedronView<double>& b,
                         const talus::RelativePose<double>& b_in_a) {
  if (reading == FaceDistance::of_plane) {
    follow<FaceDistance::of_plane>(*this, a, b, b_in_a);
  } else {
    follow<FaceDistance::of_triangle>(*this, a, b, b_in_a);
  }
}

ExpansionSteps& ExpansionSteps::operator+=(const ExpansionSteps& other) {
  pairs += other.pairs;
  beyond += other.beyond;
  turned_back += other.turned_back;
  outside += other.outside;
  unfinished += other.unfinished;
  steps += other.steps;
  most_of_bound = std::max(most_of_bound, other.most_of_bound);
  most_steps = std::max(most_steps, other.most_steps);
  most_vertices = std::max(most_vertices, other.most_vertices);
  return *this;
}

void to_json(nlohmann::json& json, const ExpansionSteps& s) {
  json = {{"tried", s.pairs},
          {"beyond", s.beyond},
          {"turned_back", s.turned_back},
          {"outside", s.outside},
          {"unfinished", s.unfinished},
          {"mean_steps", s.pairs > 0 ? s.steps / static_cast<double>(s.pairs) : 0},
          {"most_of_bound", s.most_of_bound},
          {"most_steps", s.most_steps},
          {"most_vertices", s.most_vertices}};
}

}  // namespace study
