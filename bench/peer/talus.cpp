// Talus: its one public query, with the caller's cache for the warm runs, and its batches.
#include <algorithm>

#include "bench/peer/peer.h"
#include "talus/narrow/batch.h"

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

Answer to_answer(const talus::Contact<double>& contact) {
  Answer answer;
  answer.failed = talus::is_failure(contact.status);
  answer.separated = contact.status == talus::Status::separated;
  answer.distance = contact.distance;
  return answer;
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
    const PosedPair& p = pairs_[i];
    return to_answer(talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b));
  }
  void remember(int i) override {
    PosedPair& p = pairs_[i];
    p.remembered = {};
    talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b, {}, &p.remembered);
  }
  Answer warm(int i) override {
    const PosedPair& p = pairs_[i];
    talus::Cache<double> cache = p.remembered;
    return to_answer(
        talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b_moved, {}, &cache));
  }

 protected:
  struct PosedPair {
    int a, b;
    talus::Pose<double> pose_a, pose_b, pose_b_moved;
    talus::Cache<double> remembered;
  };

  std::vector<talus::Shape> shapes_;
  std::vector<PosedPair> pairs_;
};

// A method of a paper, by name. Such methods say that bodies are separated, not how far.
class TalusMethod : public Talus {
 public:
  explicit TalusMethod(std::string name) : name_(std::move(name)) {}

  void load(const Workload& workload) override {
    Talus::load(workload);
    method_ =
        talus::find_method(talus::kind_of(shapes_.front()), talus::kind_of(shapes_.back()), name_);
  }
  Answer cold(int i) override {
    const PosedPair& p = pairs_[i];
    return published(
        talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b, {}, nullptr, method_));
  }
  void remember(int i) override {
    PosedPair& p = pairs_[i];
    p.remembered = {};
    talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b, {}, &p.remembered, method_);
  }
  Answer warm(int i) override {
    const PosedPair& p = pairs_[i];
    talus::Cache<double> cache = p.remembered;
    return published(
        talus::contact(shapes_[p.a], p.pose_a, shapes_[p.b], p.pose_b_moved, {}, &cache, method_));
  }

 private:
  static Answer published(const talus::Contact<double>& contact) {
    Answer answer = to_answer(contact);
    answer.measured = !answer.separated;
    return answer;
  }

  std::string name_;
  const talus::Method* method_ = nullptr;
};

// Blocks of pairs through contact_batch with one instruction set; pairs come in turn, and
// the first of a block answers all of it.
class TalusBatch : public Talus {
 public:
  explicit TalusBatch(const talus::BatchKernels& kernel) : kernel_(kernel) {}

  void load(const Workload& workload) override {
    Talus::load(workload);
    block_ = -1;
    for (auto* queries : {&at_first_, &moved_}) queries->clear();
    for (const PosedPair& p : pairs_) {
      at_first_.push_back({&shapes_[p.a], &p.pose_a, &shapes_[p.b], &p.pose_b});
      moved_.push_back({&shapes_[p.a], &p.pose_a, &shapes_[p.b], &p.pose_b_moved});
    }
  }
  Answer cold(int i) override { return answer(i, false); }
  Answer warm(int i) override { return answer(i, true); }

 private:
  static constexpr int block_size = 512;

  Answer answer(int i, bool warm) {
    const int block = i / block_size;
    if (i % block_size == 0 || block != block_ || warm != warm_) run(block, warm);
    return to_answer(answered_[i % block_size]);
  }
  void run(int block, bool warm) {
    block_ = block;
    warm_ = warm;
    const auto queries = std::span<const talus::PairQuery>(warm ? moved_ : at_first_);
    const std::size_t first = static_cast<std::size_t>(block) * block_size,
                      count = std::min<std::size_t>(block_size, queries.size() - first);
    caches_.clear();
    if (warm) {
      for (std::size_t i = first; i < first + count; ++i) caches_.push_back(pairs_[i].remembered);
    }
    answered_.resize(count);
    talus::contact_batch_with(&kernel_, queries.subspan(first, count), answered_, {}, caches_);
  }

  talus::BatchKernels kernel_;
  int block_ = -1;
  bool warm_ = false;
  std::vector<talus::PairQuery> at_first_, moved_;
  std::vector<talus::Cache<double>> caches_;
  std::vector<talus::Contact<double>> answered_;
};

bool batched(const Workload& workload) {
  return workload.all_of(Family::ellipsoid) || workload.all_of(Family::superquadric);
}
bool only_superquadrics(const Workload& workload) { return workload.all_of(Family::superquadric); }
bool polyhedra_and_superquadrics(const Workload& workload) {
  return workload.bodies.front().family == Family::polyhedron &&
         workload.bodies.back().family == Family::superquadric;
}

}  // namespace

std::vector<Entry> talus_entries() {
  std::vector<Entry> entries{{"talus", "Talus contact(), its production method",
                              [](const Workload&) { return true; },
                              [] { return std::make_unique<Talus>(); }}};
  for (const auto& kernel : talus::batch_kernels()) {
    entries.push_back({"talus-" + std::string(kernel.instruction_set),
                       "Talus contact_batch() on " + std::to_string(kernel.lanes) + " lanes (" +
                           std::string(kernel.instruction_set) + "), blocks of 512 pairs",
                       batched, [kernel] { return std::make_unique<TalusBatch>(kernel); }});
  }
  const auto add_method = [&](const std::string& name, const std::string& source,
                              const std::function<bool(const Workload&)>& takes) {
    entries.push_back({"paper-" + name, "Talus contact() with " + source + ", same flags", takes,
                       [name] { return std::make_unique<TalusMethod>(name); }});
  };
  add_method("common-normal", "P3's method", only_superquadrics);
  add_method("summed-potential", "P2's method", only_superquadrics);
  add_method("peng-hanley", "P2's method", polyhedra_and_superquadrics);
  return entries;
}

}  // namespace bench
