// A request that cannot be carried out at all: exit status 2.
#pragma once

#include <stdexcept>

namespace talus {

class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace talus
