// The text files of a run folder, which anybody may have replaced: tables and lists are regular
// files of a limited size. A pipe would block the program, a device has no end, and a link may lead
// to somebody's file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

namespace talus {

// Largest sizes of the files of a run that are read when it is resumed, bytes. Tables: 13 million
// lines of series.csv; lists: ten million frames; the list of checkpoints has about a hundred
// names.
inline constexpr std::uint64_t most_run_table_bytes = std::uint64_t{4} << 30;
inline constexpr std::uint64_t most_run_list_bytes = std::uint64_t{1} << 30;
inline constexpr std::uint64_t most_checkpoint_list_bytes = std::uint64_t{1} << 20;

// All bytes of a file of a run; nothing if there is none. Throws RunFolderError if it is not a
// regular file (links are not followed), has more than `most` bytes or cannot be read.
std::string read_run_file(const std::filesystem::path& file, std::uint64_t most);

// The first bytes of a regular file, `most` at most; nothing if there is none or it is another kind
// of file. Throws RunFolderError if it cannot be read.
std::string start_of_run_file(const std::filesystem::path& file, std::size_t most);

}  // namespace talus
