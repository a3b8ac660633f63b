#include "app/curvature_format.h"

#include "app/answer_fields.h"
#include "talus/curvature.h"

namespace talus {
namespace {

void append_radii(std::string& out, const char* name, const CurvatureRadii<double>& radii) {
  out += std::string(",\"") + name + "\":{\"smallest\":";
  append_number(out, radii.smallest);
  append_field(out, "largest", radii.largest);
  append_field(out, "gaussian", radii.gaussian);
  append_field(out, "direction_of_largest", radii.direction_of_largest);
  out += "}";
}

}  // namespace

void append_curvature(std::string& out, const QueryPair& pair, const Contact<double>& contact) {
  const auto both = curvature_at(contact, pair.a.shape, pair.a.pose, pair.b.shape, pair.b.pose);
  if (!both) {
    out += ",\"curvature_a\":null,\"curvature_b\":null";
    return;
  }
  append_radii(out, "curvature_a", both->a);
  append_radii(out, "curvature_b", both->b);
}

}  // namespace talus
