// Dumps of LAMMPS and LIGGGHTS: frames of "ITEM:" sections, whose columns are named.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "app/exchange/fields.h"

namespace talus {
namespace {

const std::vector<std::string>& known_columns() {
  static const std::vector<std::string> names{
      "id",     "type",        "x",           "y",          "z",          "xu",     "yu",
      "zu",     "xs",          "ys",          "zs",         "vx",         "vy",     "vz",
      "omegax", "omegay",      "omegaz",      "radius",     "diameter",   "shapex", "shapey",
      "shapez", "diameterx",   "diametery",   "diameterz",  "density",    "mass",   "block1",
      "block2", "blockiness1", "blockiness2", "roundness1", "roundness2", "quatw",  "quati",
      "quatj",  "quatk",       "quat1",       "quat2",      "quat3",      "quat4"};
  return names;
}

// The columns of a frame by the names that mean the same.
class Columns {
 public:
  Columns(const Fields& line, const ParticleOptions& options, const std::string& file)
      : line_(line) {
    std::vector<std::string> given;
    for (std::size_t i = 2; i < line.size(); ++i) {  // behind "ITEM: ATOMS"
      const std::string& name = given.emplace_back(line.word(i));
      const auto other = options.columns.find(name);
      names_.push_back(other == options.columns.end() ? name : other->second);
    }
    check_renamed(given, known_columns(), options, file);
    for (std::size_t i = 0; i < names_.size(); ++i) {
      const auto& known = known_columns();
      if (std::find(known.begin(), known.end(), names_[i]) == known.end()) {
        unknown_.push_back(Fields::shortened(names_[i]));
      } else if (std::find(names_.begin(), names_.begin() + static_cast<std::ptrdiff_t>(i),
                           names_[i]) != names_.begin() + static_cast<std::ptrdiff_t>(i)) {
        line.fail(fmt::format("ITEM: ATOMS: the column {} is there twice", names_[i]));
      }
    }
  }
  // Those that mean nothing here.
  const std::vector<std::string>& unknown() const { return unknown_; }
  std::size_t size() const { return names_.size(); }

  // The column; none if there is none of these names.
  std::optional<std::size_t> find(std::initializer_list<const char*> names) const {
    for (const char* name : names) {
      const auto at = std::find(names_.begin(), names_.end(), name);
      if (at != names_.end()) return static_cast<std::size_t>(at - names_.begin());
    }
    return {};
  }
  // Several, of which all or none are there.
  template <std::size_t N>
  std::optional<std::array<std::size_t, N>> find_all(
      const std::array<const char*, N>& names) const {
    std::array<std::size_t, N> found{};
    std::size_t count = 0;
    for (std::size_t k = 0; k < N; ++k) {
      if (const auto at = find({names[k]})) found[k] = *at, ++count;
    }
    if (count == 0) return {};
    if (count < N)
      line_.fail(
          fmt::format("columns {}: only {} of them are there", fmt::join(names, ", "), count));
    return found;
  }

 private:
  const Fields& line_;
  std::vector<std::string> names_, unknown_;
};

struct Layout {
  using Three = std::optional<std::array<std::size_t, 3>>;
  explicit Layout(const Columns& c)
      : count(c.size()),
        id(c.find({"id"})),
        type(c.find({"type"})),
        radius(c.find({"radius"})),
        diameter(c.find({"diameter"})),
        density(c.find({"density"})),
        mass(c.find({"mass"})),
        position(c.find_all<3>({"x", "y", "z"})),
        unwrapped(c.find_all<3>({"xu", "yu", "zu"})),
        scaled(c.find_all<3>({"xs", "ys", "zs"})),
        velocity(c.find_all<3>({"vx", "vy", "vz"})),
        spin(c.find_all<3>({"omegax", "omegay", "omegaz"})),
        semi_axes(c.find_all<3>({"shapex", "shapey", "shapez"})),
        diameters(c.find_all<3>({"diameterx", "diametery", "diameterz"})),
        exponents(c.find_all<2>({"blockiness1", "blockiness2"})),
        orientation(c.find_all<4>({"quatw", "quati", "quatj", "quatk"})) {
    if (!exponents) exponents = c.find_all<2>({"block1", "block2"});
    if (!exponents) exponents = c.find_all<2>({"roundness1", "roundness2"});
    if (!orientation) orientation = c.find_all<4>({"quat1", "quat2", "quat3", "quat4"});
  }

