// A folder of its own that goes away with the test, and what is in files.
#pragma once

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace talus::test {

namespace fs = std::filesystem;

// In memory where the system has a folder for that: these tests need no disk to wait for.
inline fs::path base_folder() {
  const fs::path memory = "/dev/shm";
  return ::access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
}

class FolderTest : public testing::Test {
 protected:
  FolderTest()
      : folder_(base_folder() / ("talus_output_" + std::to_string(::getpid()) + "_" +
                                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~FolderTest() override { fs::remove_all(folder_); }

  const fs::path& folder() const { return folder_; }
  fs::path file(const std::string& name) const { return folder_ / name; }

 private:
  fs::path folder_;
};

inline std::string bytes_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// Every file below the folder, by its path in it.
inline std::map<std::string, std::string> contents_of(const fs::path& folder) {
  std::map<std::string, std::string> contents;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      contents[fs::relative(entry.path(), folder).string()] = bytes_of(entry.path());
    }
  }
  return contents;
}

// Writing beyond so many bytes of a file fails, as on a full disk.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  void (*handler_)(int);
  rlimit before_{};
};

// What the work throws, or "none".
template <class Error, class Work>
std::string message_of(const Work& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

}  // namespace talus::test
