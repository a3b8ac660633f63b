#include "app/pairs_command.h"

#include <fmt/format.h>

#include <iterator>

#include "app/output_file.h"
#include "app/usage_error.h"
#include "talus/broad/schemes.h"
#include "talus/input/input_file.h"
#include "talus/output/bodies_file.h"
#include "talus/output/hdf5.h"
#include "talus/packing/pairs_file.h"

namespace talus {
namespace {

bool is_hdf5(const std::string& file) {
  const std::string extension = extension_of(file);
  return extension == ".h5" || extension == ".hdf5";
}

BodiesFile bodies_from(const std::string& file) {
  try {
    return read_bodies(file);
  } catch (const Hdf5Error& error) {
    throw UsageError(error.what());
  }
}

void check_settings(const BodyPairSettings& settings) {
  try {
    check(settings);
  } catch (const std::invalid_argument& error) {
    throw UsageError(std::string("--") + error.what());  // the settings are called as the options
  }
}

broad::PairList pairs_of(const BodiesFile& contents, const PairsOptions& options) {
  const broad::Domain domain{{}, contents.box_lengths, {true, true, true}};
  try {
    return body_pairs(contents.bodies, domain, options.settings);
  } catch (const std::invalid_argument& error) {
    throw UsageError(options.file + ": " + error.what());
  }
}

void write(const broad::PairList& pairs, const BodiesFile& contents, const PairsOptions& options) {
  if (is_hdf5(options.out)) {
    try {
      write_pairs(options.out, pairs, contents.bodies.size(), contents.box_lengths,
                  options.settings);
    } catch (const Hdf5Error& error) {
      throw UsageError(error.what());
    }
    return;
  }
  write_text(options.out, pairs.pair.size(), [&pairs](std::string& text, std::size_t i) {
    const auto [a, b] = pairs.pair[i];
    const auto [x, y, z] = pairs.image[i];
    fmt::format_to(std::back_inserter(text), "{} {} {} {} {}\n", a, b, x, y, z);
  });
}

}  // namespace

int run_pairs(const PairsOptions& options) {
  check_settings(options.settings);
  require_writable(options.out);
  const BodiesFile contents = bodies_from(options.file);
  const broad::PairList pairs = pairs_of(contents, options);
  if (!options.count || options.out != "-") write(pairs, contents, options);
  if (options.count) {
    write_text("-", 1, [&pairs](std::string& text, std::size_t) {
      text = fmt::format("{}\n", pairs.pair.size());
    });
  }
  return 0;
}

std::string schemes_as_table() {
  std::string text;
  for (const broad::Scheme& scheme : broad::schemes()) {
    text += fmt::format("  {:<16}{}\n", scheme.name, scheme.source);
  }
  return text;
}

}  // namespace talus
