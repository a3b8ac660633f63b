// Bullet 3, the double-precision build of Debian (bullet-float64), with all collision margins zero.
#include <BulletCollision/CollisionDispatch/btBoxBoxDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpa2.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkEpaPenetrationDepthSolver.h>
#include <BulletCollision/NarrowPhaseCollision/btGjkPairDetector.h>
#include <BulletCollision/NarrowPhaseCollision/btPointCollector.h>
#include <BulletCollision/NarrowPhaseCollision/btVoronoiSimplexSolver.h>
#include <btBulletCollisionCommon.h>

#include "bench/peer/peer.h"
#include "bench/support.h"

#if !defined(BT_USE_DOUBLE_PRECISION)
#error "the bench compares double precision: build against bullet-float64"
#endif

namespace bench {
namespace {

btVector3 to_bullet(const Vector& v) { return {v.x(), v.y(), v.z()}; }

btTransform to_bullet(const Placement& pose) {
  const Eigen::Quaterniond& q = pose.orientation;
  return btTransform(btQuaternion(q.x(), q.y(), q.z(), q.w()), to_bullet(pose.position));
}

// Any body by its support function, for the shapes that Bullet does not have.
class SupportShape : public btConvexInternalShape {
 public:
  explicit SupportShape(const Body& body)
      : family_(body.family), semi_axes_(body.semi_axes), n1_(body.n1), n2_(body.n2) {
    m_shapeType = CUSTOM_CONVEX_SHAPE_TYPE;
    if (family_ == Family::polyhedron) vertices_ = VertexTable(body);
    setMargin(0);
  }

  btVector3 localGetSupportingVertexWithoutMargin(const btVector3& direction) const override {
    const Vector n(direction.x(), direction.y(), direction.z());
    switch (family_) {
      case Family::polyhedron: {
        const int i = last_vertex_ = farthest_vertex(vertices_, n, last_vertex_);
        return {vertices_.x[i], vertices_.y[i], vertices_.z[i]};
      }
      case Family::ellipsoid:
        return to_bullet(ellipsoid_support(semi_axes_, n));
      case Family::superquadric:
        break;
    }
    return to_bullet(superquadric_support(semi_axes_, n1_, n2_, n));
  }
  btVector3 localGetSupportingVertex(const btVector3& direction) const override {
    return localGetSupportingVertexWithoutMargin(direction);
  }
  void batchedUnitVectorGetSupportingVertexWithoutMargin(const btVector3* directions,
                                                         btVector3* supports,
                                                         int count) const override {
    for (int i = 0; i < count; ++i) {
      supports[i] = localGetSupportingVertexWithoutMargin(directions[i]);
    }
  }
  void calculateLocalInertia(btScalar, btVector3& inertia) const override { inertia.setZero(); }
  const char* getName() const override { return "support"; }

 private:
  Family family_;
  Vector semi_axes_;
  double n1_, n2_;
  VertexTable vertices_;
  mutable int last_vertex_ = 0;  // where the next climb along the edges starts
};

std::unique_ptr<btConvexShape> make_shape(const Body& body) {
  std::unique_ptr<btConvexShape> shape;
  if (body.box) {
    shape = std::make_unique<btBoxShape>(to_bullet(body.semi_axes));
  } else if (body.family == Family::polyhedron && body.vertices.size() < climb_from) {
    auto hull = std::make_unique<btConvexHullShape>();
    for (const Vector& v : body.vertices) hull->addPoint(to_bullet(v), false);
    hull->recalcLocalAabb();
    shape = std::move(hull);
  } else {
    // btConvexHullShape always scans all its points: from climb_from on, climbing edges is faster.
    shape = std::make_unique<SupportShape>(body);
  }
  shape->setMargin(0);
  return shape;
}

class Bullet : public Contender {
 public:
  void load(const Workload& workload) override {
    shapes_.clear();
    pairs_.clear();
    for (const Body& body : workload.bodies) shapes_.push_back(make_shape(body));
    for (const Pair& pair : workload.pairs) {
      PosedPair placed{shapes_[pair.a].get(),  shapes_[pair.b].get(),        to_bullet(pair.pose_a),
                       to_bullet(pair.pose_b), to_bullet(pair.pose_b_moved), {0, 0, 0}};
      pairs_.push_back(placed);
    }
  }

 protected:
  struct PosedPair {
    const btConvexShape* a;
    const btConvexShape* b;
    btTransform pose_a, pose_b, pose_b_moved;
    btVector3 remembered;  // a direction
  };

