#include "dfr/systems.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "bench/machine.h"
#include "dfr/all_to_all.h"
#include "dfr/processor_time.h"
#include "dfr/scenes_1999.h"
#include "talus/broad/published/heapsort.h"
#include "talus/narrow/mesh_mesh/mesh_mesh_overlap.h"
#include "talus/narrow/mesh_mesh/published/dfr_1999.h"

namespace study {
namespace {

// Stones whose boxes overlap with those of about ten neighbours; most contacts are shallow.
constexpr double lattice_spacing = 1.68;

talus::BoundingBox<double> box_of(const Grain& grain) {
  const talus::Mat3<double> r = rotation_of(grain.pose.orientation);
  const talus::BoundingBox<double>& own = grain.mesh.view().box;
  const talus::Vec3<double> half = 0.5 * (own.upper - own.lower);
  const talus::Vec3<double> middle = r * (0.5 * (own.lower + own.upper)) + grain.pose.position;
  talus::BoundingBox<double> box{middle, middle};
  const talus::Vec3<double> rows[3] = {r.row0, r.row1, r.row2};
  for (int k = 0; k < 3; ++k) {
    const double reach =
        std::abs(rows[k].x) * half.x + std::abs(rows[k].y) * half.y + std::abs(rows[k].z) * half.z;
    box.lower[k] -= reach;
    box.upper[k] += reach;
  }
  return box;
}

nlohmann::json measure_system(int bodies, int detail, int all_to_all_pairs) {
  const std::vector<Grain> grains =
      stones_on_a_lattice(bodies, detail, std::max(4, detail), lattice_spacing);
  std::vector<talus::BoundingBox<double>> box;
  for (const Grain& grain : grains) box.push_back(box_of(grain));
  talus::broad::PairList pairs;
  talus::broad::Work search;
  const double heapsort_seconds = seconds_of([&] {
    talus::broad::heapsort({box, {}, bodies, {}}, 1, pairs, search);
  });
  const auto pose_of = [&](const talus::broad::BodyPair& pair) {
    return relative_pose(grains[static_cast<std::size_t>(pair.a)].pose,
                         grains[static_cast<std::size_t>(pair.b)].pose);
  };
  const auto view_of = [&](std::int32_t i) -> const talus::MeshView<double>& {
    return grains[static_cast<std::size_t>(i)].mesh.view();
  };
  talus::mesh_mesh::Dfr1999Work work;
  std::vector<int> crossings(pairs.pair.size(), 0);
  const double published_seconds = seconds_of([&] {
    for (std::size_t k = 0; k < pairs.pair.size(); ++k) {
      const auto& pair = pairs.pair[k];
      talus::mesh_mesh::dfr_1999(view_of(pair.a), view_of(pair.b), pose_of(pair), work,
                                 [&](const auto&) { ++crossings[k]; });
    }
  });
  std::vector<talus::Contact<double>> contact(pairs.pair.size());
  const double production_seconds = seconds_of([&] {
    for (std::size_t k = 0; k < pairs.pair.size(); ++k) {
      const auto& pair = pairs.pair[k];
      talus::Cache<double> cache;
      contact[k] = talus::mesh_mesh::overlap_contact(view_of(pair.a), view_of(pair.b),
                                                     pose_of(pair), {}, cache);
    }
  });
  std::vector<double> depth;
  for (std::size_t k = 0; k < contact.size(); ++k) {
    const bool overlaps = contact[k].status == talus::Status::overlapping;
    if (overlaps != (crossings[k] > 0)) {
      throw std::runtime_error("dfr-1999 and surface-overlap disagree on an overlap");
    }
    if (overlaps) depth.push_back(-contact[k].distance);
  }
  std::ranges::sort(depth);
  const std::size_t stride =
      std::max<std::size_t>(1, contact.size() / static_cast<std::size_t>(all_to_all_pairs));
  AllToAllFound all;
  double all_seconds = 0.0;
  std::int64_t sampled = 0;
  for (std::size_t k = 0; k < pairs.pair.size(); k += stride) {
    const auto& pair = pairs.pair[k];
    const AllToAll a(view_of(pair.a)), b(view_of(pair.b));
    AllToAllFound found;
    all_seconds += seconds_of([&] { found = AllToAll::test(a, b, pose_of(pair)); });
    if (found.crossings != crossings[k]) {
      throw std::runtime_error("dfr-1999 finds other crossings than all to all");
    }
    all.tests += found.tests;
    ++sampled;
  }
  fmt::print("system of {} bodies of {} facets\n", bodies, 8 * detail * detail);
  const double all_pairs = static_cast<double>(pairs.pair.size());
  return {{"bodies", bodies},
          {"facets", view_of(0).facet_count},
          {"points", view_of(0).vertex_count},
          {"pairs", pairs.pair.size()},
          {"overlapping", depth.size()},
          {"median_depth", depth.empty() ? 0.0 : depth[depth.size() / 2]},
          {"heapsort_seconds", heapsort_seconds},
          {"published_seconds", published_seconds},
          {"production_seconds", production_seconds},
          {"all_to_all_seconds", all_seconds * all_pairs / static_cast<double>(sampled)},
          {"all_to_all_sampled", sampled},
          {"all_to_all_tests",
           static_cast<double>(all.tests) * all_pairs / static_cast<double>(sampled)},
          {"zone_cells", work.zone_cells},
          {"edges", work.edges},
          {"facet_tests", work.facet_tests}};
}

}  // namespace

nlohmann::json measure_systems(const SystemOptions& options) {
  const bench::Pinned pinned;
  nlohmann::json rows = nlohmann::json::array();
  for (const int detail : options.details) {
    for (const int bodies : options.bodies) {
      rows.push_back(measure_system(bodies, detail, options.all_to_all_pairs));
    }
  }
  return rows;
}

}  // namespace study
