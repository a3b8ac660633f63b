// A line of the query format (docs/formats.md) as plain numbers.
#pragma once

#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "oracle/spec.h"

namespace laws {

inline oracle::Triple read_triple(const nlohmann::json& v) {
  return {v.at(0).get<double>(), v.at(1).get<double>(), v.at(2).get<double>()};
}

inline oracle::Spec read_body(const nlohmann::json& body) {
  using oracle::Type;
  const nlohmann::json& shape = body.at("shape");
  const std::string type = shape.at("type");
  oracle::Spec spec;
  if (type == "sphere") {
    spec.type = Type::sphere;
    spec.semi_axes.fill(shape.at("radius"));
  } else if (type == "ellipsoid") {
    spec.type = Type::ellipsoid;
    spec.semi_axes = read_triple(shape.at("semi_axes"));
  } else if (type == "superquadric") {
    spec.type = Type::superquadric;
    spec.semi_axes = read_triple(shape.at("semi_axes"));
    spec.n1 = shape.at("exponents").at(0);
    spec.n2 = shape.at("exponents").at(1);
  } else if (type == "polyhedron") {
    spec.type = Type::polyhedron;
    for (const auto& v : shape.at("vertices")) spec.points.push_back(read_triple(v));
  } else if (type == "half_space") {
    spec.type = Type::half_space;
    spec.normal = read_triple(shape.at("normal"));
    spec.offset = shape.at("offset");
  } else if (type == "segment") {
    spec.type = Type::segment;
    spec.points = {read_triple(shape.at("from")), read_triple(shape.at("to"))};
  } else {
    throw std::invalid_argument("shape type \"" + type + "\" is not one of the six");
  }
  spec.position = read_triple(body.at("position"));
  const auto& q = body.at("orientation");
  for (int i = 0; i < 4; ++i) spec.orientation[i] = q.at(i);
  return spec;
}

inline oracle::PairSpec read_query(const nlohmann::json& line) {
  return {read_body(line.at("a")), read_body(line.at("b"))};
}

}  // namespace laws
