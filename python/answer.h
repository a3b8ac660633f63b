// What the Python class Contact holds.
#pragma once

#include <optional>
#include <string>

#include "talus/contact.h"

namespace talus::python {

struct Answer {
  Contact<double> contact;
  std::optional<std::string> method;
};

}  // namespace talus::python
