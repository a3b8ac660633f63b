#include "app/run_hints.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "talus/output/file.h"

namespace talus {
namespace {

constexpr int most_folders = 100000;

// For a shell.
std::string quoted(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:,@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? "'\\''" : std::string(1, c);
  return text + "'";
}

std::string command_line(const RunCommand& command, const char* option) {
  std::string changes;
  for (const std::string& change : command.changes) changes += "--set " + quoted(change) + " ";
  return fmt::format("  talus run {} {}--out {} {}\n", quoted(command.scene), changes,
                     quoted(folder_of(command)), option);
}

// Whether it was made, or is there and empty.
bool make_or_take(const std::string& folder) {
  if (::mkdir(folder.c_str(), 0777) == 0) return true;
  if (errno != EEXIST) {
    throw FileError(fmt::format("cannot make the folder {}: {}", folder, std::strerror(errno)));
  }
  std::error_code ignored;
  return std::filesystem::is_directory(folder, ignored) &&
         std::filesystem::is_empty(folder, ignored);
}

}  // namespace

std::string folder_of(const RunCommand& command) {
  if (command.out.empty()) return std::filesystem::path(command.scene).stem().string();
  std::string folder = command.out;
  while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  return folder;
}

std::string new_folder(const RunCommand& command) {
  const std::string base = folder_of(command);
  const std::filesystem::path parent = std::filesystem::path(base).parent_path();
  if (!parent.empty()) make_folder(parent);
  if (make_or_take(base)) return base;
  for (int i = 2; i < most_folders; ++i) {
    const std::string name = fmt::format("{}_{}", base, i);
    if (make_or_take(name)) return name;
  }
  throw FileError(fmt::format("{}_2 to {}_{} are all there already", base, base, most_folders - 1));
}

std::string resume_text(const RunCommand& command) { return command_line(command, "--resume"); }

std::string hints(RunFolderError::Reason reason, const RunCommand& command) {
  using Reason = RunFolderError::Reason;
  const std::string restart =
      "talus: to begin anew in a folder beside it:\n" + command_line(command, "--restart");
  switch (reason) {
    case Reason::foreign:
      return restart;
    case Reason::holds_run:
      return "talus: to go on with it:\n" + resume_text(command) + restart +
             "talus: to delete its files and begin anew:\n" + command_line(command, "--overwrite");
    case Reason::in_use:
      return "talus: wait until it ends, or stop it: it then saves its state.\n" + restart;
    case Reason::other_scene:
      return "talus: to go on with it, run the scene that it was made with.\n" + restart;
    case Reason::no_checkpoint:
    case Reason::damaged:
      return "talus: nothing was changed. When that is mended:\n" + resume_text(command) + restart;
  }
  return restart;
}

}  // namespace talus
