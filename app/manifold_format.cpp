#include "app/manifold_format.h"

#include <fmt/format.h>

#include <iterator>

#include "app/answer_fields.h"
#include "talus/narrow/manifold.h"

namespace talus {
namespace {

void append_refusal(std::string& out, std::string_view reason, const QueryPair& pair) {
  fmt::format_to(std::back_inserter(out),
                 R"({{"status":"not_supported","reason":"{} of {} with {}"}})", reason,
                 name_of(kind_of(pair.a.shape)), name_of(kind_of(pair.b.shape)));
}

}  // namespace

void append_manifold(std::string& out, const QueryPair& pair, const Contact<double>& contact) {
  out += R"(,"manifold":)";
  if (!has_manifold(kind_of(pair.a.shape), kind_of(pair.b.shape))) {
    return append_refusal(out, "no manifold", pair);
  }
  const std::optional<Manifold> m =
      manifold(pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose, contact);
  if (!m) {
    out += R"({"status":"not_supported","reason":"the contact has no distance or no normal"})";
    return;
  }
  fmt::format_to(std::back_inserter(out), R"({{"status":"{}","kind":"{}-{}","polygon":)",
                 m->found ? "found" : "point", name_of(m->feature_a), name_of(m->feature_b));
  char separator = '[';
  for (const PatchCorner<double>& corner : m->polygon) {
    out += separator;
    append_vector(out, corner.point);
    separator = ',';
  }
  out += R"(],"depths":)";
  separator = '[';
  for (const PatchCorner<double>& corner : m->polygon) {
    out += separator;
    append_number(out, corner.depth);
    separator = ',';
  }
  out += ']';
  append_field(out, "area", m->area);
  append_field(out, "centroid", m->centroid);
  append_field(out, "force_point", m->force_point);
  append_field(out, "mean_depth", m->mean_depth);
  append_field(out, "equivalent_radius", m->equivalent_radius);
  out += '}';
}

void append_overlap_volume(std::string& out, const QueryPair& pair) {
  out += R"(,"overlap_volume":)";
  const std::optional<OverlapVolume<double>> v =
      overlap_volume(pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose);
  if (!v) return append_refusal(out, "overlap volume only of two polyhedra, not", pair);
  out += R"({"status":"found")";
  append_field(out, "volume", v->volume);
  // Without a volume there is no centroid, without an area no direction.
  if (v->volume > 0.0) {
    append_field(out, "centroid", v->centroid);
  } else {
    out += R"(,"centroid":null)";
  }
  if (v->area > 0.0) {
    append_field(out, "normal", v->normal);
  } else {
    out += R"(,"normal":null)";
  }
  append_field(out, "area", v->area);
  append_field(out, "moment", v->moment);
  out += '}';
}

}  // namespace talus
