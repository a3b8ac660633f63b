#include "talus/output/view/stored_run.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "talus/output/frame_file.h"
#include "talus/output/hdf5.h"
#include "talus/output/read_run_file.h"
#include "talus/output/run_file_names.h"
#include "talus/output/run_lock.h"

namespace talus {
namespace fs = std::filesystem;

namespace {

// A page takes some hundred bytes per row; crafted files could state any number. In bytes: 16
// million rows of four numbers.
constexpr std::uint64_t most_table_bytes = std::uint64_t{512} << 20;
constexpr std::uint64_t most_shapes = 2'000'000;
constexpr std::uint64_t most_bodies = 5'000'000;
constexpr std::uint64_t most_contacts = 16'000'000;
constexpr std::uint64_t most_vertices = 5'000'000;  // of all shapes, of all walls
constexpr std::uint64_t most_triangles = 2 * most_vertices;
constexpr std::uint64_t most_materials = 1'000, most_walls = 10'000, most_measures = 1'000;

// JavaScript has whole numbers up to here.
constexpr std::int64_t most_id = std::int64_t{1} << 53;

// The rows first[i] to first[i + 1] - 1 of a table of `rows` belong to i.
void check_starts(const Hdf5Reader& in, const std::string& name,
                  const std::vector<std::int32_t>& first, std::size_t entries, std::size_t rows) {
  const bool fits = first.size() == entries + 1 && first.front() == 0 &&
                    std::is_sorted(first.begin(), first.end()) &&
                    static_cast<std::size_t>(first.back()) == rows;
  if (!fits) in.fail(fmt::format("{}: does not fit its table", name));
}

void check_below(const Hdf5Reader& in, const std::string& name,
                 const std::vector<std::int32_t>& values, std::size_t limit) {
  for (const std::int32_t value : values) {
    if (value < 0 || static_cast<std::size_t>(value) >= limit) {
      in.fail(fmt::format("{}: {} is not below {}", name, value, limit));
    }
  }
}

template <class T>
void check_length(const Hdf5Reader& in, const std::string& name, const std::vector<T>& values,
                  std::size_t length) {
  if (values.size() != length) {
    in.fail(fmt::format("{}: {} numbers where {} belong", name, values.size(), length));
  }
}

std::vector<std::array<std::int32_t, 3>> triangles_of(const std::vector<std::int32_t>& corners,
                                                      std::int32_t from, std::int32_t to) {
  std::vector<std::array<std::int32_t, 3>> triangles;
  for (auto k = 3 * static_cast<std::size_t>(from); k < 3 * static_cast<std::size_t>(to); k += 3) {
    triangles.push_back({corners[k], corners[k + 1], corners[k + 2]});
  }
  return triangles;
}

void check_triangles(const Hdf5Reader& in, const std::string& name,
                     const std::vector<std::array<std::int32_t, 3>>& triangles, std::size_t limit) {
  for (const auto& triangle : triangles) {
    check_below(in, name, {triangle.begin(), triangle.end()}, limit);
  }
}

constexpr std::size_t parameter_count = 6;

constexpr std::string_view shape_types[] = {"sphere",     "ellipsoid", "superquadric", "polyhedron",
                                            "half_space", "segment",   "mesh"};

std::vector<StoredShape> read_stored_shapes(Hdf5Reader& in) {
  in.limit_tables(most_shapes, most_table_bytes);
  const std::vector<std::string> types = in.strings("shapes/type");
  const std::vector<double> parameters = in.doubles("shapes/parameters", parameter_count);
  in.limit_tables(most_shapes + 1, most_table_bytes);
  const std::vector<std::int32_t> vertex_start = in.integers("shapes/vertex_start");
  const std::vector<std::int32_t> facet_start = in.integers("shapes/facet_start");
  in.limit_tables(most_vertices, most_table_bytes);
  const std::vector<double> vertices = in.doubles("shapes/vertices", 3);
  in.limit_tables(most_triangles, most_table_bytes);
  const std::vector<std::int32_t> facets = in.integers("shapes/facets", 3);
  check_length(in, "shapes/parameters", parameters, parameter_count * types.size());
  check_starts(in, "shapes/vertex_start", vertex_start, types.size(), vertices.size() / 3);
  check_starts(in, "shapes/facet_start", facet_start, types.size(), facets.size() / 3);
  std::vector<StoredShape> shapes(types.size());
  for (std::size_t i = 0; i < types.size(); ++i) {
    StoredShape& shape = shapes[i];
    if (std::find(std::begin(shape_types), std::end(shape_types), types[i]) ==
        std::end(shape_types)) {
      in.fail(fmt::format("shapes/type: \"{}\" is not known", types[i]));
    }
    shape.type = types[i];
    std::copy_n(parameters.begin() + static_cast<std::ptrdiff_t>(parameter_count * i),
                parameter_count, shape.parameters.begin());
    for (auto v = static_cast<std::size_t>(vertex_start[i]);
         v < static_cast<std::size_t>(vertex_start[i + 1]); ++v) {
      shape.vertex.push_back({vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]});
    }
    shape.facet = triangles_of(facets, facet_start[i], facet_start[i + 1]);
    check_triangles(in, "shapes/facets", shape.facet, shape.vertex.size());
  }
  return shapes;
}

// Of a model, or of a frame if bodies change.
StoredBodies read_bodies(const Hdf5Reader& in, const StoredModel& model) {
  StoredBodies bodies;
  bodies.shape_of = in.integers("bodies/shape");
  bodies.material_of = in.integers("bodies/material");
  bodies.freedom = in.integers("bodies/freedom");
  bodies.name = in.strings("bodies/name");
  bodies.mass = in.doubles("bodies/mass");
  bodies.id = in.int64s("bodies/id");
  check_below(in, "bodies/shape", bodies.shape_of, model.shapes.size());
  check_length(in, "bodies/material", bodies.material_of, bodies.size());
  check_below(in, "bodies/material", bodies.material_of, model.materials.size());
  check_length(in, "bodies/freedom", bodies.freedom, bodies.size());
  check_length(in, "bodies/name", bodies.name, bodies.size());
  check_length(in, "bodies/mass", bodies.mass, bodies.size());
  check_length(in, "bodies/id", bodies.id, bodies.size());
  std::int64_t before = -1;
  for (const std::int64_t id : bodies.id) {
    if (id <= before || id >= most_id) in.fail(fmt::format("bodies/id: {} after {}", id, before));
    before = id;
  }
  return bodies;
}

void read_walls(Hdf5Reader& in, StoredModel& model) {
  in.limit_tables(most_walls + 1, most_table_bytes);
  const std::vector<std::string> names = in.strings("walls/name");
  const std::vector<std::int32_t> material = in.integers("walls/material");
  const std::vector<std::int32_t> vertex_start = in.integers("walls/vertex_start");
  const std::vector<std::int32_t> triangle_start = in.integers("walls/triangle_start");
  in.limit_tables(most_triangles, most_table_bytes);
  const std::vector<std::int32_t> triangles = in.integers("walls/triangles", 3);
  check_length(in, "walls/material", material, names.size());
  check_below(in, "walls/material", material, model.materials.size());
  check_length(in, "walls/vertex_start", vertex_start, names.size() + 1);
  check_starts(in, "walls/vertex_start", vertex_start, names.size(),
               static_cast<std::size_t>(std::max(0, vertex_start.back())));
  check_starts(in, "walls/triangle_start", triangle_start, names.size(), triangles.size() / 3);
  for (std::size_t i = 0; i < names.size(); ++i) {
    StoredWall wall{names[i], material[i], vertex_start[i], vertex_start[i + 1] - vertex_start[i],
                    triangles_of(triangles, triangle_start[i], triangle_start[i + 1])};
    check_triangles(in, "walls/triangles", wall.triangle,
                    static_cast<std::size_t>(wall.vertex_count));
    model.walls.push_back(std::move(wall));
  }
  model.wall_vertices = vertex_start.back();
}

PeriodicBox read_box(const Hdf5Reader& in) {
  const std::vector<double> lower = in.doubles("box/lower"), upper = in.doubles("box/upper");
  const std::vector<std::int32_t> periodic = in.integers("box/periodic");
  check_length(in, "box/lower", lower, 3);
  check_length(in, "box/upper", upper, 3);
  check_length(in, "box/periodic", periodic, 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const double period = upper[k] - lower[k];
    if (periodic[k] != 0 && !(period > 0 && std::isfinite(period))) {
      in.fail(fmt::format("box: from {} to {} is no period", lower[k], upper[k]));
    }
  }
  return {{lower[0], lower[1], lower[2]},
          {upper[0], upper[1], upper[2]},
          {periodic[0] != 0, periodic[1] != 0, periodic[2] != 0}};
}

// Links in place of files and folders of the run would lead out of it. The folder of the run itself
// is what the user named: it may be a link.
void refuse_links(const fs::path& folder, const fs::path& below) {
  std::error_code none;  // what cannot be looked at cannot be read either
  fs::path part = folder;
  for (const fs::path& name : below) {
    part /= name;
    if (fs::is_symlink(fs::symlink_status(part, none))) {
      throw FileError(fmt::format("{}: is a symbolic link, which is not followed", part.string()));
    }
  }
}

// The last word of the mark (talus/output/run_folder.h).
std::string state_in(const fs::path& folder) {
  constexpr std::size_t longest_mark = 256;
  std::string mark = start_of_run_file(folder / "talus_run.txt", longest_mark);
  mark.resize(std::min(mark.find('\n'), mark.size()));
  mark.resize(mark.find_last_not_of(' ') + 1);
  return mark.substr(mark.find_last_of(' ') + 1);
}

std::vector<std::string> measure_names(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code none;
  if (fs::is_symlink(fs::symlink_status(folder, none))) return names;
  const fs::directory_iterator end;
  for (fs::directory_iterator entry(folder, none); !none && entry != end; entry.increment(none)) {
    const fs::path& file = entry->path();
    if (names.size() < most_measures && is_run_file("measures/" + file.filename().string())) {
      names.push_back(file.stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

StoredRun::StoredRun(fs::path folder) : folder_(std::move(folder)) {
  std::error_code none;
  const bool is_run =
      fs::is_directory(folder_, none) && (fs::is_regular_file(folder_ / "talus_run.txt", none) ||
                                          fs::is_regular_file(folder_ / "frames.csv", none));
  if (!is_run) {
    throw RunFolderError(
        RunFolderError::Reason::foreign,
        fmt::format("{}: {}; expected the folder of a run, which has talus_run.txt and frames.csv "
                    "in it",
                    folder_.string(),
                    fs::is_directory(folder_, none) ? "is not the folder of a run"
                    : fs::exists(folder_, none)     ? "is not a folder"
                                                    : "does not exist"));
  }
}

std::vector<FrameRecord> StoredRun::frames() const {
  return FrameIndex::plan(folder_ / "frames.csv", all_steps, 0).records;
}

bool StoredRun::is_over() const {
  const std::string state = state_in(folder_);
  return state == "finished" || state == "failed";
}

bool StoredRun::has_failed() const { return state_in(folder_) == "failed"; }

bool StoredRun::is_running() const {
  try {
    check_unlocked(folder_ / "talus.lock");
    return false;
  } catch (const RunFolderError& error) {
    return error.reason == RunFolderError::Reason::in_use;
  }
}

std::string StoredRun::series() const {
  return read_run_file(folder_ / "series.csv", most_table_bytes);
}

// Anew each time: a run that begins makes its tables after this object.
std::vector<std::string> StoredRun::measures() const { return measure_names(folder_ / "measures"); }

std::string StoredRun::measure(std::size_t i) const {
  const std::string name = measures().at(i) + ".csv";
  refuse_links(folder_, "measures");
  return read_run_file(folder_ / "measures" / name, most_table_bytes);
}

std::string StoredRun::model_stamp() const {
  struct stat status {};
  if (::lstat((folder_ / "model.h5").c_str(), &status) != 0) return {};
  return fmt::format("{}-{}-{}-{}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

Hdf5Reader StoredRun::open_frame(int number) const {
  const fs::path file = fs::path("frames") / (frame_name(number) + ".h5");
  refuse_links(folder_, file);
  return Hdf5Reader(folder_ / file);
}

Hdf5Reader StoredRun::open_model() const {
  const fs::path file = folder_ / "model.h5";
  std::error_code none;
  if (!fs::exists(file, none)) {
    throw FileError(
        fmt::format("{}: missing; frames can be shown of runs that write HDF5 (hdf5 = "
                    "true in the scene)",
                    file.string()));
  }
  refuse_links(folder_, "model.h5");
  return Hdf5Reader(file);
}

StoredModel StoredRun::model() const {
  Hdf5Reader in = open_model();
  StoredModel model;
  model.shapes = read_stored_shapes(in);
  in.limit_tables(most_materials, most_table_bytes);
  model.materials = in.strings("materials/name");
  model.bodies_change = !in.has("bodies");
  if (!model.bodies_change) {
    in.limit_tables(most_bodies, most_table_bytes);
    model.bodies = read_bodies(in, model);
  }
  read_walls(in, model);
  model.box = read_box(in);
  return model;
}

StoredFrame StoredRun::frame(const StoredModel& model, int number) const {
  Hdf5Reader in = open_frame(number);
  StoredFrame frame;
  frame.time = in.number("/", "time");
  if (!std::isfinite(frame.time)) in.fail("attribute time is not a number");
  frame.step = in.integer("/", "step");
  in.limit_tables(most_bodies, most_table_bytes);
  if (model.bodies_change) frame.own_bodies = read_bodies(in, model);
  const std::size_t count = (frame.own_bodies ? *frame.own_bodies : model.bodies).size();
  const auto read = [&](const std::string& name, std::size_t columns, std::size_t rows) {
    std::vector<double> values = in.doubles(name, columns);
    check_length(in, name, values, columns * rows);
    return values;
  };
  frame.position = read("bodies/position", 3, count);
  frame.orientation = read("bodies/orientation", 4, count);
  frame.velocity = read("bodies/velocity", 3, count);
  frame.angular_velocity = read("bodies/angular_velocity", 3, count);
  frame.force = read("bodies/force", 3, count);
  in.limit_tables(most_vertices, most_table_bytes);
  frame.wall_vertex = read("walls/vertices", 3, static_cast<std::size_t>(model.wall_vertices));
  return frame;
}

StoredContacts StoredRun::contacts(const StoredModel& model, int number) const {
  Hdf5Reader in = open_frame(number);
  in.limit_tables(most_bodies, most_table_bytes);
  const std::size_t bodies =
      model.bodies_change ? in.int64s("bodies/id").size() : model.bodies.size();
  in.limit_tables(most_contacts, most_table_bytes);
  StoredContacts contacts;
  contacts.body = in.integers("contacts/body", 2);
  check_below(in, "contacts/body", contacts.body, bodies + model.walls.size());
  const std::size_t count = contacts.body.size() / 2;
  contacts.point = in.doubles("contacts/point", 3);
  contacts.force = in.doubles("contacts/force", 3);
  contacts.branch = in.doubles("contacts/branch", 3);
  contacts.overlap = in.doubles("contacts/overlap");
  check_length(in, "contacts/point", contacts.point, 3 * count);
  check_length(in, "contacts/force", contacts.force, 3 * count);
  check_length(in, "contacts/branch", contacts.branch, 3 * count);
  check_length(in, "contacts/overlap", contacts.overlap, count);
  return contacts;
}

}  // namespace talus
