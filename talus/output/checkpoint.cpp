#include "talus/output/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <system_error>
#include <vector>

namespace talus {
namespace {

constexpr std::int64_t format_version = 1;
constexpr std::string_view prefix = "checkpoint_", suffix = ".h5";

std::filesystem::path path_of(const std::filesystem::path& folder, std::int64_t step) {
  return folder / fmt::format("{}{:012}{}", prefix, step, suffix);
}

std::optional<std::int64_t> step_in(const std::string& name) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return {};
  const char* first = name.data() + prefix.size();
  const char* last = name.data() + name.size() - suffix.size();
  std::int64_t step{};
  const auto [end, error] = std::from_chars(first, last, step);
  if (error != std::errc{} || end != last) return {};
  return step;
}

// By step, the newest first.
std::vector<Checkpoint> all_in(const std::filesystem::path& folder) {
  std::vector<Checkpoint> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::optional<std::int64_t> step = step_in(entry.path().filename().string());
    if (step) found.push_back({entry.path(), *step});
  }
  std::sort(found.begin(), found.end(),
            [](const Checkpoint& a, const Checkpoint& b) { return a.step > b.step; });
  return found;
}

// If the disk has damaged the newest checkpoint, the one before is read.
constexpr int kept_checkpoints = 2;

void remove_old(const std::filesystem::path& folder, std::int64_t step) {
  std::error_code ignored;
  int kept = 0;
  for (const Checkpoint& checkpoint : all_in(folder)) {
    const bool keep = checkpoint.step <= step && kept < kept_checkpoints;
    kept += keep ? 1 : 0;
    if (!keep) std::filesystem::remove(checkpoint.file, ignored);
  }
  // Incomplete files of any step.
  std::vector<std::filesystem::path> half;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
    if (entry.path().extension() == ".part") half.push_back(entry.path());
  }
  for (const std::filesystem::path& file : half) std::filesystem::remove(file, ignored);
}

}  // namespace

void write_checkpoint(const std::filesystem::path& folder, std::int64_t step,
                      const std::function<void(Hdf5Writer&)>& save) {
  make_folder(folder);
  Hdf5Writer file(path_of(folder, step), Checksum::yes);
  file.attribute("/", "format", std::string("talus checkpoint"));
  file.attribute("/", "version", format_version);
  file.attribute("/", "step", step);
  save(file);
  file.finish();
  remove_old(folder, step);
}

std::optional<Checkpoint> newest_checkpoint(const std::filesystem::path& folder) {
  for (const Checkpoint& checkpoint : all_in(folder)) {
    if (checksum_holds(checkpoint.file)) return checkpoint;
  }
  return {};
}

}  // namespace talus