  std::size_t count;
  std::optional<std::size_t> id, type, radius, diameter, density, mass;
  Three position, unwrapped, scaled, velocity, spin, semi_axes, diameters;
  std::optional<std::array<std::size_t, 2>> exponents;
  std::optional<std::array<std::size_t, 4>> orientation;
};

Vec3<double> three(const Fields& line, const std::array<std::size_t, 3>& at, const char* what) {
  return {line.number(at[0], what), line.number(at[1], what), line.number(at[2], what)};
}

void require_layout(const Fields& line, const Layout& layout) {
  if (!layout.position && !layout.unwrapped && !layout.scaled) {
    line.fail("ITEM: ATOMS: no positions: expected the columns x y z, xu yu zu or xs ys zs");
  }
  if (!layout.radius && !layout.diameter && !layout.semi_axes && !layout.diameters) {
    line.fail(
        "ITEM: ATOMS: no sizes: expected the columns radius, diameter or shapex shapey "
        "shapez; other names can be stated");
  }
}

Particle particle_of(const Fields& line, const Layout& at, const ParticleBox& box,
                     std::size_t row) {
  if (line.size() != at.count) {
    line.fail(fmt::format("{} columns where {} belong", line.size(), at.count));
  }
  Particle p;
  p.id = at.id ? line.integer(*at.id, "id", 0, largest_id) : static_cast<std::int64_t>(row) + 1;
  if (at.type) p.type = line.integer(*at.type, "type", 0, INT32_MAX);
  if (at.position || at.unwrapped) {
    p.position = three(line, at.position ? *at.position : *at.unwrapped, "x");
  } else {
    const Vec3<double> part = three(line, *at.scaled, "xs"), side = box.upper - box.lower;
    p.position = {box.lower.x + part.x * side.x, box.lower.y + part.y * side.y,
                  box.lower.z + part.z * side.z};
  }
  if (at.semi_axes || at.diameters) {
    const auto& columns = at.semi_axes ? *at.semi_axes : *at.diameters;
    const double factor = at.semi_axes ? 1.0 : 0.5;
    p.semi_axes = {factor * line.positive(columns[0], "shapex"),
                   factor * line.positive(columns[1], "shapey"),
                   factor * line.positive(columns[2], "shapez")};
  } else {
    const double r = at.radius ? line.positive(*at.radius, "radius")
                               : 0.5 * line.positive(*at.diameter, "diameter");
    p.semi_axes = {r, r, r};
  }
  if (at.exponents) {
    p.n1 = line.number((*at.exponents)[0], "blockiness1");
    p.n2 = line.number((*at.exponents)[1], "blockiness2");
  }
  if (at.orientation) p.orientation = orientation_from(line, *at.orientation);
  if (at.velocity) p.velocity = three(line, *at.velocity, "vx");
  if (at.spin) p.angular_velocity = three(line, *at.spin, "omegax");
  check_particle(line, p);
  if (at.density) {
    p.density = line.positive(*at.density, "density");
  } else if (at.mass) {
    p.density = line.positive(*at.mass, "mass") / mass_properties(shape_of(p)).volume;
  }
  return p;
}

ParticleBox box_of(Fields& line) {
  ParticleBox box;
  if (line.size() != 3 && line.size() != 6) {  // without and with the kinds of its sides
    line.fail("ITEM: BOX BOUNDS: the box is not rectangular, which cannot be read");
  }
  for (std::size_t k = 0; k < 3; ++k) {
    box.periodic[k] = line.size() == 6 && line.is(3 + k, "pp");
  }
  for (int k = 0; k < 3; ++k) {
    if (!line.next_words() || line.size() != 2) {
      line.fail(
          fmt::format("ITEM: BOX BOUNDS: expected three lines with two bounds each; line {} "
                      "of them is not one",
                      k + 1));
    }
    box.lower[k] = line.number(0, "lower bound");
    box.upper[k] = line.number(1, "upper bound");
    if (!(box.lower[k] < box.upper[k])) {
      line.fail(fmt::format("the upper bound of the box must be above the lower one, got {} {}",
                            box.lower[k], box.upper[k]));
    }
  }
  return box;
}

// The rows of a frame, from the line "ITEM: ATOMS" on.
void read_rows(Fields& line, std::int64_t count, const ParticleOptions& options,
               const std::string& name, ParticleTable& table) {
  if (count < 0) line.fail("ITEM: ATOMS comes before ITEM: NUMBER OF ATOMS");
  const Columns columns(line, options, name);
  const Layout layout(columns);
  require_layout(line, layout);
  if (!layout.position && !layout.unwrapped && !table.box) {
    line.fail("xs: positions are relative to a box, which is missing");
  }
  for (std::int64_t i = 0; i < count; ++i) {
    if (!line.next_words() || line.is(0, "ITEM:")) {
      line.fail(fmt::format("the frame has {} of {} particles", i, count));
    }
    table.particles.push_back(
        particle_of(line, layout, table.box.value_or(ParticleBox{}), static_cast<std::size_t>(i)));
  }
  const std::string_view next = line.next_word();
  if (!next.empty() && next != "ITEM:") {
    line.fail(
        fmt::format("behind this line there are more than the {} particles of the frame", count));
  }
  if (!columns.unknown().empty()) {
    table.notes.push_back(fmt::format("columns that are not known were left out: {}",
                                      fmt::join(columns.unknown(), ", ")));
  }
}

// From the line behind "ITEM: TIMESTEP" on. `time` is that before it, where LAMMPS writes it.
ParticleTable read_frame(Fields& line, std::size_t bytes, double time,
                         const ParticleOptions& options, const std::string& name) {
  ParticleTable table;
  table.time = time;
  if (!line.next_words()) line.fail("the file ends in a frame");
  table.step = line.integer(0, "TIMESTEP", 0, INT64_MAX);
  std::int64_t count = -1;
  while (line.next_words()) {
    if (!line.is(0, "ITEM:")) line.fail("expected ITEM: of a frame");
    if (line.is(1, "TIME")) {
      if (!line.next_words()) line.fail("the file ends in a frame");
      table.time = line.number(0, "TIME");
    } else if (line.is(1, "UNITS") || line.is(1, "LABEL")) {
      line.next_words();
    } else if (line.is(1, "NUMBER") && line.is(3, "ATOMS")) {
      if (!line.next_words()) line.fail("the file ends in a frame");
      count = line.integer(0, "NUMBER OF ATOMS", 0, most_particles);
      check_count(line, count, bytes);
    } else if (line.is(1, "BOX")) {
      table.box = box_of(line);
    } else if (line.is(1, "ATOMS")) {
      read_rows(line, count, options, name, table);
      return table;
    } else {
      line.fail(fmt::format("ITEM: {}: not known",
                            Fields::shortened(line.size() > 1 ? line.word(1) : "")));
    }
  }
  line.fail("the frame has no ITEM: ATOMS");
}

std::int64_t count_frames(std::string_view text, const std::string& name) {
  std::int64_t frames = 0;
  Fields line(text, name);
  while (line.next()) frames += line.is(0, "ITEM:") && line.is(1, "TIMESTEP") ? 1 : 0;
  return frames;
}

}  // namespace

ParticleTable parse_lammps_dump(std::string_view text, const std::string& name,
                                const ParticleOptions& options) {
  const std::int64_t frames = count_frames(text, name);
  const std::int64_t wanted = options.frame < 0 ? frames + options.frame : options.frame;
  if (frames == 0) {
    throw ShapeError(fmt::format("{}: has 0 frames: it has no line ITEM: TIMESTEP", name));
  }
  if (wanted < 0 || wanted >= frames) {
    throw ShapeError(
        fmt::format("{}: has {} frames, got the frame {}", name, frames, options.frame));
  }
  Fields line(text, name);
  double time = 0.0;
  for (std::int64_t frame = -1; frame < wanted && line.next();) {
    if (line.is(0, "ITEM:") && line.is(1, "TIMESTEP")) {
      if (++frame < wanted) time = 0.0;
    } else if (frame + 1 == wanted && line.is(0, "ITEM:") && line.is(1, "TIME") &&
               line.next_words()) {
      time = line.number(0, "TIME");
    }
  }
  ParticleTable table = read_frame(line, text.size(), time, options, name);
  sort_by_id(table, name);
  return table;
}

std::string lammps_dump_text(const ParticleTable& table) {
  const ParticleBox box = box_around(table);
  std::string out;
  const auto to = std::back_inserter(out);
  // In the order of LAMMPS, whose read_dump knows no other.
  if (table.time != 0.0) fmt::format_to(to, "ITEM: TIME\n{}\n", table.time);
  fmt::format_to(to, "ITEM: TIMESTEP\n{}\n", table.step);
  fmt::format_to(to, "ITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS", table.particles.size());
  for (const bool periodic : box.periodic) out += periodic ? " pp" : " ff";
  out += "\n";
  for (int k = 0; k < 3; ++k) fmt::format_to(to, "{} {}\n", box.lower[k], box.upper[k]);
  out +=
      "ITEM: ATOMS id type x y z vx vy vz omegax omegay omegaz radius density shapex shapey shapez "
      "blockiness1 blockiness2 quatw quati quatj quatk\n";
  const bool with_density = std::all_of(table.particles.begin(), table.particles.end(),
                                        [](const Particle& p) { return p.density > 0.0; });
  if (!with_density) out.erase(out.rfind(" density"), 8);
  for (const Particle& p : table.particles) {
    fmt::format_to(to, "{} {} {} {} {} {} {} {} {} {} {} {}", p.id, p.type, p.position.x,
                   p.position.y, p.position.z, p.velocity.x, p.velocity.y, p.velocity.z,
                   p.angular_velocity.x, p.angular_velocity.y, p.angular_velocity.z,
                   equivalent_radius(p));
    if (with_density) fmt::format_to(to, " {}", p.density);
    fmt::format_to(to, " {} {} {} {} {} {} {} {} {}\n", p.semi_axes.x, p.semi_axes.y, p.semi_axes.z,
                   p.n1, p.n2, p.orientation.w, p.orientation.x, p.orientation.y, p.orientation.z);
  }
  return out;
}

}  // namespace talus
