// Runs a fuzz target without libFuzzer: all files of the corpus, then mutations of them for some
// seconds. Every mutation follows from the seed, so that a failure can be run again; the input that
// is running when the program dies is in the file crash-input.
//
//   fuzz_stl --seconds 5 --seed 1 test/fuzz/corpus/stl
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_below(const fs::path& folder) {
  std::vector<fs::path> paths;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> files;
  for (const fs::path& path : paths) {
    std::ifstream stream(path, std::ios::binary);
    files.emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
  }
  return files;
}

void run(const std::string& bytes, int crash_file) {
  if (::ftruncate(crash_file, 0) == 0) {
    [[maybe_unused]] const ssize_t ignored = ::pwrite(crash_file, bytes.data(), bytes.size(), 0);
  }
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

const char* const words[] = {"1e308", "-1", "nan",    "999999999999", "0",           "[[[[",
                             "]]]]",  "\"", "1e-308", "4294967295",   "-2147483648", ".",
                             ",",     "{",  "}"};

std::string mutated(std::string bytes, const std::vector<std::string>& corpus,
                    std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (std::uint64_t n = 1 + random() % 6; n > 0; --n) {
    const std::size_t at = below(bytes.size() + 1);
    switch (random() % 8) {
      case 0:
        if (!bytes.empty()) bytes[below(bytes.size())] = static_cast<char>(random());
        break;
      case 1:
        if (!bytes.empty()) bytes[below(bytes.size())] ^= static_cast<char>(1u << random() % 8);
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(bytes.size() + 1), random() % 64));
        break;
      case 4:
        bytes.erase(at, random() % 32);
        break;
      case 5:
        bytes.insert(at, words[random() % std::size(words)]);
        break;
      case 6: {
        const std::string& other = corpus[below(corpus.size())];
        const std::size_t from = below(other.size() + 1);
        bytes = bytes.substr(0, at) + other.substr(from);
        break;
      }
      default:
        for (std::size_t i = at; i < at + 4 && i < bytes.size(); ++i)
          bytes[i] = static_cast<char>(255);
    }
  }
  constexpr std::size_t most = 1 << 16;
  if (bytes.size() > most) bytes.resize(most);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  double seconds = 5.0;
  std::uint64_t seed = 1;
  std::vector<std::string> corpus;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--seconds" && i + 1 < argc) {
      seconds = std::atof(argv[++i]);
    } else if (argument == "--seed" && i + 1 < argc) {
      seed = std::strtoull(argv[++i], nullptr, 10);
    } else {
      for (std::string& file : files_below(argument)) corpus.push_back(std::move(file));
    }
  }
  if (corpus.empty()) corpus.emplace_back();
  const std::string crash_name = "crash-input-" + fs::path(argv[0]).filename().string();
  const int crash_file = ::open(crash_name.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0666);
  for (const std::string& bytes : corpus) run(bytes, crash_file);
  std::mt19937_64 random(seed);
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t executions = corpus.size();
  while (std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() <
         seconds) {
    run(mutated(corpus[random() % corpus.size()], corpus, random), crash_file);
    ++executions;
  }
  ::close(crash_file);
  fs::remove(crash_name);
  std::printf("%llu executions, seed %llu, no crash\n", static_cast<unsigned long long>(executions),
              static_cast<unsigned long long>(seed));
  return 0;
}
