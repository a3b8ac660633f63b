#include "talus/sim/loop/object_tables.h"

namespace talus {

void keep_setup_tables(Loop& loop) {
  SetupTables& own = loop.model.of_setup;
  const BodyTable& bodies = loop.bodies;
  own.bodies = bodies.body_count;
  own.object_of = loop.model.motions.object_of;
  own.loads_of = loop.model.loads_of;
  own.surfaces.resize(loop.model.surfaces.size());
  for (std::size_t slot = 0; slot < own.surfaces.size(); ++slot) {
    own.surfaces[bodies.number_of(slot)] = loop.model.surfaces[slot];
  }
}

void update_object_tables(Loop& loop) {
  const SetupTables& of_setup = loop.model.of_setup;
  const BodyTable& bodies = loop.bodies;
  const auto row = [&](std::size_t number) {  // in the tables of the setup; behind them: none
    if (number >= bodies.body_count) return of_setup.bodies + (number - bodies.body_count);
    const auto id = static_cast<std::size_t>(loop.user.ids[number]);
    return id < of_setup.bodies ? id : of_setup.bodies + loop.model.setup.mesh_walls.size();
  };
  const auto fill = [&](auto& table, const auto& from, const auto& none, const auto& number_of) {
    if (from.empty()) return;
    table.resize(bodies.object_count());
    for (std::size_t i = 0; i < table.size(); ++i) {
      const std::size_t k = row(number_of(i));
      table[i] = k < from.size() ? from[k] : none;
    }
  };
  const auto same = [](std::size_t number) { return number; };
  fill(loop.model.motions.object_of, of_setup.object_of, std::int32_t{-1}, same);
  fill(loop.model.loads_of, of_setup.loads_of, std::vector<std::int32_t>{}, same);
  fill(loop.model.surfaces, of_setup.surfaces, SurfaceVelocity{},
       [&](std::size_t slot) { return bodies.number_of(slot); });
}

}  // namespace talus
