// Data files of LAMMPS and LIGGGHTS: a header of counts and bounds, and named sections.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_map>

#include "app/exchange/fields.h"

namespace talus {
namespace {

// What a line of Atoms holds before x, y, z; behind them there may be three image flags.
struct AtomStyle {
  const char* name;
  std::size_t columns;  // with x y z
};
constexpr AtomStyle styles[] = {{"sphere", 7}, {"ellipsoid", 7}, {"superquadric", 11}};

const AtomStyle& style_named(const Fields& line, std::string_view name) {
  if (name == "granular") name = "sphere";  // its name in LIGGGHTS
  for (const AtomStyle& style : styles) {
    if (name == style.name) return style;
  }
  line.fail(fmt::format("atom style \"{}\": sphere, ellipsoid and superquadric are read",
                        Fields::shortened(name)));
}

class DataFile {
 public:
  DataFile(std::string_view text, const std::string& name, const ParticleOptions& options)
      : line_(text, name), name_(name), bytes_(text.size()), options_(options) {}

  ParticleTable read() {
    if (!line_.next()) throw ShapeError(fmt::format("{}: is empty", name_));
    bool more = line_.next_words();  // the first line is a title
    while (more && !is_section()) {
      read_header();
      more = line_.next_words();
    }
    if (count_ < 0) throw ShapeError(fmt::format("{}: its header has no number of atoms", name_));
    require_whole_box();
    while (more) more = read_section();
    finish();
    return std::move(table_);
  }

 private:
  // Names of sections begin with a capital letter, all other lines with a number.
  bool is_section() const {
    const char first = line_.word(0)[0];
    return first >= 'A' && first <= 'Z';
  }

  void read_header() {
    const std::size_t n = line_.size();
    if (n == 2 && line_.is(1, "atoms")) {
      count_ = line_.integer(0, "atoms", 0, most_particles);
      check_count(line_, count_, bytes_);
    } else if (n == 2 && line_.is(1, "ellipsoids")) {
      has_ellipsoids_ = line_.integer(0, "ellipsoids", 0, most_particles) > 0;
    } else if (n == 4 && line_.word(2).ends_with("lo") && line_.word(3).ends_with("hi")) {
      read_bounds();
    } else if (n == 4 && line_.word(3).ends_with("vec")) {
      line_.fail(fmt::format("{}: a box of three vectors cannot be read", line_.word(3)));
    } else if (n == 6 && line_.is(3, "xy")) {
      if (!(line_.vec3(0, "xy") == Vec3<double>{})) {
        line_.fail("xy xz yz: the box is not rectangular, which cannot be read");
      }
    }  // counts of types, bonds and the like say nothing about particles
  }

  void read_bounds() {
    constexpr std::array<std::array<std::string_view, 2>, 3> names{
        {{"xlo", "xhi"}, {"ylo", "yhi"}, {"zlo", "zhi"}}};
    int axis = 0;
    while (axis < 3 && !(line_.is(2, names[axis][0]) && line_.is(3, names[axis][1]))) ++axis;
    if (axis == 3) {
      line_.fail(
          fmt::format("{} {}: expected xlo xhi, ylo yhi or zlo zhi", line_.word(2), line_.word(3)));
    }
    if (has_bounds_[static_cast<std::size_t>(axis)]) {
      line_.fail(fmt::format("{} {}: are there twice", line_.word(2), line_.word(3)));
    }
    has_bounds_[static_cast<std::size_t>(axis)] = true;
    ParticleBox box = table_.box.value_or(ParticleBox{});
    box.lower[axis] = line_.number(0, line_.word(2));
    box.upper[axis] = line_.number(1, line_.word(3));
    if (!(box.lower[axis] < box.upper[axis])) {
      line_.fail(fmt::format("{}: must be above {}, got {} {}", line_.word(3), line_.word(2),
                             box.lower[axis], box.upper[axis]));
    }
    table_.box = box;
  }

