// ODE's test of two boxes, called directly (dBoxBox), without the cost of its geoms. It gives a
// depth and contact points, no distance of separated boxes, and keeps nothing between queries.
#include <ode/ode.h>

#include "bench/peer/peer.h"

#if !defined(dDOUBLE)
#error "the bench compares double precision"
#endif

namespace bench {
namespace {

struct OdePose {
  dVector3 position;
  dMatrix3 rotation;  // three rows of four

  explicit OdePose(const Placement& pose) {
    const Eigen::Matrix3d turn = pose.orientation.toRotationMatrix();
    for (int i = 0; i < 3; ++i) {
      position[i] = pose.position[i];
      for (int j = 0; j < 3; ++j) rotation[4 * i + j] = turn(i, j);
      rotation[4 * i + 3] = 0;
    }
    position[3] = 0;
  }
};

struct OdeSides {
  dVector3 sides;

  explicit OdeSides(const Body& box) {
    for (int i = 0; i < 3; ++i) sides[i] = 2 * box.semi_axes[i];
    sides[3] = 0;
  }
};

class Ode : public Contender {
 public:
  void load(const Workload& workload) override {
    boxes_.clear();
    pairs_.clear();
    for (const Body& body : workload.bodies) boxes_.emplace_back(body);
    for (const Pair& pair : workload.pairs) {
      pairs_.push_back({&boxes_[pair.a], &boxes_[pair.b], OdePose(pair.pose_a),
                        OdePose(pair.pose_b), OdePose(pair.pose_b_moved)});
    }
  }
  Answer cold(int i) override { return query(pairs_[i], pairs_[i].pose_b); }
  void remember(int) override {}
  Answer warm(int i) override { return query(pairs_[i], pairs_[i].pose_b_moved); }

 private:
  struct PosedPair {
    const OdeSides* a;
    const OdeSides* b;
    OdePose pose_a, pose_b, pose_b_moved;
  };

  // All eight contact points: with an array for fewer it spends longer on choosing among them.
  static Answer query(const PosedPair& pair, const OdePose& pose_b) {
    dContactGeom contacts[8];
    dVector3 normal;
    dReal depth = 0;
    int code = 0;
    const int count = dBoxBox(pair.pose_a.position, pair.pose_a.rotation, pair.a->sides,
                              pose_b.position, pose_b.rotation, pair.b->sides, normal, &depth,
                              &code, 8, contacts, sizeof contacts[0]);
    Answer answer;
    answer.separated = count == 0;
    answer.measured = count > 0;
    answer.distance = -depth;
    return answer;
  }

  std::vector<OdeSides> boxes_;
  std::vector<PosedPair> pairs_;
};

}  // namespace

std::vector<Entry> ode_entries() {
  const auto boxes = [](const Workload& workload) { return workload.bodies.front().box; };
  return {{"ode-box", "ODE dBoxBox, up to eight contact points", boxes,
           [] { return std::make_unique<Ode>(); }}};
}

}  // namespace bench
