#include "talus/output/run_file_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace talus {
namespace {

constexpr std::array<std::string_view, 9> single_files{"bodies.pvd", "final.png",   "forces.pvd",
                                                       "frames.csv", "measures.h5", "model.h5",
                                                       "results.h5", "series.csv",  "walls.pvd"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 4> frame_files{
    {{"frames/", ".h5"}, {"vtk/bodies_", ".vtp"}, {"vtk/walls_", ".vtp"}, {"vtk/forces_", ".vtp"}}};

// measures/NAME.csv; what a name is made of: talus/setup.h.
bool is_measure_table(std::string_view name) {
  constexpr std::string_view before = "measures/", after = ".csv";
  constexpr std::size_t longest = 64;
  if (!name.starts_with(before) || !name.ends_with(after)) return false;
  if (name.size() <= before.size() + after.size()) return false;
  const std::string_view own =
      name.substr(before.size(), name.size() - before.size() - after.size());
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-';
  };
  return own.size() <= longest && std::all_of(own.begin(), own.end(), fits);
}

constexpr std::size_t fewest_digits = 6, most_digits = 10;

}  // namespace

std::optional<std::size_t> frame_number_in(std::string_view name) {
  for (const auto& [before, after] : frame_files) {
    if (!name.starts_with(before) || !name.ends_with(after)) continue;
    if (name.size() < before.size() + after.size() + fewest_digits) continue;
    const std::string_view digits =
        name.substr(before.size(), name.size() - before.size() - after.size());
    std::size_t number{};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool canonical = digits.size() == fewest_digits || digits.front() != '0';
    if (error == std::errc{} && end == digits.data() + digits.size() && canonical &&
        digits.size() <= most_digits) {
      return number;
    }
  }
  return {};
}

bool is_run_file(std::string_view name) {
  return std::find(single_files.begin(), single_files.end(), name) != single_files.end() ||
         frame_number_in(name).has_value() || is_measure_table(name);
}

}  // namespace talus