  // All bounds or none: the others would be 0.
  void require_whole_box() const {
    for (std::size_t k = 0; table_.box && k < 3; ++k) {
      if (has_bounds_[k]) continue;
      throw ShapeError(fmt::format("{}: its box is incomplete: the header has no {}lo {}hi", name_,
                                   "xyz"[k], "xyz"[k]));
    }
  }

  // The lines up to the next section; false at the end of the file.
  template <class Read>
  bool for_each_line(const Read& read) {
    while (line_.next_words()) {
      if (is_section()) return true;
      read();
    }
    return false;
  }

  bool read_section() {
    const std::string_view section = line_.word(0);
    if (line_.size() == 1 && section == "Atoms") return read_atoms();
    if (line_.size() == 1 && section == "Velocities") {
      return read_of_atoms([this](Particle& p) { read_velocity(p); });
    }
    if (line_.size() == 1 && section == "Ellipsoids") {
      return read_of_atoms([this](Particle& p) { read_ellipsoid(p); });
    }
    const std::string left_out(section);
    const bool more = for_each_line([] {});
    table_.notes.push_back(fmt::format("the section {} was left out", Fields::shortened(left_out)));
    return more;
  }

  // A section with a line for atoms that are there, each once.
  template <class Read>
  bool read_of_atoms(const Read& read) {
    std::vector<bool> seen(table_.particles.size());
    return for_each_line([&] {
      const std::int64_t id = line_.integer(0, "atom-ID", 1, largest_id);
      const auto found = row_of_.find(id);
      if (found == row_of_.end()) {
        line_.fail(fmt::format("atom-ID: {} is not in the section Atoms before", id));
      }
      if (seen[found->second]) line_.fail(fmt::format("atom-ID: {} is there twice", id));
      seen[found->second] = true;
      read(table_.particles[found->second]);
    });
  }

  bool read_atoms() {
    std::string_view stated = line_.comment();
    stated.remove_prefix(std::min(stated.find_first_not_of("# "), stated.size()));
    std::string style = !options_.atom_style.empty() ? options_.atom_style : std::string(stated);
    if (style.empty() && has_ellipsoids_) style = "ellipsoid";
    const AtomStyle* known = style.empty() ? nullptr : &style_named(line_, style);
    return for_each_line([&] {
      if (known == nullptr) {  // by the columns of the first line
        const std::size_t n = line_.size();
        known = &style_named(line_, n == 11 || n == 14 ? "superquadric" : "sphere");
        table_.notes.push_back(
            fmt::format("its atom style is not stated, by the columns it is {}", known->name));
      }
      style_ = known;
      read_atom(*known);
    });
  }

  void read_atom(const AtomStyle& style) {
    if (line_.size() != style.columns && line_.size() != style.columns + 3) {
      line_.fail(fmt::format("{} columns; atom style {} has {}, or {} with image flags",
                             line_.size(), style.name, style.columns, style.columns + 3));
    }
    if (static_cast<std::int64_t>(table_.particles.size()) >= count_) {
      line_.fail(fmt::format("there are more atoms than the {} of the header", count_));
    }
    Particle p;
    p.id = line_.integer(0, "atom-ID", 1, largest_id);
    p.type = line_.integer(1, "atom-type", 1, INT32_MAX);
    p.position = line_.vec3(style.columns - 3, "x");
    const std::string_view name = style.name;
    if (name == "sphere") {
      const double r = 0.5 * line_.positive(2, "diameter");
      p.semi_axes = {r, r, r};
      p.density = line_.positive(3, "density");
    } else if (name == "ellipsoid") {
      if (line_.integer(2, "ellipsoidflag", 0, 1) == 0) {
        line_.fail("ellipsoidflag: 0, a point without size");
      }
      p.density = line_.positive(3, "density");
    } else {
      p.density = line_.positive(2, "density");
      p.semi_axes = {line_.positive(3, "shapex"), line_.positive(4, "shapey"),
                     line_.positive(5, "shapez")};
      p.n1 = line_.number(6, "blockiness1"), p.n2 = line_.number(7, "blockiness2");
    }
    if (name != "ellipsoid") check_particle(line_, p);
    if (!row_of_.emplace(p.id, table_.particles.size()).second) {
      line_.fail(fmt::format("atom-ID: {} is there twice", p.id));
    }
    for (std::size_t i = style.columns; i < line_.size(); ++i) {
      has_images_ = has_images_ || !line_.is(i, "0");
    }
    table_.particles.push_back(p);
  }

