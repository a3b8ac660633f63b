#include "talus/output/view/coarsened_mesh.h"

#include <algorithm>
#include <map>
#include <set>

namespace talus {

FacetMesh coarsened(const FacetMesh& mesh, int cells) {
  if (mesh.vertex.empty()) return mesh;
  Vec3<double> lower = mesh.vertex.front(), upper = lower;
  for (const Vec3<double>& v : mesh.vertex) {
    for (int k = 0; k < 3; ++k) {
      lower[k] = std::min(lower[k], v[k]);
      upper[k] = std::max(upper[k], v[k]);
    }
  }
  const Vec3<double> size = upper - lower;
  const double cell = std::max({size.x, size.y, size.z}) / cells;
  if (!(cell > 0)) return mesh;

  FacetMesh out;
  std::map<std::array<int, 3>, std::int32_t> cluster;
  std::vector<std::int32_t> cluster_of;
  std::vector<double> count;
  for (const Vec3<double>& v : mesh.vertex) {
    std::array<int, 3> key{};
    for (int k = 0; k < 3; ++k) {
      const double at = (v[k] - lower[k]) / cell;
      key[static_cast<std::size_t>(k)] =
          at > 0 ? static_cast<int>(std::min(at, cells - 1.0)) : 0;  // also what is no number
    }
    const auto [entry, is_new] =
        cluster.try_emplace(key, static_cast<std::int32_t>(out.vertex.size()));
    if (is_new) {
      out.vertex.push_back({});
      count.push_back(0);
    }
    const auto i = static_cast<std::size_t>(entry->second);
    out.vertex[i] = out.vertex[i] + v;
    count[i] += 1;
    cluster_of.push_back(entry->second);
  }
  for (std::size_t i = 0; i < out.vertex.size(); ++i)
    out.vertex[i] = (1 / count[i]) * out.vertex[i];

  std::set<std::array<std::int32_t, 3>> known;
  for (const auto& facet : mesh.facet) {
    std::array<std::int32_t, 3> own{};
    for (std::size_t k = 0; k < 3; ++k) own[k] = cluster_of[static_cast<std::size_t>(facet[k])];
    if (own[0] == own[1] || own[1] == own[2] || own[2] == own[0]) continue;
    std::rotate(own.begin(), std::min_element(own.begin(), own.end()), own.end());
    if (known.insert(own).second) out.facet.push_back(own);
  }
  return out;
}

}  // namespace talus
