#include <fmt/format.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "bench/dem/measure.h"
#include "talus/shape/shape.h"

namespace bench::dem {
namespace {

using talus::Vec3;

// What the command printed, standard error included. Its processor is the caller's.
std::string output_of(const std::string& command) {
  FILE* pipe = popen((command + " 2>&1").c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("bench_dem: cannot run " + command);
  std::string text;
  std::array<char, 4096> part{};
  while (std::fgets(part.data(), static_cast<int>(part.size()), pipe) != nullptr) {
    text += part.data();
  }
  if (pclose(pipe) != 0) {
    throw std::runtime_error("bench_dem: failed: " + command + "\n" +
                             text.substr(text.size() > 2000 ? text.size() - 2000 : 0));
  }
  return text;
}

// The first number after the words, for every line that has them.
std::vector<double> numbers_after(const std::string& text, const std::string& words) {
  std::vector<double> numbers;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(words);
    if (at != std::string::npos) {
      numbers.push_back(std::strtod(line.c_str() + at + words.size(), nullptr));
    }
  }
  return numbers;
}

double within(double x, double lower, double upper) {
  const double period = upper - lower;
  x -= period * std::floor((x - lower) / period);
  return x < upper ? x : lower;
}

template <class Act>
void for_each_grain(const talus::Setup& bed, const Act& act) {
  for (std::size_t i = 0; i < bed.bodies.size(); ++i) {
    if (bed.freedom[i] == talus::Freedom::free) act(bed.bodies.shape(i), bed.bodies.poses[i]);
  }
}

void write_spheres(const talus::Setup& bed, const std::string& path) {
  std::ofstream file(path);
  const Vec3<double>&lower = bed.domain.lower, &upper = bed.domain.upper;
  fmt::print(file, "a settled bed\n\n{} atoms\n1 atom types\n", grain_count(bed));
  fmt::print(file, "{} {} xlo xhi\n{} {} ylo yhi\n-0.01 1 zlo zhi\n\nAtoms\n\n", lower.x, upper.x,
             lower.y, upper.y);
  int id = 0;
  for_each_grain(bed, [&](const talus::Shape& shape, const talus::Pose<double>& pose) {
    const double diameter = 2.0 * std::get<talus::Sphere<double>>(shape).radius;
    fmt::print(file, "{} 1 {} {} {} {} {}\n", ++id, diameter, density,
               within(pose.position.x, lower.x, upper.x), within(pose.position.y, lower.y, upper.y),
               pose.position.z);
  });
}

// The corners of every polyhedron in the world.
void write_polyhedra(const talus::Setup& bed, const Passes& passes, const std::string& path) {
  nlohmann::json grains = nlohmann::json::array();
  for_each_grain(bed, [&](const talus::Shape& shape, const talus::Pose<double>& pose) {
    const auto& body = std::get<talus::Polyhedron>(shape).view();
    const talus::Mat3<double> rotation = talus::rotation_of(pose.orientation);
    nlohmann::json corners = nlohmann::json::array();
    for (int i = 0; i < body.vertex_count; ++i) {
      const Vec3<double> p = rotation * body.vertex(i) + pose.position;
      corners.push_back({p.x, p.y, p.z});
    }
    grains.push_back(corners);
  });
  std::ofstream(path) << nlohmann::json{
      {"grains", grains},           {"width", width_of_tile(static_cast<int>(grains.size()))},
      {"time_step", bed.time_step}, {"seconds", passes.seconds},
      {"passes", passes.count},     {"density", density},
      {"diameter", mean_diameter},  {"young", young},
      {"friction", friction}};
}

}  // namespace

Rate measure_liggghts(const talus::Setup& bed, const Passes& passes, const std::string& scripts,
                      const std::string& folder) {
  std::filesystem::create_directories(folder);
  write_spheres(bed, folder + "/spheres.data");
  const auto run = [&](int relax, int steps, int count) {
    return output_of(fmt::format(
        "cd '{}' && liggghts -log none -echo none -in '{}/spheres.liggghts' -var step {} -var "
        "relax "
        "{} -var steps {} -var passes {} -var young {} -var poisson {} -var restitution {} -var "
        "friction {} -var skin {}",
        folder, std::filesystem::absolute(scripts).string(), bed.time_step, relax, steps, count,
        young, poisson, restitution, friction, 0.05 * mean_diameter));
  };
  // The first number is that of the steps before the passes, the last that of counting contacts.
  const std::vector<double> trial = numbers_after(run(20, 100, 1), "Loop time of");
  if (trial.size() != 3) throw std::runtime_error("bench_dem: liggghts printed no loop time");
  Rate rate;
  rate.program = "liggghts";
  rate.grains = grain_count(bed);
  rate.steps = std::max(5, static_cast<int>(100 * passes.seconds / trial[1]));
  const std::string text = run(passes.relax, rate.steps, passes.count);
  const std::vector<double> times = numbers_after(text, "Loop time of");
  const std::vector<double> contacts = numbers_after(text, "contacts per grain:");
  const std::vector<double> memory = numbers_after(text, "Memory usage per processor =");
  if (times.size() != static_cast<std::size_t>(passes.count) + 2 || contacts.empty()) {
    throw std::runtime_error("bench_dem: liggghts printed something else:\n" + text);
  }
  rate.seconds = *std::min_element(times.begin() + 1, times.end() - 1);
  rate.contacts_per_grain = contacts.back();
  if (!memory.empty()) {
    rate.bytes_per_grain = memory.back() * 1024 * 1024 / static_cast<double>(rate.grains);
  }
  return rate;
}

Rate measure_yade(const talus::Setup& bed, const Passes& passes, const std::string& scripts,
                  const std::string& folder) {
  std::filesystem::create_directories(folder);
  write_polyhedra(bed, passes, folder + "/polyhedra.json");
  const std::string text =
      output_of(fmt::format("cd '{}' && yade -n -x -j1 '{}/polyhedra.py' polyhedra.json", folder,
                            std::filesystem::absolute(scripts).string()));
  const std::size_t at = text.find("RESULT ");
  if (at == std::string::npos) throw std::runtime_error("bench_dem: yade printed\n" + text);
  std::istringstream lines(text.substr(at + 7));
  std::string line;
  std::getline(lines, line);
  const nlohmann::json result = nlohmann::json::parse(line);
  Rate rate;
  rate.program = "yade";
  rate.grains = grain_count(bed);
  rate.steps = result.at("steps");
  rate.seconds = result.at("seconds");
  rate.contacts_per_grain = result.at("contacts_per_grain");
  rate.resident_per_grain = result.at("resident_per_grain");
  return rate;
}

}  // namespace bench::dem