  void read_velocity(Particle& p) {
    p.velocity = line_.vec3(1, "vx");
    if (line_.size() >= 7) p.angular_velocity = line_.vec3(4, "omegax");
  }

  void read_ellipsoid(Particle& p) {
    p.semi_axes = {0.5 * line_.positive(1, "shapex"), 0.5 * line_.positive(2, "shapey"),
                   0.5 * line_.positive(3, "shapez")};
    p.orientation = orientation_from(line_, {4, 5, 6, 7});
    if (line_.size() >= 10) {
      p.n1 = line_.number(8, "block1"), p.n2 = line_.number(9, "block2");
    }
    check_particle(line_, p);
  }

  // Of ellipsoids the file has angular momenta, not velocities.
  void finish() {
    if (static_cast<std::int64_t>(table_.particles.size()) != count_) {
      throw ShapeError(fmt::format("{}: the header has {} atoms, the section Atoms {}", name_,
                                   count_, table_.particles.size()));
    }
    if (style_ != nullptr && std::string_view(style_->name) == "ellipsoid") {
      for (Particle& p : table_.particles) {
        if (!(p.semi_axes.x > 0.0)) {
          throw ShapeError(
              fmt::format("{}: the atom {} is not in the section Ellipsoids", name_, p.id));
        }
        turn_momentum_into_velocity(p);
      }
    }
    if (has_images_) table_.notes.emplace_back("the image flags were left out");
    sort_by_id(table_, name_);
  }

  static void turn_momentum_into_velocity(Particle& p) {
    if (p.angular_velocity == Vec3<double>{}) return;
    const SymMat3<double> inertia = mass_properties(shape_of(p)).inertia;  // about its axes
    const Mat3<double> to_world = rotation_of(p.orientation);
    const Vec3<double> body = transpose_times(to_world, p.angular_velocity) / p.density;
    p.angular_velocity =
        to_world * Vec3<double>{body.x / inertia.xx, body.y / inertia.yy, body.z / inertia.zz};
  }

