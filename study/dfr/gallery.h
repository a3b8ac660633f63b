// Concave bodies with holes: volume, inertia and error against their source meshes, and their
// facets for the picture.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "talus/mesh_file.h"

namespace study {

struct GalleryBody {
  std::string name;
  talus::TriangleMesh mesh;
};

// `detail` 1 is about 20,000 facets each.
std::vector<GalleryBody> gallery_bodies(double detail);

// Throws std::runtime_error if a volume is off by more than second order allows.
// Writes NAME.facets (blanks as _), nine 32-bit floats per facet, for the picture.
nlohmann::json measure_gallery(int cells, double detail, int threads,
                               const std::filesystem::path& folder);

}  // namespace study
