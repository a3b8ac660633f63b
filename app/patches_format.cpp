#include "app/patches_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/answer_fields.h"
#include "talus/narrow/mesh_patches.h"

namespace talus {

void append_patches(std::string& out, const QueryPair& pair) {
  auto patches = mesh_patches(pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose);
  if (!patches) {
    fmt::format_to(std::back_inserter(out),
                   R"(,"patches":{{"status":"not_supported","reason":"patches only of two meshes, )"
                   R"(not of {} with {}"}})",
                   name_of(kind_of(pair.a.shape)), name_of(kind_of(pair.b.shape)));
    return;
  }
  std::ranges::stable_sort(*patches,
                           [](const auto& p, const auto& q) { return p.depth > q.depth; });
  out += R"(,"patches":[)";
  bool first = true;
  for (const dfr_dfr::ContactPatch<double>& patch : *patches) {
    out += first ? R"({"pieces":)" : R"(,{"pieces":)";
    first = false;
    out += fmt::to_string(patch.pieces);
    append_field(out, "depth", patch.depth);
    append_field(out, "area", patch.area);
    append_field(out, "volume", patch.volume);
    append_field(out, "normal", patch.normal);
    append_field(out, "centroid", patch.centroid);
    append_field(out, "force_point", patch.force_point);
    append_field(out, "push", patch.push);
    out += '}';
  }
  out += ']';
}

}  // namespace talus
