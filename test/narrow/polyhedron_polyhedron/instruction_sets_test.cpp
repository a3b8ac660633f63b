// The production kernel gives the same bits on every instruction set, and the same as the plain
// template: cold, and along walks with a cache.
#include <gtest/gtest.h>

#include <cstring>

#include "narrow/laws/posed_pair.h"
#include "talus/narrow/contact.h"
#include "talus/narrow/polyhedron_polyhedron/blended_depth.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_certified.h"
#include "talus/narrow/polyhedron_polyhedron/polyhedron_polyhedron_kernels.h"

namespace {

using talus::Cache;
using talus::Contact;
using talus::PolyhedronView;
using talus::RelativePose;
namespace pp = talus::polyhedron_polyhedron;

// The numbers one after the other: padding between fields does not count.
std::vector<double> numbers_of(bool answered, const Contact<double>& c, const Cache<double>& k) {
  std::vector<double> n{double(answered)};
  if (answered) {
    n.insert(n.end(), {c.distance, c.lower, c.upper, c.normal.x, c.normal.y, c.normal.z,
                       c.point_a.x, c.point_a.y, c.point_a.z, c.point_b.x, c.point_b.y, c.point_b.z,
                       double(c.status), double(c.proven), double(c.iterations)});
  }
  n.insert(n.end(), {k.normal.x, k.normal.y, k.normal.z, double(k.feature)});
  for (int i = 0; i < 3; ++i) n.insert(n.end(), {double(k.vertex_a[i]), double(k.vertex_b[i])});
  return n;
}

bool same_bits(const std::vector<double>& p, const std::vector<double>& q) {
  return p.size() == q.size() && std::memcmp(p.data(), q.data(), p.size() * sizeof(double)) == 0;
}

TEST(InstructionSets, GiveTheSameBits) {
  laws::Random random(17);
  ASSERT_FALSE(pp::polyhedron_kernels().empty());
  int answered_count = 0;
  for (int i = 0; i < 400; ++i) {
    laws::PosedPair pair(laws::random_pair(laws::Type::polyhedron, laws::Type::polyhedron, random));
    const auto& a = std::get<talus::Polyhedron>(pair.a).view();
    const auto& b = std::get<talus::Polyhedron>(pair.b).view();
    std::vector<Cache<double>> caches(pp::polyhedron_kernels().size());
    Cache<double> plain_cache;
    for (int step = 0; step < 10; ++step) {
      const RelativePose<double> pose = talus::relative_pose(pair.pose_a, pair.pose_b);
      Contact<double> plain;
      const bool answered = pp::certify(a, b, pose, plain_cache, plain);
      answered_count += answered;
      const std::vector<double> expected = numbers_of(answered, plain, plain_cache);
      for (std::size_t k = 0; k < caches.size(); ++k) {
        const pp::PolyhedronKernels& kernel = pp::polyhedron_kernels()[k];
        Contact<double> c;
        const bool same = kernel.certify(&a, &b, &pose, &caches[k], &c);
        ASSERT_TRUE(same_bits(expected, numbers_of(same, c, caches[k])))
            << kernel.instruction_set << ", pair " << i << ", step " << step;
      }
      pair.move_b(0.02 * laws::vec(random.direction()));
    }
  }
  EXPECT_GT(answered_count, 3900);
}

std::vector<double> numbers_of(const pp::RoundedDepth<double>& r) {
  return {double(r.found), r.depth,       r.slope,   r.normal.x, r.normal.y,
          r.normal.z,      r.point.x,     r.point.y, r.point.z,  r.patch.smaller,
          r.patch.larger,  r.patch.count, r.twist};
}

// One by one by the plain template, and many at once by the kernels.
TEST(InstructionSets, RoundDepthsToTheSameBits) {
  laws::Random random(18);
  std::vector<laws::PosedPair> pairs;
  for (int i = 0; i < 2000; ++i) {
    pairs.emplace_back(laws::random_pair(laws::Type::polyhedron, laws::Type::polyhedron, random));
  }
  std::vector<pp::RoundedQuery<double>> queries;
  std::vector<pp::RoundedDepth<double>> plain;
  int found = 0;
  for (const laws::PosedPair& s : pairs) {
    const Contact<double> c = talus::contact(s.a, s.pose_a, s.b, s.pose_b);
    if (!(c.distance < 0.0)) continue;
    queries.push_back(
        {&std::get<talus::Polyhedron>(s.a).view(),
         &std::get<talus::Polyhedron>(s.b).view(),
         s.pose_a,
         s.pose_b,
         {0.5 * (c.point_a + c.point_b), c.normal, talus::tangent_frame(c.normal), -c.distance}});
    pp::blended_depths(&queries.back(), 1, &plain.emplace_back());
    found += plain.back().found;
  }
  EXPECT_GT(found, 500);
  for (const pp::PolyhedronKernels& kernel : pp::polyhedron_kernels()) {
    std::vector<pp::RoundedDepth<double>> r(queries.size());
    kernel.blended_depths(queries.data(), static_cast<int>(queries.size()), r.data());
    for (std::size_t i = 0; i < r.size(); ++i) {
      ASSERT_TRUE(same_bits(numbers_of(plain[i]), numbers_of(r[i])))
          << kernel.instruction_set << ", overlap " << i;
    }
  }
}

}  // namespace
