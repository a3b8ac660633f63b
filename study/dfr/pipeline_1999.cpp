#include "dfr/pipeline_1999.h"

#include <algorithm>
#include <cmath>

#include "dfr/processor_time.h"
#include "talus/broad/published/heapsort.h"

namespace study {
namespace {

using Vec = talus::Vec3<double>;
using Mat = talus::Mat3<double>;

Mat matrix(const talus::SymMat3<double>& m) {
  return {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
}

Mat inverse(const Mat& m) {
  const Vec x = cross(m.row1, m.row2), y = cross(m.row2, m.row0), z = cross(m.row0, m.row1);
  const double s = 1.0 / dot(m.row0, x);
  return transpose(Mat{s * x, s * y, s * z});
}

talus::Quat<double> turned(const talus::Quat<double>& q, const Vec& by) {
  const double angle = norm(by);
  const double half = 0.5 * angle, s = angle > 0.0 ? std::sin(half) / angle : 0.5;
  const double w = std::cos(half);
  const Vec v = s * by;
  return {w * q.w - v.x * q.x - v.y * q.y - v.z * q.z, w * q.x + v.x * q.w + v.y * q.z - v.z * q.y,
          w * q.y - v.x * q.z + v.y * q.w + v.z * q.x, w * q.z + v.x * q.y - v.y * q.x + v.z * q.w};
}

}  // namespace

void Pipeline1999::add(const talus::Mesh& mesh, const talus::Pose<double>& pose, bool is_fixed) {
  const talus::MassProperties mass = mass_properties(mesh);
  Constant constant;
  mesh_.push_back(mesh);
  constant.view = &mesh.view();
  if (!is_fixed) {
    constant.inverse_mass = 1.0 / mass.volume;
    constant.inertia = matrix(mass.inertia);
    constant.inverse_inertia = inverse(constant.inertia);
  }
  constant_.push_back(constant);
  state_.push_back({pose, {}, {}});
  rotation_.push_back(rotation_of(pose.orientation));
  force_.push_back({});
  torque_.push_back({});
  box_.push_back({});
}

bool Pipeline1999::both_fixed(std::int32_t a, std::int32_t b) const {
  return constant_[static_cast<std::size_t>(a)].inverse_mass == 0.0 &&
         constant_[static_cast<std::size_t>(b)].inverse_mass == 0.0;
}

// Bounding boxes along the global axes around those of the bodies, and forces set to zero.
void Pipeline1999::keep_house() {
  for (std::size_t i = 0; i < state_.size(); ++i) {
    rotation_[i] = rotation_of(state_[i].pose.orientation);
    const talus::BoundingBox<double>& own = constant_[i].view->box;
    const Vec middle = rotation_[i] * (0.5 * (own.lower + own.upper)) + state_[i].pose.position;
    const Vec half = 0.5 * (own.upper - own.lower);
    const auto reach = [&](const Vec& row) {
      return std::abs(row.x) * half.x + std::abs(row.y) * half.y + std::abs(row.z) * half.z;
    };
    const Vec around{reach(rotation_[i].row0), reach(rotation_[i].row1), reach(rotation_[i].row2)};
    box_[i] = {middle - around, middle + around};
    force_[i] = torque_[i] = {};
  }
  cost_[housekeeping].calls += 1;
}

void Pipeline1999::search() {
  talus::broad::heapsort({box_, {}, static_cast<int>(box_.size()), {}}, 1, pairs_, search_work_);
  cost_[spatial_search].calls += static_cast<std::int64_t>(box_.size());
}

void Pipeline1999::resolve() {
  points_.clear();
  deepest_ = 0.0;
  for (const auto& [a, b] : pairs_.pair) {
    if (both_fixed(a, b)) continue;
    const auto i = static_cast<std::size_t>(a), k = static_cast<std::size_t>(b);
    const talus::RelativePose<double> pose{
        transpose(rotation_[i]) * rotation_[k],
        transpose_times(rotation_[i], state_[k].pose.position - state_[i].pose.position)};
    talus::mesh_mesh::dfr_1999(
        *constant_[i].view, *constant_[k].view, pose, work_,
        [&](const talus::mesh_mesh::CrossingPoint<double>& c) {
          // In two dimensions a plate has no faces across the plane.
          if (options_.planar && std::abs((rotation_[i] * c.normal).y) > 0.5) return;
          points_.push_back({a, b, rotation_[i] * c.point + state_[i].pose.position,
                             rotation_[i] * c.normal, c.depth});
          deepest_ = std::max(deepest_, c.depth);
        });
    ++cost_[resolve_geometry].calls;
  }
  crossing_count_ += static_cast<std::int64_t>(points_.size());
}

void Pipeline1999::push() {
  const Law& law = options_.law;
  for (const Point& c : points_) {
    const auto a = static_cast<std::size_t>(c.a), b = static_cast<std::size_t>(c.b);
    const Vec arm_a = c.at - state_[a].pose.position, arm_b = c.at - state_[b].pose.position;
    const Vec velocity = state_[b].velocity + cross(state_[b].spin, arm_b) - state_[a].velocity -
                         cross(state_[a].spin, arm_a);
    const double rate = dot(velocity, c.normal);
    const double pressure = std::max(0.0, law.stiffness * c.depth - law.damping * rate);
    const Vec slip = velocity - rate * c.normal;
    const double speed = norm(slip);
    const double drag =
        speed > 0.0 ? std::min(law.tangential_damping, law.friction * pressure / speed) : 0.0;
    const Vec on_b = pressure * c.normal - drag * slip;
    force_[b] = force_[b] + on_b;
    force_[a] = force_[a] - on_b;
    torque_[b] = torque_[b] + cross(arm_b, on_b);
    torque_[a] = torque_[a] - cross(arm_a, on_b);
  }
  cost_[penalty_force].calls += static_cast<std::int64_t>(points_.size());
}

// Semi-implicit Euler.
void Pipeline1999::move() {
  const double step = options_.step;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    const Constant& own = constant_[i];
    if (own.inverse_mass == 0.0) continue;
    State& s = state_[i];
    if (options_.planar) {
      force_[i].y = 0.0;
      torque_[i].x = torque_[i].z = 0.0;
    }
    s.velocity = s.velocity + step * (own.inverse_mass * force_[i] + options_.gravity);
    const Mat& r = rotation_[i];
    const Vec spin = transpose_times(r, s.spin);
    const Vec torque = transpose_times(r, torque_[i]) - cross(spin, own.inertia * spin);
    s.spin = s.spin + step * (r * (own.inverse_inertia * torque));
    if (options_.planar) s.spin.x = s.spin.z = 0.0;
    s.pose.position = s.pose.position + step * s.velocity;
    s.pose.orientation = turned(s.pose.orientation, step * s.spin);
    ++cost_[newton].calls;
  }
}

void Pipeline1999::step(int count) {
  const auto timed = [this](Stage stage, auto work) { cost_[stage].seconds += seconds_of(work); };
  for (int n = 0; n < count; ++n) {
    timed(housekeeping, [this] { keep_house(); });
    timed(spatial_search, [this] { search(); });
    timed(resolve_geometry, [this] { resolve(); });
    timed(penalty_force, [this] { push(); });
    timed(newton, [this] { move(); });
  }
}

void Pipeline1999::forget_cost() {
  for (StageCost& cost : cost_) cost = {};
  work_ = {};
  crossing_count_ = 0;
}

double Pipeline1999::kinetic_energy() const {
  double sum = 0.0;
  for (std::size_t i = 0; i < state_.size(); ++i) {
    if (constant_[i].inverse_mass == 0.0) continue;
    const Vec spin = transpose_times(rotation_[i], state_[i].spin);
    sum += 0.5 * norm_squared(state_[i].velocity) / constant_[i].inverse_mass +
           0.5 * dot(spin, constant_[i].inertia * spin);
  }
  return sum;
}

}  // namespace study
