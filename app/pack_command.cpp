#include "app/pack_command.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "app/log.h"
#include "app/mix_format.h"
#include "app/output_file.h"
#include "app/pairs_format.h"
#include "app/progress_bar.h"
#include "app/shape_file.h"
#include "app/usage_error.h"
#include "talus/output/hdf5.h"
#include "talus/packing.h"
#include "talus/shape.h"

namespace talus {
namespace {

constexpr int jammed_status = 1;

// "0.25", or a fraction: "1/6".
double read_ratio(const std::string& text) {
  const auto number = [](std::string_view part, double& value) {
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), value);
    return error == std::errc() && end == part.data() + part.size();
  };
  const std::size_t slash = text.find('/');
  double over = 0.0, under = 1.0;
  const std::string_view all = text;
  if (!number(all.substr(0, slash), over) ||
      (slash != text.npos && !number(all.substr(slash + 1), under)) ||
      !(over / under > 0.0 && std::isfinite(over / under))) {
    throw UsageError(fmt::format(
        "--aspect-ratio: must be a positive number or a fraction such as 1/6, got {}", text));
  }
  return over / under;
}

std::vector<PackingPart> parts_of_mix(const std::string& file) {
  const std::string text = read_json_file(file);
  MeshLibrary meshes(std::filesystem::path(file).parent_path());
  try {
    return read_mix(parse_json(text), meshes);
  } catch (const FormatError& error) {
    throw UsageError(fmt::format("{}: {}", file, error.what()));
  }
}

std::vector<PackingPart> parts_of(const PackOptions& options) {
  const int given = !options.aspect_ratio.empty() + !options.shape.empty() + !options.mix.empty();
  if (given != 1) {
    throw UsageError(fmt::format("give one of --aspect-ratio, --shape and --mix, got {}",
                                 given == 0 ? "none" : "several"));
  }
  if (!options.mix.empty()) {
    if (options.diameter) throw UsageError("--diameter: a mix has its sizes in its file");
    return parts_of_mix(options.mix);
  }
  if (options.diameter && !(*options.diameter > 0.0 && std::isfinite(*options.diameter))) {
    throw UsageError(fmt::format("--diameter: must be finite and > 0, got {}", *options.diameter));
  }
  try {
    if (!options.aspect_ratio.empty()) {
      return {{make_spheroid(read_ratio(options.aspect_ratio), options.diameter.value_or(1.0))}};
    }
    const Shape shape = read_shape_file(options.shape).shape;
    return {{options.diameter ? scaled_to_diameter(shape, *options.diameter) : shape}};
  } catch (const std::invalid_argument& error) {  // FormatError, ShapeError
    const std::string& file = options.shape;
    const bool named = file.empty() || std::string_view(error.what()).starts_with(file);
    throw UsageError(named ? error.what() : file + ": " + error.what());
  }
}

// D of L/D: as it was given, where it was, and not as it comes back from the volume.
double diameter_of(const PackOptions& options, const std::vector<PackingPart>& parts) {
  if (options.diameter) return *options.diameter;
  return options.aspect_ratio.empty() ? mean_diameter(parts) : 1.0;
}

PackingSettings settings_of(const PackOptions& options) {
  PackingSettings settings;
  settings.parts = parts_of(options);
  settings.volume_fraction = options.volume_fraction;
  settings.seed = options.seed;
  settings.max_attempts = options.max_attempts;
  if (options.box.has_value() == options.box_ratio.has_value()) {
    throw UsageError(
        "give one of --box and --box-ratio: the side of the cube as a length, or in "
        "mean diameters");
  }
  try {
    settings.box_length =
        options.box ? *options.box : *options.box_ratio * diameter_of(options, settings.parts);
    body_counts(settings);  // for its checks
  } catch (const PackingError& error) {
    // The library's names for what are options here.
    std::string message = error.what();
    for (const auto& [name, option] :
         {std::pair("volume_fraction:", "--volume-fraction:"),
          std::pair("box_length:", options.box ? "--box:" : "--box-ratio times the diameter:"),
          std::pair("max_attempts:", "--max-attempts:")}) {
      if (message.starts_with(name)) message.replace(0, std::strlen(name), option);
    }
    throw UsageError(message);
  }
  return settings;
}

}  // namespace

namespace {

Packing pack_or_refuse(const PackingSettings& settings, const PackingListener& listener) {
  try {
    return pack(settings, listener);
  } catch (const PackingError& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

int run_pack(const PackOptions& options) {
  if (options.out.empty() && options.pairs.empty()) {
    throw UsageError("nothing to write: give --out FILE.h5, --pairs FILE.jsonl or both");
  }
  require_writable(options.out);  // before an hour of packing, not after it
  require_writable(options.pairs);
  const PackingSettings settings = settings_of(options);
  const double diameter = diameter_of(options, settings.parts);
  const double reach = options.reach.value_or(0.1 * diameter);
  // A choice: within reach of ten boxes a body has 4,200 images.
  constexpr double most_boxes = 10.0;
  if (!(reach >= 0.0 && reach <= most_boxes * settings.box_length)) {
    throw UsageError(fmt::format("--reach: must be 0 to {} ({:g} sides of the cube), got {}",
                                 most_boxes * settings.box_length, most_boxes, reach));
  }
  Packing packing;
  double seconds = 0.0;
  {
    ProgressBar bar(!options.quiet);
    packing = pack_or_refuse(settings, [&](const PackingProgress& progress) {
      bar.show(progress.volume_fraction / settings.volume_fraction,
               fmt::format("{} of {} bodies, volume fraction {:.4f}", progress.placed,
                           progress.total, progress.volume_fraction));
    });
    seconds = bar.seconds();
  }
  const auto say = [&options](const std::string& text) {
    if (!options.quiet) log("talus: {}\n", text);
  };
  say(
      fmt::format("packed {} bodies, volume fraction {:.6f}, in a periodic cube of side {} (L/D = "
                  "{:.6g}); {} attempts, {:.1f} s",
                  packing.bodies.size(), packing.volume_fraction, packing.box_length,
                  packing.box_length / diameter, packing.attempts, seconds));
  if (!options.out.empty()) {
    try {
      write_packing(options.out, packing);
    } catch (const Hdf5Error& error) {
      throw UsageError(error.what());
    }
    say("wrote " + options.out);
  }
  if (!options.pairs.empty()) {
    std::vector<NeighbourPair> pairs;
    try {
      pairs = neighbour_pairs(packing.bodies, packing.box_length, reach);
    } catch (const PackingError& error) {
      throw UsageError(std::string("--") + error.what());
    }
    const PairLines lines(packing.bodies, packing.box_length);
    write_text(options.pairs, pairs.size(),
               [&](std::string& text, std::size_t i) { lines.append(text, pairs[i]); });
    say(fmt::format("wrote {} neighbour pairs (bounding spheres within {:.6g}) to {}", pairs.size(),
                    reach, options.pairs == "-" ? "standard output" : options.pairs));
  }
  if (packing.complete()) return 0;
  log("talus: jammed: {} of {} bodies placed, volume fraction {:.6f} of the {} requested; "
      "{} attempts in a row failed (--max-attempts)\n",
      packing.bodies.size(), packing.wanted_count, packing.volume_fraction,
      settings.volume_fraction, settings.max_attempts);
  return jammed_status;
}

}  // namespace talus
