// Numbers and vectors as the answers of `talus query` have them.
#pragma once

#include <string>
#include <string_view>

#include "talus/math/vec3.h"

namespace talus {

// 17 significant digits give back the same double; JSON has no NaN and no infinity, so those are
// null.
void append_number(std::string& out, double x);
void append_vector(std::string& out, const Vec3<double>& v);

// ,"name":value
void append_field(std::string& out, std::string_view name, double x);
void append_field(std::string& out, std::string_view name, const Vec3<double>& v);

}  // namespace talus
