#include "app/output_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "app/usage_error.h"

namespace talus {

void check_writable(const std::string& file) {
  if (file.empty() || file == "-") return;
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  if (::access(folder.empty() ? "." : folder.c_str(), W_OK) != 0) {
    throw UsageError(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
  }
  if (std::filesystem::is_directory(file)) {
    throw UsageError(fmt::format("cannot write {}: it is a directory", file));
  }
}

void write_text(const std::string& file, std::size_t pieces,
                const std::function<void(std::string& text, std::size_t piece)>& append) {
  const bool to_output = file == "-";
  std::FILE* stream = to_output ? stdout : std::fopen(file.c_str(), "wb");
  const auto fail = [&] {
    throw UsageError(fmt::format("cannot write {}: {}", to_output ? "standard output" : file,
                                 std::strerror(errno)));
  };
  if (stream == nullptr) fail();
  std::string text;
  bool good = true;
  constexpr std::size_t chunk = 1 << 20;  // bytes
  for (std::size_t piece = 0; piece < pieces && good; ++piece) {
    append(text, piece);
    if (text.size() < chunk) continue;
    good = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
    text.clear();
  }
  good = good && std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  good = (to_output ? std::fflush(stream) : std::fclose(stream)) == 0 && good;
  if (!good) fail();
}

}  // namespace talus
