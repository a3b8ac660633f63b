// The folder of the repository that the tests were built from, for their data files.
#pragma once

#include <filesystem>

namespace oracle {

std::filesystem::path source_folder();

}  // namespace oracle