  Fields line_;
  const std::string& name_;
  std::size_t bytes_;
  const ParticleOptions& options_;
  ParticleTable table_;
  std::unordered_map<std::int64_t, std::size_t> row_of_;
  std::int64_t count_ = -1;
  bool has_ellipsoids_{}, has_images_{};
  std::array<bool, 3> has_bounds_{};
  const AtomStyle* style_{};
};

// Data files count ids and types from 1.
ParticleTable counted_from_one(ParticleTable table) {
  std::int64_t id = 1, type = 1;
  for (const Particle& p : table.particles) id = std::min(id, p.id), type = std::min(type, p.type);
  for (Particle& p : table.particles) p.id += 1 - id, p.type += 1 - type;
  return table;
}

void require_densities(const ParticleTable& table) {
  for (const Particle& p : table.particles) {
    if (p.density > 0.0) continue;
    throw ShapeError(fmt::format("the particle {} has no density, which a data file needs", p.id));
  }
}

std::string header(const ParticleTable& table, const char* title, bool ellipsoids) {
  std::int64_t types = 1;
  for (const Particle& p : table.particles) types = std::max(types, p.type);
  const ParticleBox box = box_around(table);
  std::string out =
      fmt::format("{}\n\n{} atoms\n{} atom types\n", title, table.particles.size(), types);
  if (ellipsoids) out += fmt::format("{} ellipsoids\n", table.particles.size());
  for (int k = 0; k < 3; ++k) {
    out += fmt::format("{} {} {}lo {}hi\n", box.lower[k], box.upper[k], "xyz"[k], "xyz"[k]);
  }
  return out;
}

// Whether `turning` are velocities or, of ellipsoids, momenta.
void add_velocities(const ParticleTable& table, bool momenta, std::string& out) {
  out += "\nVelocities\n\n";
  for (const Particle& p : table.particles) {
    Vec3<double> turning = p.angular_velocity;
    if (momenta && !(turning == Vec3<double>{})) {
      const SymMat3<double> inertia = mass_properties(shape_of(p)).inertia;
      const Mat3<double> to_world = rotation_of(p.orientation);
      const Vec3<double> body = transpose_times(to_world, turning);
      turning =
          to_world * Vec3<double>{p.density * inertia.xx * body.x, p.density * inertia.yy * body.y,
                                  p.density * inertia.zz * body.z};
    }
    fmt::format_to(std::back_inserter(out), "{} {} {} {} {} {} {}\n", p.id, p.velocity.x,
                   p.velocity.y, p.velocity.z, turning.x, turning.y, turning.z);
  }
}

}  // namespace

ParticleTable parse_lammps_data(std::string_view text, const std::string& name,
                                const ParticleOptions& options) {
  return DataFile(text, name, options).read();
}

// Spheres by atom style sphere; ellipsoids by atom style ellipsoid, superquadrics with the
// exponents behind their quaternions.
std::string lammps_data_text(const ParticleTable& particles) {
  const ParticleTable table = counted_from_one(particles);
  require_densities(table);
  const auto all = [&](auto test) {
    return std::all_of(table.particles.begin(), table.particles.end(), test);
  };
  const bool spheres = all([](const Particle& p) { return p.is_sphere(); });
  const bool blocks = !all([](const Particle& p) { return p.is_ellipsoid(); });
  std::string out = header(table, "LAMMPS data file by Talus", !spheres);
  const auto to = std::back_inserter(out);
  fmt::format_to(to, "\nAtoms # {}\n\n", spheres ? "sphere" : "ellipsoid");
  for (const Particle& p : table.particles) {
    const std::string size = spheres ? fmt::format("{}", 2.0 * p.semi_axes.x) : "1";
    fmt::format_to(to, "{} {} {} {} {} {} {}\n", p.id, p.type, size, p.density, p.position.x,
                   p.position.y, p.position.z);
  }
  add_velocities(table, !spheres, out);
  if (spheres) return out;
  out += "\nEllipsoids\n\n";
  for (const Particle& p : table.particles) {
    fmt::format_to(to, "{} {} {} {} {} {} {} {}", p.id, 2.0 * p.semi_axes.x, 2.0 * p.semi_axes.y,
                   2.0 * p.semi_axes.z, p.orientation.w, p.orientation.x, p.orientation.y,
                   p.orientation.z);
    if (blocks) fmt::format_to(to, " {} {}", p.n1, p.n2);
    out += "\n";
  }
  return out;
}

// Atom style superquadric of LIGGGHTS, whose data files hold no orientations.
std::string liggghts_data_text(const ParticleTable& particles) {
  const ParticleTable table = counted_from_one(particles);
  require_densities(table);
  std::string out = header(table, "LIGGGHTS data file by Talus", false);
  out += "\nAtoms # superquadric\n\n";
  for (const Particle& p : table.particles) {
    if (!p.is_sphere() && std::abs(p.orientation.w) < 1.0 - 1e-12) {
      throw ShapeError(
          fmt::format("the particle {} is turned, and data files of LIGGGHTS hold no "
                      "orientations; write a dump",
                      p.id));
    }
    fmt::format_to(std::back_inserter(out), "{} {} {} {} {} {} {} {} {} {} {}\n", p.id, p.type,
                   p.density, p.semi_axes.x, p.semi_axes.y, p.semi_axes.z, p.n1, p.n2, p.position.x,
                   p.position.y, p.position.z);
  }
  add_velocities(table, false, out);
  return out;
}

}  // namespace talus
