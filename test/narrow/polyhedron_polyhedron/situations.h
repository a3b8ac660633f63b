// The contact situations of Descantes et al. 2019, as reconstructed in study/polyhedra/situations.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "narrow/cases/read_query.h"
#include "narrow/laws/posed_pair.h"
#include "oracle/source_folder.h"

namespace situations {

// Two posed polyhedra as kernels see them.
struct Posed {
  const talus::PolyhedronView<double>& a;
  const talus::PolyhedronView<double>& b;
  talus::RelativePose<double> b_in_a;

  explicit Posed(const laws::PosedPair& s)
      : a(std::get<talus::Polyhedron>(s.a).view()),
        b(std::get<talus::Polyhedron>(s.b).view()),
        b_in_a(talus::relative_pose(s.pose_a, s.pose_b)) {}
  double size() const { return std::max(a.bounds.radius, b.bounds.radius); }
};

struct Situation {
  std::string id;
  laws::PosedPair pair;
  talus::Vec3<double> normal;  // expected
  double distance;             // expected
};

inline Situation read_situation(const std::filesystem::path& path) {
  std::ifstream file(path);
  const nlohmann::json query = nlohmann::json::parse(file);
  const nlohmann::json& expected = query.at("expected");
  return {query.at("id"), laws::PosedPair(laws::read_query(query)),
          laws::vec(laws::read_triple(expected.at("normal"))), expected.at("distance")};
}

inline std::filesystem::path folder() {
  return oracle::source_folder() / "study/polyhedra/situations";
}

inline Situation situation(const std::string& id) {
  return read_situation(folder() / (id + ".json"));
}

// All that the folder holds, in the order of their names.
inline std::vector<Situation> all_situations() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() == ".json") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<Situation> all;
  for (const auto& file : files) all.push_back(read_situation(file));
  return all;
}

}  // namespace situations
