#include "talus/output/view/run_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "talus/output/drawn_scene.h"
#include "talus/output/view/view_blob.h"
#include "talus/output/view/view_mesh.h"
#include "talus/shape.h"

namespace talus {
namespace {

using Vec = Vec3<double>;

constexpr double most_int16 = 32767;

Vec row(const std::vector<double>& values, std::size_t i) {
  return {values[3 * i], values[3 * i + 1], values[3 * i + 2]};
}

void put(std::vector<float>& values, const Vec& x) {
  values.insert(values.end(),
                {static_cast<float>(x.x), static_cast<float>(x.y), static_cast<float>(x.z)});
}

std::vector<float> single(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

std::string list_of(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) {
    if (!list.empty()) list += ',';
    list += json_quoted(name);
  }
  return fmt::format("[{}]", list);
}

// "grain 17" is number 17 of the group "grain". Bodies of more groups than a list can show are in
// the last one.
struct NameTable {
  static constexpr const char* other_names = "(others)";
  std::vector<std::string> group;
  std::vector<std::int32_t> group_of, number;

  explicit NameTable(const std::vector<std::string>& names) {
    constexpr std::size_t most_digits = 9, most_groups = 10'000;
    std::map<std::string, std::int32_t> known;
    for (const std::string& name : names) {
      const std::size_t last = name.find_last_not_of("0123456789");
      const std::size_t digits = last == std::string::npos ? 0 : name.size() - last - 1;
      const bool has_number = last != std::string::npos && last > 0 && name[last] == ' ' &&
                              digits > 0 && digits <= most_digits;
      std::string own = has_number ? name.substr(0, last) : name;
      if (group.size() >= most_groups && !known.contains(own)) own = other_names;
      const auto [entry, is_new] = known.try_emplace(own, static_cast<std::int32_t>(group.size()));
      if (is_new) group.push_back(own);
      group_of.push_back(entry->second);
      number.push_back(has_number ? std::stoi(name.substr(last + 1)) : -1);
    }
  }
};

struct Bounds {
  Vec lower{}, upper{};
  bool is_empty = true;

  void include(const Vec& x, double radius) {
    // Farther away is nothing that single precision could show.
    constexpr double farthest = 1e18;
    for (int k = 0; k < 3; ++k) {
      if (!(std::abs(x[k]) <= farthest)) return;
    }
    for (int k = 0; k < 3; ++k) {
      lower[k] = is_empty ? x[k] - radius : std::min(lower[k], x[k] - radius);
      upper[k] = is_empty ? x[k] + radius : std::max(upper[k], x[k] + radius);
    }
    is_empty = false;
  }
};
const Bounds unit_box{{-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5}, false};

}  // namespace

struct RunView::Impl {
  explicit Impl(const std::filesystem::path& folder) : run(folder) {}

  struct Known {
    StoredModel model;
    ViewMeshes meshes;
    std::string stamp;  // of the file of the model
    std::vector<double> first_walls;
    std::vector<std::string> groups;  // the first names that were found
    Bounds bounds;
    bool has_bounds{};  // else there was nothing to draw so far
    Vec origin{};
  };

  StoredRun run;
  std::optional<Known> known;

