// A ball and a brick fall on a floor and come to rest. The state is saved halfway and restored, and
// the second half is repeated bit for bit.
#include "talus/simulation.h"

#include <cstdio>
#include <filesystem>
#include <vector>

int main() {
  talus::Setup setup;
  setup.materials.material = {{.name = "glass", .density = 2500, .young = 1e7, .poisson = 0.25}};
  talus::Interaction contact;
  contact.restitution = 0.5;
  contact.friction = 0.4;
  contact.rolling_friction = 0.02;
  setup.materials.interaction = {contact};

  const auto add = [&](const char* name, const talus::Shape& shape, talus::Vec3<double> position,
                       talus::Freedom freedom) {
    setup.bodies.shape_of.push_back(static_cast<std::int32_t>(setup.bodies.shapes.size()));
    setup.bodies.shapes.push_back(shape);
    setup.bodies.poses.push_back({position, {}});
    setup.name.push_back(name);
    setup.material_of.push_back(0);
    setup.freedom.push_back(freedom);
    setup.velocity.push_back({});
    setup.angular_velocity.push_back({});
  };
  std::vector<talus::Vec3<double>> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back({i & 1 ? 0.02 : -0.02, i & 2 ? 0.01 : -0.01, i & 4 ? 0.005 : -0.005});
  }
  add("floor", talus::make_half_space({0, 0, 1}, 0.0), {}, talus::Freedom::fixed);
  add("ball", talus::make_sphere(0.01), {0, 0, 0.05}, talus::Freedom::free);
  add("brick", talus::make_polyhedron(corners), {0.1, 0, 0.03}, talus::Freedom::free);

  talus::Simulation simulation(setup);
  std::printf("time step limited by %s\n", simulation.time_step_reason().c_str());
  const auto half = static_cast<std::int64_t>(0.5 / simulation.time_step());
  simulation.step(half);
  const std::filesystem::path file = "talus_example_simulation.h5";  // in the current folder
  simulation.save(file);
  simulation.step(half);

  talus::Simulation again(setup);
  again.restore(file);
  again.step(half);
  std::filesystem::remove(file);

  for (std::size_t i = 1; i < simulation.bodies().size(); ++i) {
    const double height = simulation.bodies().poses[i].position.z;
    std::printf("%s rests at a height of %.4f m, %s bits after the restart\n",
                setup.name[i].c_str(), height,
                height == again.bodies().poses[i].position.z ? "same" : "other");
  }
}
