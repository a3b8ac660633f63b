// From plain numbers to the library's shapes, and back to a line of the query format.
#pragma once

#include <fmt/format.h>

#include <string>
#include <vector>

#include "narrow/laws/random_shape.h"
#include "oracle/judge.h"
#include "talus/narrow/contact.h"

namespace laws {

inline talus::Vec3<double> vec(const Triple& v) { return {v[0], v[1], v[2]}; }
inline Triple triple(const talus::Vec3<double>& v) { return {v.x, v.y, v.z}; }

inline talus::Shape make_shape(const Spec& s) {
  switch (s.type) {
    case Type::sphere:
      return talus::make_sphere(s.semi_axes[0]);
    case Type::ellipsoid:
      return talus::make_ellipsoid(vec(s.semi_axes));
    case Type::superquadric:
      return talus::make_superquadric(vec(s.semi_axes), s.n1, s.n2);
    case Type::polyhedron: {
      std::vector<talus::Vec3<double>> points;
      for (const Triple& p : s.points) points.push_back(vec(p));
      return talus::make_polyhedron(points);
    }
    case Type::half_space:
      return talus::make_half_space(vec(s.normal), s.offset);
    case Type::segment:
      break;
  }
  return talus::make_segment(vec(s.points[0]), vec(s.points[1]));
}

inline talus::Pose<double> make_pose(const Spec& s) {
  const auto& q = s.orientation;
  return talus::make_pose(vec(s.position), {q[0], q[1], q[2], q[3]});
}

// Two shapes with poses, and the numbers from which they were made.
struct PosedPair {
  PairSpec spec;
  talus::Shape a, b;
  talus::Pose<double> pose_a, pose_b;

  explicit PosedPair(const PairSpec& pair)
      : spec(pair),
        a(make_shape(pair.a)),
        b(make_shape(pair.b)),
        pose_a(make_pose(pair.a)),
        pose_b(make_pose(pair.b)) {}

  talus::Contact<double> evaluate(const talus::Method* method,
                                  talus::Cache<double>* cache = nullptr,
                                  const talus::Settings<double>& settings = {}) const {
    return talus::contact(a, pose_a, b, pose_b, settings, cache, method);
  }
  // Moves B; the shapes are not built again.
  void move_b(const talus::Vec3<double>& by) {
    pose_b.position = pose_b.position + by;
    spec.b.position = triple(pose_b.position);
  }
};

inline oracle::Claim claim_of(const talus::Contact<double>& c) {
  return {c.distance, triple(c.normal), triple(c.point_a), triple(c.point_b)};
}

inline std::string to_json(const Triple& v) {
  return fmt::format("[{:.17g},{:.17g},{:.17g}]", v[0], v[1], v[2]);
}

inline std::string to_json(const Spec& s) {
  std::string shape;
  switch (s.type) {
    case Type::sphere:
      shape = fmt::format(R"("type":"sphere","radius":{:.17g})", s.semi_axes[0]);
      break;
    case Type::ellipsoid:
      shape = fmt::format(R"("type":"ellipsoid","semi_axes":{})", to_json(s.semi_axes));
      break;
    case Type::superquadric:
      shape = fmt::format(R"("type":"superquadric","semi_axes":{},"exponents":[{:.17g},{:.17g}])",
                          to_json(s.semi_axes), s.n1, s.n2);
      break;
    case Type::polyhedron:
      shape = R"("type":"polyhedron","vertices":[)";
      for (const Triple& p : s.points) shape += to_json(p) + ",";
      shape.back() = ']';
      break;
    case Type::half_space:
      shape = fmt::format(R"("type":"half_space","normal":{},"offset":{:.17g})", to_json(s.normal),
                          s.offset);
      break;
    case Type::segment:
      shape = fmt::format(R"("type":"segment","from":{},"to":{})", to_json(s.points[0]),
                          to_json(s.points[1]));
      break;
  }
  const auto& q = s.orientation;
  return fmt::format(
      R"({{"shape":{{{}}},"position":{},"orientation":[{:.17g},{:.17g},{:.17g},{:.17g}]}})", shape,
      to_json(s.position), q[0], q[1], q[2], q[3]);
}

// One line that `talus query` reads.
inline std::string to_json(const std::string& id, const PairSpec& pair) {
  return fmt::format(R"({{"id":"{}","a":{},"b":{}}})", id, to_json(pair.a), to_json(pair.b));
}

}  // namespace laws