  const Known& read();
  void add_planes(ViewBlob& blob, const StoredBodies& bodies, const StoredFrame& frame) const;
};

namespace {

const StoredBodies& bodies_of(const StoredModel& model, const StoredFrame& frame) {
  return frame.own_bodies ? *frame.own_bodies : model.bodies;
}

void include_frame(Bounds& bounds, const StoredModel& model, const ViewMeshes& meshes,
                   const StoredFrame& frame) {
  const StoredBodies& bodies = bodies_of(model, frame);
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const DrawnShape& shape = meshes.shape[static_cast<std::size_t>(bodies.shape_of[i])];
    if (shape.mesh < 0) continue;
    const Vec x = row(frame.position, i);
    bounds.include(x + shift_into(model.box, x), shape.radius);
  }
  for (std::size_t v = 0; v < frame.wall_vertex.size() / 3; ++v) {
    bounds.include(row(frame.wall_vertex, v), 0);
  }
}

// Those whose bounds are the bounds of the run: the first and the last, and where bodies come and
// go, which may be none of at both, some between them.
std::vector<FrameRecord> sample(const std::vector<FrameRecord>& frames, bool bodies_change) {
  const std::size_t most = bodies_change ? 6 : 2;
  std::vector<FrameRecord> few;
  for (std::size_t k = 0; k < most; ++k) {
    const FrameRecord& record = frames[k * (frames.size() - 1) / (most - 1)];
    if (few.empty() || few.back().number != record.number) few.push_back(record);
  }
  return few;
}

void add_bodies(ViewBlob& blob, const StoredBodies& bodies, const NameTable& names) {
  blob.array("id", std::vector<double>(bodies.id.begin(), bodies.id.end()));
  blob.array("shape", bodies.shape_of);
  blob.array("material", bodies.material_of);
  blob.array("group", names.group_of);
  blob.array("number", names.number);
  blob.array("freedom", std::vector<std::uint8_t>(bodies.freedom.begin(), bodies.freedom.end()));
  blob.array("mass", single(bodies.mass));
}

// More are not drawn: their polygons are cut by each other, which takes time as their square.
constexpr std::size_t most_half_spaces = 200;

}  // namespace

const RunView::Impl::Known& RunView::Impl::read() {
  // A run that is computed again has another model.
  const std::string stamp = run.model_stamp();
  if (known && known->stamp == stamp) return *known;
  known.reset();
  const std::vector<FrameRecord> frames = run.frames();
  if (frames.empty()) throw FileError(run.folder().string() + ": the run has no frame yet");
  Known all;
  all.stamp = stamp;
  all.model = run.model();
  try {
    all.meshes = view_meshes(all.model.shapes);
  } catch (const ShapeError& error) {
    throw FileError((run.folder() / "model.h5").string() + ": " + error.what());
  }
  // A damaged one costs only itself.
  std::vector<std::string> names = all.model.bodies.name;
  for (const FrameRecord& record : sample(frames, all.model.bodies_change)) {
    try {
      const StoredFrame frame = run.frame(all.model, record.number);
      if (all.first_walls.empty()) all.first_walls = frame.wall_vertex;
      include_frame(all.bounds, all.model, all.meshes, frame);
      if (!frame.own_bodies) continue;
      names.insert(names.end(), frame.own_bodies->name.begin(), frame.own_bodies->name.end());
    } catch (const FileError&) {
    }
  }
  all.groups = NameTable(names).group;
  all.has_bounds = !all.bounds.is_empty;
  if (!all.has_bounds) all.bounds = unit_box;
  all.origin = 0.5 * (all.bounds.lower + all.bounds.upper);
  return known.emplace(std::move(all));
}

// Half-spaces as polygons, as far as they matter.
void RunView::Impl::add_planes(ViewBlob& blob, const StoredBodies& bodies,
                               const StoredFrame& frame) const {
  std::vector<float> vertices;
  std::vector<std::int32_t> start{0}, body, rows;
  Bodies planes;
  for (std::size_t i = 0; i < bodies.size() && rows.size() < most_half_spaces; ++i) {
    const StoredShape& shape = known->model.shapes[static_cast<std::size_t>(bodies.shape_of[i])];
    if (shape.type != "half_space") continue;
    const auto& p = shape.parameters;
    planes.shape_of.push_back(static_cast<std::int32_t>(planes.shapes.size()));
    planes.shapes.push_back(make_half_space({p[0], p[1], p[2]}, p[3]));
    const double* q = &frame.orientation[4 * i];
    planes.poses.push_back(make_pose(row(frame.position, i), {q[0], q[1], q[2], q[3]}));
    rows.push_back(static_cast<std::int32_t>(i));
  }
  if (!rows.empty()) {
    Bounds bounds = known->has_bounds ? known->bounds : Bounds{};
    if (frame.own_bodies) include_frame(bounds, known->model, known->meshes, frame);
    if (bounds.is_empty) bounds = unit_box;
    const Motion motion;
    const MaterialTable materials;
    const ContactTable contacts;
    const FrameView view{{}, planes, motion, {}, {}, materials, contacts, {}, known->model.box};
    for (const PlanePolygon& polygon : plane_polygons(view, {bounds.lower, bounds.upper})) {
      for (const Vec& x : polygon.vertex) put(vertices, x - known->origin);
      start.push_back(static_cast<std::int32_t>(vertices.size() / 3));
      body.push_back(rows[static_cast<std::size_t>(polygon.body)]);
    }
  }
  blob.array("plane_vertex", vertices, 3);
  blob.array("plane_start", start);
  blob.array("plane_body", body);
}

