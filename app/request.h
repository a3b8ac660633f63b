// Checks of the query options, with the same messages in the program and in Python.
#pragma once

#include <string_view>

#include "talus/narrow/contact.h"

namespace talus {

// The method of that name ("auto": the production method). Throws FormatError, naming the methods
// that the pair has; nullptr only for a pair without any method, which contact() answers as not
// supported.
const Method* choose_method(Kind a, Kind b, std::string_view name);

// Throws FormatError for a name that no pair of kinds has.
void check_method_name(std::string_view name);

// Throws FormatError unless 0 < tolerance <= 1 and the distance error, a length, is >= 0 (0: the
// method's own choice).
Settings<double> make_settings(double tolerance, double distance_error);

// Throws FormatError unless there is at least one.
void check_threads(int threads);

// False for an answer without content: no method, or input on which it could not start.
bool has_values(const Contact<double>& contact);

}  // namespace talus
