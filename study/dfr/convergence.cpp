#include "dfr/convergence.h"

#include "narrow/mesh_mesh/convex_pairs.h"

namespace study {

nlohmann::json measure_convergence(int most_cells) {
  constexpr double depth = 0.05;  // sizes are about 1
  constexpr int poses = 48;
  nlohmann::json bodies = nlohmann::json::array();
  for (const talus::test::ConvexBody& body : talus::test::convex_bodies_as_meshes()) {
    const auto pairs = talus::test::pairs_at_depth(body.exact, depth, poses);
    std::vector<int> cells;
    std::vector<double> depths, normals;
    for (const int n : {12, 16, 24, 32, 48, 64, 96, 128}) {
      if (n > most_cells) continue;
      const talus::test::ConvexErrors errors = talus::test::convex_errors(body.as_mesh(n), pairs);
      cells.push_back(n);
      depths.push_back(errors.depth);
      normals.push_back(errors.normal);
    }
    bodies.push_back(
        {{"name", body.name}, {"cells", cells}, {"depth", depths}, {"normal", normals}});
  }
  return bodies;
}

}  // namespace study
