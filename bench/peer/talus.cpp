// Talus: its one public query, with the caller's cache for the warm runs.
#include "bench/peer/peer.h"
#include "talus/narrow/contact.h"

namespace bench {
namespace {

talus::Vec3<double> to_talus(const Vector& v) { return {v.x(), v.y(), v.z()}; }

talus::Pose<double> to_talus(const Placement& pose) {
  const Eigen::Quaterniond& q = pose.orientation;
  return talus::make_pose(to_talus(pose.position), {q.w(), q.x(), q.y(), q.z()});
}

talus::Shape make_shape(const Body& body) {
  switch (body.family) {
    case Family::ellipsoid:
      return talus::make_ellipsoid(to_talus(body.semi_axes));
    case Family::superquadric:
      return talus::make_superquadric(to_talus(body.semi_axes), body.n1, body.n2);
    case Family::polyhedron:
      break;
  }
  std::vector<talus::Vec3<double>> points;
  for (const Vector& v : body.vertices) points.push_back(to_talus(v));
  return talus::make_polyhedron(points);
}

class Talus : public Contender {
 public:
  void load(const Workload& workload) override {
    shapes_.clear();
    pairs_.clear();
    for (const Body& body : workload.bodies) shapes_.push_back(make_shape(body));
    for (const Pair& pair : workload.pairs) {
      pairs_.push_back({pair.a,
                        pair.b,
                        to_talus(pair.pose_a),
                        to_talus(pair.pose_b),
                        to_talus(pair.pose_b_moved),
                        {}});
    }
  }
  Answer cold(int i) override {
    const Placed& p = pairs_[i];
    return to_answer(talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b));
  }
  void remember(int i) override {
    Placed& p = pairs_[i];
    p.remembered = {};
    talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b, {}, &p.remembered);
  }
  Answer warm(int i) override {
    const Placed& p = pairs_[i];
    talus::Cache<double> cache = p.remembered;
    return to_answer(
        talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b_moved, {}, &cache));
  }

 private:
  struct Placed {
    int a, b;
    talus::Pose<double> pose_a, pose_b, pose_b_moved;
    talus::Cache<double> remembered;
  };

  static Answer to_answer(const talus::Contact<double>& contact) {
    Answer answer;
    answer.failed = talus::is_failure(contact.status);
    answer.separated = contact.status == talus::Status::separated;
    answer.distance = contact.distance;
    return answer;
  }

  std::vector<talus::Shape> shapes_;
  std::vector<Placed> pairs_;
};

}  // namespace

std::vector<Entry> talus_entries() {
  return {{"talus", "Talus contact(), its production method", [](const Workload&) { return true; },
           [] { return std::make_unique<Talus>(); }}};
}

}  // namespace bench
