// A law that the library does not know, registered by this program: scenes find it by its name with
// its own parameter, and it gives the overlap at rest and the impact that follow from its formula.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include "own_law/quadratic_law.h"
#include "talus/scene.h"
#include "talus/sim/fingerprint.h"
#include "talus/simulation.h"

namespace talus {
namespace {

const RegisterLaw<QuadraticLaw> registered;

constexpr std::size_t ball = 1;  // walls come first
constexpr double pi = 3.14159265358979323846;
constexpr double radius = 0.01, density = 2500;
constexpr double mass = density * 4.0 / 3.0 * pi * radius * radius * radius;

Scene read(const std::string& simulation, const std::string& material, const std::string& body) {
  std::string pattern = (std::filesystem::temp_directory_path() / "talus_law_XXXXXX").string();
  const std::filesystem::path folder = ::mkdtemp(pattern.data());
  std::ofstream(folder / "scene.toml") << "[simulation]\nlaw = \"quadratic\"\nduration = 1.0\n"
                                       << simulation << "[[material]]\nname = \"stone\"\n"
                                       << material << "[[body]]\n"
                                       << "shape = {type = \"sphere\", radius = 0.01}\n"
                                       << body
                                       << "[[wall]]\nname = \"floor\"\ntype = \"half_space\"\n"
                                          "normal = [0, 0, 1]\n";
  struct Cleanup {
    std::filesystem::path folder;
    ~Cleanup() { std::filesystem::remove_all(folder); }
  } cleanup{folder};
  return read_scene(folder / "scene.toml");
}

// m v^2 / 2 = c d^3 / 3 at the deepest point d, and the time until then is
// (d / v) Int_0^1 dx / sqrt(1 - x^3) = 1.4021821053254548 d / v.
TEST(OwnLaw, AnImpactTakesItsTimeAndReturnsItsEnergy) {
  const double c = 2e7, speed = 0.5;
  Scene scene = read("gravity = [0, 0, 0]\n", "quadratic_constant = 2e7\n",
                     "position = [0, 0, 0.010001]\nvelocity = [0, 0, -0.5]\n");
  scene.setup.time_step = Simulation(scene.setup).time_step() / 20;
  Simulation simulation(scene.setup);
  std::int64_t steps = 0;
  double deepest = 0.0;
  while (simulation.motion().velocity[ball].z <= 0.0 || simulation.contact_count() > 0) {
    simulation.step();
    ASSERT_LT(simulation.steps(), 100000);
    if (simulation.contact_count() > 0) ++steps;
    deepest = std::max(deepest, 0.01 - simulation.bodies().poses[ball].position.z);
  }
  const double depth = std::cbrt(1.5 * mass * speed * speed / c);
  EXPECT_NEAR(deepest / depth, 1.0, 1e-4);
  const double duration = static_cast<double>(steps) * simulation.time_step();
  EXPECT_NEAR(duration / (2.0 * 1.4021821053254548 * depth / speed), 1.0, 5e-3);
  EXPECT_NEAR(simulation.motion().velocity[ball].z, speed, 1e-4 * speed);
}

// m g = c d^2. The default of the parameter, and drag to come to rest.
TEST(OwnLaw, RestsAtItsOverlapWithTheDefaultOfItsParameter) {
  const Scene scene = read("drag = 200.0\n", "", "position = [0, 0, 0.01]\n");
  Simulation simulation(scene.setup);
  simulation.step(static_cast<std::int64_t>(1.5 / simulation.time_step()));
  const double overlap = std::sqrt(mass * 9.81 / 1e8);
  ASSERT_EQ(simulation.contacts().size(), 1u);
  EXPECT_NEAR(simulation.contacts().overlap[0] / overlap, 1.0, 1e-6);
  EXPECT_NEAR(std::abs(simulation.contacts().force[0].z) / (mass * 9.81), 1.0, 1e-6);
}

TEST(OwnLaw, ItsParameterIsCheckedMixedAndFingerprinted) {
  EXPECT_THROW(read("", "quadratic_constant = -1.0\n", "position = [0, 0, 1]\n"), SceneError);
  const Scene a = read("", "quadratic_constant = 1e7\n", "position = [0, 0, 1]\n");
  const Scene b = read("", "quadratic_constant = 2e7\n", "position = [0, 0, 1]\n");
  EXPECT_NE(fingerprint(a.setup), fingerprint(b.setup));
  EXPECT_EQ(law_names(),
            "\"hertz-mindlin\", \"linear\", \"volume\", \"hertz-cohesion\", \"jkr\" or "
            "\"quadratic\"");
}

}  // namespace
}  // namespace talus
