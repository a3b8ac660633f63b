// Every method of every pair of kinds, as the parameters of the law suites: a new method is tested
// as soon as it is in its list.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "narrow/laws/random_shape.h"
#include "talus/narrow/contact.h"

namespace laws {

struct MethodCase {
  Type a, b;
  const talus::Method* method;
};

inline talus::Kind kind(Type type) { return static_cast<talus::Kind>(type); }

inline std::vector<MethodCase> all_method_cases() {
  std::vector<MethodCase> result;
  for (int i = 0; i < oracle::type_count; ++i) {
    for (int j = i; j < oracle::type_count; ++j) {
      const Type a = static_cast<Type>(i), b = static_cast<Type>(j);
      for (const talus::Method& m : talus::methods_of(kind(a), kind(b))) {
        result.push_back({a, b, &m});
      }
    }
  }
  return result;
}

inline std::string title_of(const MethodCase& method_case) {
  return std::string(talus::name_of(kind(method_case.a))) + "_" +
         std::string(talus::name_of(kind(method_case.b))) + "_" +
         std::string(method_case.method->name);
}

// googletest allows letters, digits and underscores in the names of parameters.
inline std::string test_name(const testing::TestParamInfo<MethodCase>& info) {
  std::string name = title_of(info.param);
  for (char& c : name) {
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
}

inline std::uint64_t seed_of(const MethodCase& method_case) {
  return 1000 + 10 * static_cast<unsigned>(method_case.a) + static_cast<unsigned>(method_case.b);
}

}  // namespace laws
