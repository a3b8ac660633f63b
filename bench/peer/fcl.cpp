// FCL 0.7: its two narrow phases called directly, without the cost of its collision objects. Shapes
// are its own: Ellipsoid, Convex (which climbs edges above 32 corners), and Box for the box-box
// routine.
#include <fcl/geometry/shape/box.h>
#include <fcl/geometry/shape/convex.h>
#include <fcl/geometry/shape/ellipsoid.h>
#include <fcl/narrowphase/detail/gjk_solver_indep.h>
#include <fcl/narrowphase/detail/gjk_solver_libccd.h>

#include <exception>

#include "bench/peer/peer.h"

namespace bench {
namespace {

using fcl::Boxd;
using fcl::Convexd;
using fcl::Ellipsoidd;
using fcl::Transform3d;
using IndependentSolver = fcl::detail::GJKSolver_indep<double>;
using LibccdSolver = fcl::detail::GJKSolver_libccd<double>;

template <class Shape>
std::unique_ptr<Shape> make_shape(const Body& body);

template <>
std::unique_ptr<Convexd> make_shape(const Body& body) {
  auto faces = std::make_shared<std::vector<int>>();
  for (const auto& face : body.faces) {
    faces->push_back(static_cast<int>(face.size()));
    faces->insert(faces->end(), face.begin(), face.end());
  }
  return std::make_unique<Convexd>(std::make_shared<const std::vector<Vector>>(body.vertices),
                                   static_cast<int>(body.faces.size()), faces, true);
}
template <>
std::unique_ptr<Ellipsoidd> make_shape(const Body& body) {
  return std::make_unique<Ellipsoidd>(body.semi_axes);
}
template <>
std::unique_ptr<Boxd> make_shape(const Body& body) {
  return std::make_unique<Boxd>(2 * body.semi_axes);
}

Transform3d to_fcl(const Placement& pose) {
  Transform3d transform = Transform3d::Identity();
  transform.linear() = pose.orientation.toRotationMatrix();
  transform.translation() = pose.position;
  return transform;
}

template <class Shape>
struct PosedPair {
  const Shape* a;
  const Shape* b;
  Transform3d pose_a, pose_b, pose_b_moved;
  Vector remembered;
};

// Signed distance by FCL's extension of libccd.
struct SignedDistance {
  LibccdSolver solver;

  explicit SignedDistance(double tolerance) {
    solver.collision_tolerance = solver.distance_tolerance = tolerance;
  }

  template <class Shape>
  Answer query(const PosedPair<Shape>& p, const Transform3d& pose_b, const Vector*) {
    Answer answer;
    Vector point_a, point_b;
    const bool separated = solver.shapeSignedDistance(*p.a, p.pose_a, *p.b, pose_b,
                                                      &answer.distance, &point_a, &point_b);
    answer.separated = separated && answer.distance > 0;
    return answer;
  }
  Vector guess() const { return {1, 0, 0}; }
};

// FCL's own GJK for the distance, and its GJK + EPA where that finds none. For two boxes the second
// step is its box-box routine.
struct Independent {
  IndependentSolver solver;
  std::vector<fcl::ContactPointd> contacts;

  explicit Independent(double tolerance) {
    solver.gjk_tolerance = solver.epa_tolerance = tolerance;
    solver.gjk_max_iterations = 1000;
    solver.epa_max_iterations = 1000;
    solver.epa_max_vertex_num = 500;
    solver.epa_max_face_num = 1000;
  }

  template <class Shape>
  Answer query(const PosedPair<Shape>& p, const Transform3d& pose_b, const Vector* guess) {
    Answer answer;
    solver.enable_cached_guess = guess != nullptr;
    if (guess != nullptr) solver.cached_guess = *guess;
    Vector point_a, point_b;
    answer.separated =
        solver.shapeDistance(*p.a, p.pose_a, *p.b, pose_b, &answer.distance, &point_a, &point_b);
    if (answer.separated) return answer;
    contacts.clear();
    if (guess != nullptr) solver.cached_guess = *guess;
    if (!solver.shapeIntersect(*p.a, p.pose_a, *p.b, pose_b, &contacts)) {
      answer.failed = true;  // neither separated nor overlapping
      return answer;
    }
    // Depths of this routine are positive for box-box and negative for EPA (a known oddity of 0.7).
    double depth = 0;
    for (const auto& contact : contacts)
      depth = std::max(depth, std::abs(contact.penetration_depth));
    answer.distance = -depth;
    return answer;
  }
  Vector guess() const { return solver.cached_guess; }
};

template <class Shape, class Query>
class Fcl : public Contender {
 public:
  explicit Fcl(double tolerance) : query_(tolerance) {}

