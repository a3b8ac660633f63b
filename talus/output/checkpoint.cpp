#include "talus/output/checkpoint.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>

#include "talus/output/read_run_file.h"

namespace talus {
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t format_version = 1;
constexpr std::string_view prefix = "checkpoint_", suffix = ".h5";
constexpr const char* list_name = "written.txt";
constexpr std::size_t longest_list = 100;  // names; then it is written anew
// The first bytes of the block that holds the checksum (talus/output/checksum.cpp).
constexpr std::string_view block_start = "talus, ";

std::string name_of(std::int64_t step) { return fmt::format("{}{:012}{}", prefix, step, suffix); }

std::optional<std::int64_t> step_in(const std::string& name) {
  if (!name.starts_with(prefix) || !name.ends_with(suffix)) return {};
  if (name.size() <= prefix.size() + suffix.size()) return {};
  const char* first = name.data() + prefix.size();
  const char* last = name.data() + name.size() - suffix.size();
  std::int64_t step{};
  const auto [end, error] = std::from_chars(first, last, step);
  if (error != std::errc{} || end != last || name != name_of(step)) return {};
  return step;
}

// By step, the newest first.
std::vector<Checkpoint> all_in(const fs::path& folder) {
  std::vector<Checkpoint> found;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    const std::optional<std::int64_t> step = step_in(entry.path().filename().string());
    if (step) found.push_back({entry.path(), *step});
  }
  std::sort(found.begin(), found.end(),
            [](const Checkpoint& a, const Checkpoint& b) { return a.step > b.step; });
  return found;
}

// In the order in which they were written.
std::vector<std::string> listed_in(const fs::path& folder) {
  std::vector<std::string> names;
  const std::string text = read_run_file(folder / list_name, most_checkpoint_list_bytes);
  std::size_t at = 0;
  for (std::size_t end; (end = text.find('\n', at)) != std::string::npos; at = end + 1) {
    std::string name = text.substr(at, end - at);
    if (step_in(name)) names.push_back(std::move(name));
  }
  return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

void write_list(const fs::path& folder, const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += name + '\n';
  AtomicFile file(folder / list_name);
  file.write(text);
  file.finish();
}

void remove_if_regular(const fs::path& file) {
  if (special_file(file).empty()) ::unlink(file.c_str());
}

// Lists the name before the file is made.
void claim(const fs::path& folder, const std::string& name) {
  std::vector<std::string> names = listed_in(folder);
  const fs::path file = folder / name, part = folder / (name + ".part");
  const bool listed = contains(names, name);
  for (const fs::path& taken : {file, part}) {
    struct stat status {};
    if (::lstat(taken.c_str(), &status) != 0 || (listed && S_ISREG(status.st_mode))) continue;
    throw RunFolderError(
        RunFolderError::Reason::foreign,
        fmt::format("{} is there already and this run did not write it: move it away",
                    taken.string()));
  }
  if (listed) {
    ::unlink(part.c_str());  // of a process that was killed
    return;
  }
  names.push_back(name);
  if (names.size() > longest_list) {
    std::erase_if(names, [&](const std::string& old) {
      return old != name && !fs::exists(folder / old) && !fs::exists(folder / (old + ".part"));
    });
    write_list(folder, names);
    return;
  }
  AppendFile list(folder / list_name);
  const std::string text = read_run_file(folder / list_name, most_checkpoint_list_bytes);
  if (!text.empty() && text.back() != '\n') list.append("\n");
  list.append(name + '\n');
  list.sync();
}

// If the disk has damaged the newest checkpoint, the one before is read.
constexpr int kept_checkpoints = 2;

void remove_old(const fs::path& folder, std::int64_t step) {
  const std::vector<std::string> names = listed_in(folder);
  int kept = 0;
  for (const Checkpoint& checkpoint : all_in(folder)) {
    const bool keep = checkpoint.step <= step && kept < kept_checkpoints;
    kept += keep ? 1 : 0;
    if (!keep && contains(names, checkpoint.file.filename())) remove_if_regular(checkpoint.file);
  }
  for (const std::string& name : names) remove_if_regular(folder / (name + ".part"));
}

// Why a file is no checkpoint to go on from; empty if it is one.
std::string defect_of(const fs::path& file) {
  const std::string special = special_file(file);
  if (!special.empty()) return fmt::format("{} is {}", file.string(), special);
  if (::access(file.c_str(), R_OK) != 0) {
    return fmt::format("{} cannot be read: {}", file.string(), std::strerror(errno));
  }
  if (checksum_holds(file)) return {};
  return fmt::format("{} is damaged: its checksum does not hold", file.string());
}

}  // namespace

void write_checkpoint(const fs::path& folder, std::int64_t step,
                      const std::function<void(Hdf5Writer&)>& save) {
  make_folder(folder);
  claim(folder, name_of(step));
  Hdf5Writer file(folder / name_of(step), Checksum::yes);
  file.attribute("/", "format", std::string("talus checkpoint"));
  file.attribute("/", "version", format_version);
  file.attribute("/", "step", step);
  save(file);
  file.finish();
  remove_old(folder, step);
}

CheckpointSearch find_checkpoint(const fs::path& folder) {
  CheckpointSearch search;
  for (const Checkpoint& checkpoint : all_in(folder)) {
    const std::string defect = defect_of(checkpoint.file);
    if (defect.empty()) {
      search.newest = checkpoint;
      break;
    }
    search.defects.push_back(defect);
  }
  return search;
}

std::optional<Checkpoint> newest_checkpoint(const fs::path& folder) {
  return find_checkpoint(folder).newest;
}

void adopt_checkpoints(const fs::path& folder, std::int64_t step) {
  std::vector<std::string> names = listed_in(folder);
  const std::size_t before = names.size();
  for (const Checkpoint& checkpoint : all_in(folder)) {
    const std::string name = checkpoint.file.filename();
    if (step != std::numeric_limits<std::int64_t>::max() && checkpoint.step != step) continue;
    if (contains(names, name) || !special_file(checkpoint.file).empty()) continue;
    std::string start(block_start.size(), '\0');
    std::ifstream(checkpoint.file, std::ios::binary)
        .read(start.data(), static_cast<std::streamsize>(start.size()));
    if (start == block_start) names.push_back(name);
  }
  if (names.size() > before) write_list(folder, names);
}

std::size_t remove_checkpoints(const fs::path& folder) {
  std::size_t removed = 0;
  for (const std::string& name : listed_in(folder)) {
    remove_if_regular(folder / (name + ".part"));
    const fs::path file = folder / name;
    removed += special_file(file).empty() && ::unlink(file.c_str()) == 0 ? 1u : 0u;
  }
  remove_if_regular(folder / list_name);
  return removed;
}

}  // namespace talus