RunView::RunView(const std::filesystem::path& folder) : impl_(std::make_unique<Impl>(folder)) {}
RunView::~RunView() = default;

const StoredRun& RunView::run() const { return impl_->run; }

std::string RunView::state(std::size_t from) const {
  // First whether it is over: then no frame can be missed; before that, whether a process computes
  // it, which says that it is over before it ends.
  const bool is_running = impl_->run.is_running();
  const bool is_over = impl_->run.is_over();
  const std::vector<FrameRecord> frames = impl_->run.frames();
  std::string text = state_of(std::span(frames).subspan(std::min(from, frames.size())), is_over);
  text.pop_back();
  return text + fmt::format(",\"running\":{},\"model\":{}}}", is_running,
                            json_quoted(impl_->run.model_stamp()));
}

std::string RunView::state_of(std::span<const FrameRecord> frames, bool is_over) const {
  std::string rows;
  for (const FrameRecord& frame : frames) {
    rows += fmt::format("{}[{},{},{}]", rows.empty() ? "" : ",", frame.number, frame.step,
                        json_number(frame.time));
  }
  std::error_code none;
  const std::filesystem::path folder =
      std::filesystem::absolute(impl_->run.folder(), none).lexically_normal();
  const std::filesystem::path name =
      folder.has_filename() ? folder.filename() : folder.parent_path().filename();
  return fmt::format(
      "{{\"format\":\"talus view run\",\"version\":1,\"name\":{},\"over\":{},\"measures\":{},"
      "\"frames\":[{}]}}",
      json_quoted(name.string()), is_over, list_of(impl_->run.measures()), rows);
}

std::string RunView::model() {
  const Impl::Known& all = impl_->read();
  const StoredModel& model = all.model;
  ViewBlob blob("talus view model");
  const NameTable names(model.bodies.name);
  blob.add("materials", list_of(model.materials));
  blob.add("groups", list_of(all.groups));
  blob.add("origin", all.origin);
  blob.add("lower", all.bounds.lower - all.origin);
  blob.add("upper", all.bounds.upper - all.origin);
  blob.add("has_bounds", all.has_bounds ? "true" : "false");
  const auto& periodic = model.box.periodic;
  blob.add("periodic", fmt::format("[{:d},{:d},{:d}]", periodic[0], periodic[1], periodic[2]));
  blob.add("box_lower", model.box.lower - all.origin);
  blob.add("box_upper", model.box.upper - all.origin);

  std::vector<std::string> kinds;
  std::vector<std::int32_t> mesh;
  std::vector<float> scale, diameter, volume, radius;
  for (std::size_t i = 0; i < model.shapes.size(); ++i) {
    const DrawnShape& shape = all.meshes.shape[i];
    kinds.push_back(model.shapes[i].type);
    mesh.push_back(shape.mesh);
    scale.insert(scale.end(), shape.scale.begin(), shape.scale.end());
    diameter.push_back(static_cast<float>(shape.diameter));
    volume.push_back(static_cast<float>(shape.volume));
    radius.push_back(static_cast<float>(shape.radius));
  }
  blob.add("kinds", list_of(kinds));
  blob.array("shape_mesh", mesh);
  blob.array("shape_scale", scale, 3);
  blob.array("shape_diameter", diameter);
  blob.array("shape_volume", volume);
  blob.array("shape_radius", radius);

  std::string level_counts;
  for (std::size_t m = 0; m < all.meshes.mesh.size(); ++m) {
    const auto& levels = all.meshes.mesh[m].level;
    level_counts += fmt::format("{}{}", m == 0 ? "" : ",", levels.size());
    for (std::size_t k = 0; k < levels.size(); ++k) {
      blob.array(fmt::format("mesh_{}_{}_vertex", m, k), levels[k].vertex, 3);
      blob.array(fmt::format("mesh_{}_{}_normal", m, k), levels[k].normal, 3);
      blob.array(fmt::format("mesh_{}_{}_triangle", m, k), levels[k].triangle, 3);
    }
  }
  blob.add("mesh_levels", fmt::format("[{}]", level_counts));

  std::vector<std::string> wall_names;
  std::vector<std::int32_t> first_vertex{0}, first_triangle{0}, triangles;
  for (const StoredWall& wall : model.walls) {
    wall_names.push_back(wall.name);
    for (const auto& t : wall.triangle) {
      for (const std::int32_t i : t) triangles.push_back(wall.first_vertex + i);
    }
    first_vertex.push_back(wall.first_vertex + wall.vertex_count);
    first_triangle.push_back(static_cast<std::int32_t>(triangles.size() / 3));
  }
  blob.add("walls", list_of(wall_names));
  blob.array("wall_triangle", triangles, 3);
  blob.array("wall_first_triangle", first_triangle);
  std::vector<float> walls;
  for (std::size_t v = 0; v < all.first_walls.size() / 3; ++v) {
    put(walls, row(all.first_walls, v) - all.origin);
  }
  blob.array("wall_vertex", walls, 3);

  add_bodies(blob, model.bodies, names);
  return blob.bytes();
}