  void load(const Workload& workload) override {
    shapes_.clear();
    pairs_.clear();
    for (const Body& body : workload.bodies) shapes_.push_back(make_shape<Shape>(body));
    for (const Pair& pair : workload.pairs) {
      pairs_.push_back({shapes_[pair.a].get(),
                        shapes_[pair.b].get(),
                        to_fcl(pair.pose_a),
                        to_fcl(pair.pose_b),
                        to_fcl(pair.pose_b_moved),
                        {1, 0, 0}});
    }
  }
  Answer cold(int i) override { return guarded(pairs_[i], pairs_[i].pose_b, nullptr); }
  void remember(int i) override {
    const Vector start(1, 0, 0);
    guarded(pairs_[i], pairs_[i].pose_b, &start);
    pairs_[i].remembered = query_.guess().norm() > 0 ? query_.guess() : start;
  }
  Answer warm(int i) override {
    return guarded(pairs_[i], pairs_[i].pose_b_moved, &pairs_[i].remembered);
  }

 private:
  Answer guarded(const PosedPair<Shape>& pair, const Transform3d& pose_b, const Vector* guess) {
    try {
      return query_.query(pair, pose_b, guess);
    } catch (const std::exception&) {
      Answer answer;
      answer.failed = true;
      return answer;
    }
  }

  Query query_;
  std::vector<std::unique_ptr<Shape>> shapes_;
  std::vector<PosedPair<Shape>> pairs_;
};

bool curved(const Workload& workload) {
  return workload.bodies.front().family == Family::ellipsoid;
}

// The tightest tolerance at which FCL's libccd returns in time: its expansion of curved bodies
// takes hundreds of times longer at 1e-12.
double best_tolerance(const Workload& workload) {
  return curved(workload) && workload.regime != Regime::separated ? 1e-6 : 1e-12;
}

// Any workload but superquadrics, which FCL does not have.
template <class Query>
class FclAny : public Contender {
 public:
  explicit FclAny(std::function<double(const Workload&)> tolerance)
      : tolerance_(std::move(tolerance)) {}

  void load(const Workload& workload) override {
    if (curved(workload)) {
      chosen_ = std::make_unique<Fcl<Ellipsoidd, Query>>(tolerance_(workload));
    } else {
      chosen_ = std::make_unique<Fcl<Convexd, Query>>(tolerance_(workload));
    }
    chosen_->load(workload);
  }
  Answer cold(int i) override { return chosen_->cold(i); }
  void remember(int i) override { chosen_->remember(i); }
  Answer warm(int i) override { return chosen_->warm(i); }

 private:
  std::function<double(const Workload&)> tolerance_;
  std::unique_ptr<Contender> chosen_;
};

}  // namespace

std::vector<Entry> fcl_entries() {
  const auto known = [](const Workload& workload) {
    return workload.bodies.back().family != Family::superquadric;
  };
  const auto boxes = [](const Workload& workload) { return workload.bodies.front().box; };
  const auto fixed = [](double tolerance) { return [=](const Workload&) { return tolerance; }; };
  return {
      {"fcl-ccd",
       "FCL GJKSolver_libccd::shapeSignedDistance, tolerance 1e-12, overlapping curved bodies 1e-6",
       known, [] { return std::make_unique<FclAny<SignedDistance>>(best_tolerance); }},
      {"fcl-ccd-default", "the same, default tolerance 1e-6", known,
       [=] { return std::make_unique<FclAny<SignedDistance>>(fixed(1e-6)); }, true},
      {"fcl-ccd-1e-12", "the same, tolerance 1e-12", curved,
       [=] { return std::make_unique<FclAny<SignedDistance>>(fixed(1e-12)); }, true},
      {"fcl-indep", "FCL GJKSolver_indep, shapeDistance then shapeIntersect, tolerance 1e-12",
       known, [=] { return std::make_unique<FclAny<Independent>>(fixed(1e-12)); }, true},
      {"fcl-box", "FCL GJKSolver_indep on Box: shapeDistance, then its box-box routine", boxes,
       [] { return std::make_unique<Fcl<Boxd, Independent>>(1e-12); }},
  };
}

}  // namespace bench
