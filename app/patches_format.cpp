#include "app/patches_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/answer_fields.h"
#include "talus/error.h"
#include "talus/manifold.h"

namespace talus {

namespace {

std::string refusal(const QueryPair& pair, const std::string& reason) {
  return fmt::format(R"(,"patches":{{"status":"not_supported","reason":"{}, not of {} with {}"}})",
                     reason, name_of(kind_of(pair.a.shape)), name_of(kind_of(pair.b.shape)));
}

}  // namespace

void append_patches(std::string& out, const QueryPair& pair) {
  thread_local MeshPatchScratch scratch;
  std::optional<std::vector<ContactPatch<double>>> patches;
  try {
    patches = mesh_patches(pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose, &scratch);
  } catch (const ShapeError& error) {
    out +=
        refusal(pair, fmt::format("patches only of bodies that can be meshes ({})", error.what()));
    return;
  }
  if (!patches) {
    out += refusal(pair, "patches only of a mesh with a body that has a volume");
    return;
  }
  std::ranges::stable_sort(*patches,
                           [](const auto& p, const auto& q) { return p.depth > q.depth; });
  out += R"(,"patches":[)";
  bool first = true;
  for (const ContactPatch<double>& patch : *patches) {
    out += first ? R"({"pieces":)" : R"(,{"pieces":)";
    first = false;
    out += fmt::to_string(patch.pieces);
    append_field(out, "depth", patch.depth);
    append_field(out, "area", patch.area);
    append_field(out, "volume", patch.volume);
    append_field(out, "normal", patch.normal);
    append_field(out, "centroid", patch.centroid);
    append_field(out, "force_point", patch.force_point);
    append_field(out, "depth_integral", patch.depth_integral);
    out += '}';
  }
  out += ']';
}

}  // namespace talus
