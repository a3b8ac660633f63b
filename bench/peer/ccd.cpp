// libccd: GJK + EPA and MPR. The library brings no shapes; the support functions are ours. It has
// no distance of separated bodies: ccdGJKPenetration and ccdMPRPenetration then only say that they
// are separated.
#include <ccd/ccd.h>
#include <ccd/quat.h>

#include <cmath>

#include "bench/peer/peer.h"
#include "bench/support.h"

namespace bench {
namespace {

struct Shape {
  Family family{};
  Vector semi_axes;
  double n1{}, n2{};
  VertexTable vertices;
};

struct Object {
  const Shape* shape{};
  Eigen::Matrix3d rotation;
  Vector position;
  Vector first_direction{1, 0, 0};  // libccd's own default
  mutable int last_vertex = 0;      // where the next climb along the edges starts
};

template <Family family>
void support(const void* object, const ccd_vec3_t* direction, ccd_vec3_t* out) {
  const auto& o = *static_cast<const Object*>(object);
  const Vector n =
      o.rotation.transpose() * Vector(direction->v[0], direction->v[1], direction->v[2]);
  Vector p;
  if constexpr (family == Family::polyhedron) {
    const VertexTable& table = o.shape->vertices;
    const int i = o.last_vertex = farthest_vertex(table, n, o.last_vertex);
    p = {table.x[i], table.y[i], table.z[i]};
  } else if constexpr (family == Family::ellipsoid) {
    p = ellipsoid_support(o.shape->semi_axes, n);
  } else {
    p = superquadric_support(o.shape->semi_axes, o.shape->n1, o.shape->n2, n);
  }
  p = o.rotation * p + o.position;
  ccdVec3Set(out, p.x(), p.y(), p.z());
}

ccd_support_fn support_of(Family family) {
  switch (family) {
    case Family::polyhedron:
      return support<Family::polyhedron>;
    case Family::ellipsoid:
      return support<Family::ellipsoid>;
    case Family::superquadric:
      break;
  }
  return support<Family::superquadric>;
}

void centre(const void* object, ccd_vec3_t* out) {
  const Vector& p = static_cast<const Object*>(object)->position;
  ccdVec3Set(out, p.x(), p.y(), p.z());
}

void first_direction(const void* object, const void*, ccd_vec3_t* out) {
  const Vector& n = static_cast<const Object*>(object)->first_direction;
  ccdVec3Set(out, n.x(), n.y(), n.z());
}

enum class Algorithm { epa, mpr };

class Ccd : public Contender {
 public:
  Ccd(Algorithm algorithm, double tolerance) : algorithm_(algorithm) {
    CCD_INIT(&ccd_);
    ccd_.center1 = ccd_.center2 = centre;
    ccd_.first_dir = first_direction;
    ccd_.epa_tolerance = ccd_.mpr_tolerance = tolerance;
    // Only GJK and MPR heed it; the expansion of EPA has no limit at all.
    ccd_.max_iterations = 1000;
  }

  void load(const Workload& workload) override {
    shapes_.clear();
    pairs_.clear();
    for (const Body& body : workload.bodies) {
      shapes_.push_back({body.family, body.semi_axes, body.n1, body.n2,
                         body.family == Family::polyhedron ? VertexTable(body) : VertexTable()});
    }
    ccd_.support1 = support_of(workload.bodies.front().family);
    ccd_.support2 = support_of(workload.bodies.back().family);
    const auto object = [&](int shape, const Placement& pose) {
      Object o;
      o.shape = &shapes_[shape];
      o.rotation = pose.orientation.toRotationMatrix();
      o.position = pose.position;
      return o;
    };
    for (const Pair& pair : workload.pairs) {
      pairs_.push_back({object(pair.a, pair.pose_a),
                        object(pair.b, pair.pose_b),
                        object(pair.b, pair.pose_b_moved),
                        {1, 0, 0}});
    }
  }

  Answer cold(int i) override {
    Objects& pair = pairs_[i];
    pair.a.first_direction = {1, 0, 0};
    pair.a.last_vertex = pair.b.last_vertex = 0;
    return query(pair.a, pair.b);
  }

  void remember(int i) override {
    cold(i);
    // On curved bodies EPA is up to eight times slower from a good first direction than from its
    // default, so that a caller does better without.
    const bool useful = pairs_[i].b.shape->family == Family::polyhedron;
    if (useful && last_direction_.norm() > 0.5) pairs_[i].remembered = last_direction_;
  }

  Answer warm(int i) override {
    Objects& pair = pairs_[i];
    pair.a.first_direction = pair.remembered;
    pair.a.last_vertex = pair.b_moved.last_vertex = 0;
    return query(pair.a, pair.b_moved);
  }

 private:
  struct Objects {
    Object a, b, b_moved;
    Vector remembered;
  };

  Answer query(const Object& a, const Object& b) {
    ccd_real_t depth = 0;
    ccd_vec3_t direction = {{0, 0, 0}}, position;
    const int status = algorithm_ == Algorithm::epa
                           ? ccdGJKPenetration(&a, &b, &ccd_, &depth, &direction, &position)
                           : ccdMPRPenetration(&a, &b, &ccd_, &depth, &direction, &position);
    last_direction_ = {direction.v[0], direction.v[1], direction.v[2]};
    Answer answer;
    answer.failed = status < -1;  // -2: out of memory
    answer.separated = status == -1;
    answer.measured = !answer.separated;
    answer.distance = -depth;
    return answer;
  }

  Algorithm algorithm_;
  ccd_t ccd_;
  std::vector<Shape> shapes_;
  std::vector<Objects> pairs_;
  Vector last_direction_{0, 0, 0};
};

}  // namespace

std::vector<Entry> ccd_entries() {
  const auto any = [](const Workload&) { return true; };
  const auto make = [](Algorithm algorithm, double tolerance) {
    return
        [=]() -> std::unique_ptr<Contender> { return std::make_unique<Ccd>(algorithm, tolerance); };
  };
  return {
      {"ccd-epa", "libccd ccdGJKPenetration, epa_tolerance 1e-12", any,
       make(Algorithm::epa, 1e-12)},
      {"ccd-epa-default", "libccd ccdGJKPenetration, default epa_tolerance 1e-4", any,
       make(Algorithm::epa, 1e-4), true},
      {"ccd-epa-1e-16", "libccd ccdGJKPenetration, epa_tolerance 1e-16", any,
       make(Algorithm::epa, 1e-16), true},
      {"ccd-mpr", "libccd ccdMPRPenetration, mpr_tolerance 1e-12", any,
       make(Algorithm::mpr, 1e-12)},
  };
}

}  // namespace bench