  static btVector3 centre_to_centre(const PosedPair& p) {
    return p.pose_a.getOrigin() - p.pose_b.getOrigin();
  }

  std::vector<std::unique_ptr<btConvexShape>> shapes_;
  std::vector<PosedPair> pairs_;
};

// What Bullet itself runs for two convex shapes: GJK, and EPA where GJK finds an overlap. It starts
// from a fixed direction, so that warm is no different from cold.
class PairDetector : public Bullet {
 public:
  Answer cold(int i) override { return query(pairs_[i], pairs_[i].pose_b); }
  void remember(int) override {}
  Answer warm(int i) override { return query(pairs_[i], pairs_[i].pose_b_moved); }

 private:
  Answer query(const PosedPair& pair, const btTransform& pose_b) {
    btGjkPairDetector detector(pair.a, pair.b, &simplex_, &penetration_);
    btGjkPairDetector::ClosestPointInput input;
    input.m_transformA = pair.pose_a;
    input.m_transformB = pose_b;
    btPointCollector result;
    detector.getClosestPoints(input, result, nullptr);
    Answer answer;
    answer.failed = !result.m_hasResult;
    answer.distance = result.m_distance;
    answer.separated = result.m_distance > 0;
    return answer;
  }

  btVoronoiSimplexSolver simplex_;
  btGjkEpaPenetrationDepthSolver penetration_;
};

// The GJK and EPA below it, called directly with the caller's guess of the direction.
class GjkEpa : public Bullet {
 public:
  Answer cold(int i) override {
    return query(pairs_[i], pairs_[i].pose_b, centre_to_centre(pairs_[i]));
  }
  void remember(int i) override {
    cold(i);
    pairs_[i].remembered = last_normal_.fuzzyZero() ? centre_to_centre(pairs_[i]) : last_normal_;
  }
  Answer warm(int i) override {
    return query(pairs_[i], pairs_[i].pose_b_moved, pairs_[i].remembered);
  }

 private:
  Answer query(const PosedPair& pair, const btTransform& pose_b, const btVector3& guess) {
    btGjkEpaSolver2::sResults results;
    const bool answered =
        btGjkEpaSolver2::SignedDistance(pair.a, pair.pose_a, pair.b, pose_b, guess, results);
    last_normal_ = results.normal;
    Answer answer;
    answer.failed = !answered;
    answer.distance = results.distance;
    answer.separated = results.distance > 0;
    return answer;
  }

  btVector3 last_normal_{0, 0, 0};
};

// ODE's box-box routine as Bullet carries it: depth and contact points, no distance.
class BoxBox : public Bullet {
 public:
  Answer cold(int i) override { return query(pairs_[i], pairs_[i].pose_b); }
  void remember(int) override {}
  Answer warm(int i) override { return query(pairs_[i], pairs_[i].pose_b_moved); }

 private:
  struct Deepest : public btDiscreteCollisionDetectorInterface::Result {
    bool found = false;
    btScalar distance = 0;
    void setShapeIdentifiersA(int, int) override {}
    void setShapeIdentifiersB(int, int) override {}
    void addContactPoint(const btVector3&, const btVector3&, btScalar depth) override {
      distance = found ? std::min(distance, depth) : depth;
      found = true;
    }
  };

  Answer query(const PosedPair& pair, const btTransform& pose_b) {
    btBoxBoxDetector detector(static_cast<const btBoxShape*>(pair.a),
                              static_cast<const btBoxShape*>(pair.b));
    btDiscreteCollisionDetectorInterface::ClosestPointInput input;
    input.m_transformA = pair.pose_a;
    input.m_transformB = pose_b;
    Deepest result;
    detector.getClosestPoints(input, result, nullptr);
    Answer answer;
    answer.separated = !result.found;
    answer.measured = result.found;
    answer.distance = result.distance;
    return answer;
  }
};

template <class T>
std::unique_ptr<Contender> make() {
  return std::make_unique<T>();
}

}  // namespace

std::vector<Entry> bullet_entries() {
  const auto any = [](const Workload&) { return true; };
  const auto boxes = [](const Workload& workload) { return workload.bodies.front().box; };
  return {
      {"bullet-pair", "Bullet btGjkPairDetector with btGjkEpaPenetrationDepthSolver", any,
       make<PairDetector>},
      {"bullet-epa", "Bullet btGjkEpaSolver2::SignedDistance, guess: the last normal", any,
       make<GjkEpa>},
      {"bullet-box", "Bullet btBoxBoxDetector", boxes, make<BoxBox>},
  };
}

}  // namespace bench