std::string RunView::frame(int number) {
  const Impl::Known& all = impl_->read();
  const StoredFrame frame = impl_->run.frame(all.model, number);
  ViewBlob blob("talus view frame");
  blob.add("number", static_cast<double>(number));
  blob.add("time", frame.time);
  blob.add("step", static_cast<double>(frame.step));
  const StoredBodies& bodies = bodies_of(all.model, frame);
  if (frame.own_bodies) {
    const NameTable names(bodies.name);
    blob.add("groups", list_of(names.group));
    add_bodies(blob, bodies, names);
  }
  std::vector<float> position;
  std::vector<std::int16_t> orientation;
  position.reserve(3 * bodies.size());
  orientation.reserve(4 * bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec x = row(frame.position, i);
    put(position, x + shift_into(all.model.box, x) - all.origin);
    const double* q = &frame.orientation[4 * i];
    for (const std::size_t k : {1, 2, 3, 0}) {
      // What is no number becomes zero here; the position shows it.
      const double rounded = std::nearbyint(most_int16 * q[k]);
      orientation.push_back(std::abs(rounded) <= most_int16 ? static_cast<std::int16_t>(rounded)
                                                            : std::int16_t{0});
    }
  }
  blob.array("position", position, 3);
  blob.array("orientation", orientation, 4);
  blob.array("velocity", single(frame.velocity), 3);
  blob.array("spin", single(frame.angular_velocity), 3);
  blob.array("force", single(frame.force), 3);
  if (frame.wall_vertex != all.first_walls) {
    std::vector<float> walls;
    for (std::size_t v = 0; v < frame.wall_vertex.size() / 3; ++v) {
      put(walls, row(frame.wall_vertex, v) - all.origin);
    }
    blob.array("wall_vertex", walls, 3);
  }
  try {
    impl_->add_planes(blob, bodies, frame);
  } catch (const ShapeError& error) {
    throw FileError(fmt::format("frame {}: {}", number, error.what()));
  }
  return blob.bytes();
}

std::string RunView::contacts(int number) {
  const Impl::Known& all = impl_->read();
  const StoredContacts contacts = impl_->run.contacts(all.model, number);
  ViewBlob blob("talus view contacts");
  blob.add("number", static_cast<double>(number));
  std::vector<float> point;
  point.reserve(contacts.point.size());
  for (std::size_t i = 0; i < contacts.point.size() / 3; ++i) {
    const Vec x = row(contacts.point, i);
    put(point, x - all.origin);
  }
  blob.array("body", contacts.body, 2);
  blob.array("point", point, 3);
  blob.array("force", single(contacts.force), 3);
  blob.array("branch", single(contacts.branch), 3);
  blob.array("overlap", single(contacts.overlap));
  return blob.bytes();
}

}  // namespace talus
