// Many pairs at once, from and to NumPy arrays, without a Python loop and without the lock.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <array>
#include <cstdint>
#include <limits>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "app/parallel_for.h"
#include "app/request.h"
#include "body.h"
#include "convert.h"
#include "talus/narrow/contact.h"
#include "talus/shape/error.h"

namespace talus::python {
namespace {

using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

// Rows of an array of N x width, or one row that stands for all.
struct Rows {
  const double* data{};
  std::size_t stride{};

  const double* operator[](std::size_t i) const { return data + i * stride; }
};

struct Batch {
  explicit Batch(py::ssize_t count)
      : distance(count),
        lower(count),
        upper(count),
        proven(count),
        normal({count, py::ssize_t{3}}),
        point_a({count, py::ssize_t{3}}),
        point_b({count, py::ssize_t{3}}),
        status(count),
        iterations(count),
        fallback(count) {}

  py::array_t<double> distance, lower, upper;
  py::array_t<bool> proven;
  py::array_t<double> normal, point_a, point_b;
  py::array_t<std::uint8_t> status;
  py::array_t<std::int32_t> iterations;
  py::array_t<bool> fallback;
};

// The raw memory of a batch: what threads without the lock may touch.
class Writer {
 public:
  explicit Writer(Batch& batch)
      : distance_(batch.distance.mutable_data()),
        lower_(batch.lower.mutable_data()),
        upper_(batch.upper.mutable_data()),
        proven_(batch.proven.mutable_data()),
        normal_(batch.normal.mutable_data()),
        point_a_(batch.point_a.mutable_data()),
        point_b_(batch.point_b.mutable_data()),
        status_(batch.status.mutable_data()),
        iterations_(batch.iterations.mutable_data()),
        fallback_(batch.fallback.mutable_data()) {}

  void write(std::size_t i, const Contact<double>& c) const {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    const bool known = has_values(c);
    distance_[i] = known ? c.distance : nan;
    lower_[i] = known ? c.lower : nan;
    upper_[i] = known ? c.upper : nan;
    proven_[i] = c.proven;
    for (int k = 0; k < 3; ++k) {
      const std::size_t j = 3 * i + static_cast<std::size_t>(k);
      normal_[j] = known ? c.normal[k] : nan;
      point_a_[j] = known ? c.point_a[k] : nan;
      point_b_[j] = known ? c.point_b[k] : nan;
    }
    status_[i] = static_cast<std::uint8_t>(c.status);
    iterations_[i] = c.iterations;
    fallback_[i] = c.fallback;
  }

 private:
  double *distance_, *lower_, *upper_;
  bool* proven_;
  double *normal_, *point_a_, *point_b_;
  std::uint8_t* status_;
  std::int32_t* iterations_;
  bool* fallback_;
};

// The error of the lowest pair, whichever thread met its own first.
class FirstError {
 public:
  void report(std::size_t index, const std::string& message) {
    const std::scoped_lock lock(mutex_);
    if (message_.empty() || index < index_) {
      index_ = index;
      message_ = message;
    }
  }
  void raise() const {
    if (!message_.empty()) throw py::value_error(fmt::format("pair {}: {}", index_, message_));
  }

 private:
  std::mutex mutex_;
  std::size_t index_{};
  std::string message_;
};

std::vector<Shape> shapes_from(const py::sequence& list) {
  std::vector<Shape> shapes;
  for (const py::handle& item : list) {
    if (!py::isinstance<Body>(item)) {
      throw py::value_error(fmt::format("shapes[{}]: expected a talus shape, got {}", shapes.size(),
                                        py::repr(item).cast<std::string>()));
    }
    shapes.push_back(item.cast<const Body&>().shape);
  }
  return shapes;
}

Indices indices_from(const py::handle& value, const char* name, std::size_t shape_count) {
  const py::array any = py::array::ensure(value);
  if (!any || any.ndim() > 1 ||
      (any.size() > 0 && any.dtype().kind() != 'i' && any.dtype().kind() != 'u')) {
    PyErr_Clear();
    throw py::value_error(fmt::format("{}: expected an array of N integers", name));
  }
  Indices indices = Indices::ensure(any);
  const std::int64_t* data = indices.data();
  for (py::ssize_t i = 0; i < indices.size(); ++i) {
    if (data[i] < 0 || data[i] >= static_cast<std::int64_t>(shape_count)) {
      throw py::value_error(fmt::format("{}[{}]: must be an index into the {} shapes, got {}", name,
                                        i, shape_count, data[i]));
    }
  }
  return indices;
}

Numbers rows_from(const py::handle& value, const char* name, py::ssize_t width) {
  Numbers rows = Numbers::ensure(value);
  const bool fits =
      rows && (rows.ndim() == 1 || rows.ndim() == 2) && rows.shape(rows.ndim() - 1) == width;
  if (!fits) {
    PyErr_Clear();
    throw py::value_error(
        fmt::format("{}: expected an array of shape (N, {}) or ({},)", name, width, width));
  }
  return rows;
}

// All inputs with a row per pair must agree on how many there are.
class PairCount {
 public:
  void add(const char* name, bool per_pair, py::ssize_t count) {
    if (!per_pair) return;
    if (count_ && *count_ != count) {
      throw py::value_error(
          fmt::format("{}: expected {} rows as in {}, got {}", name, *count_, first_, count));
    }
    if (!count_) first_ = name;
    count_ = count;
  }
  py::ssize_t value() const { return count_.value_or(1); }

 private:
  std::optional<py::ssize_t> count_;
  const char* first_{};
};

struct Side {
  Side(const py::handle& index_value, const char* index_name, const py::handle& position_value,
       const char* position_name, const py::handle& orientation_value, const char* orientation_name,
       std::size_t shape_count, PairCount& count)
      : index(indices_from(index_value, index_name, shape_count)),
        position(rows_from(position_value, position_name, 3)),
        orientation(rows_from(orientation_value, orientation_name, 4)) {
    count.add(index_name, index.ndim() == 1, index.size());
    count.add(position_name, position.ndim() == 2, position.shape(0));
    count.add(orientation_name, orientation.ndim() == 2, orientation.shape(0));
    index_data = index.data();
    index_stride = index.ndim() == 1 ? 1 : 0;
    positions = {position.data(), position.ndim() == 2 ? std::size_t{3} : 0};
    orientations = {orientation.data(), orientation.ndim() == 2 ? std::size_t{4} : 0};
  }

  std::size_t shape_of(std::size_t i) const {
    return static_cast<std::size_t>(index_data[i * index_stride]);
  }
  Pose<double> pose_of(std::size_t i) const {
    const double* p = positions[i];
    const double* q = orientations[i];
    return make_pose({p[0], p[1], p[2]}, {q[0], q[1], q[2], q[3]});
  }

  Indices index;  // these three keep the memory alive
  Numbers position, orientation;
  const std::int64_t* index_data{};
  std::size_t index_stride{};
  Rows positions, orientations;
};

// One look-up per pair of kinds instead of one per pair.
class MethodTable {
 public:
  explicit MethodTable(std::string name) : name_(std::move(name)) {
    for (int a = 0; a < kind_count; ++a) {
      for (int b = 0; b < kind_count; ++b) {
        const Kind ka = static_cast<Kind>(a), kb = static_cast<Kind>(b);
        method_[a][b] = find_method(ka, kb, name_);
      }
    }
  }
  // Throws FormatError if the pair has methods but not this one.
  const Method* find(Kind a, Kind b) const {
    const Method* method = method_[static_cast<int>(a)][static_cast<int>(b)];
    return method != nullptr ? method : choose_method(a, b, name_);
  }

 private:
  std::string name_;
  const Method* method_[kind_count][kind_count]{};
};

Batch answer_batch(const py::sequence& shape_list, const py::object& index_a,
                   const py::object& position_a, const py::object& orientation_a,
                   const py::object& index_b, const py::object& position_b,
                   const py::object& orientation_b, const std::string& method,
                   std::optional<double> tolerance, int threads, double distance_error) {
  check_method_name(method);
  check_threads(threads);
  const Settings<double> settings =
      make_settings(tolerance.value_or(Settings<double>{}.tolerance), distance_error);
  const std::vector<Shape> shapes = shapes_from(shape_list);
  PairCount count;
  const Side a(index_a, "index_a", position_a, "position_a", orientation_a, "orientation_a",
               shapes.size(), count);
  const Side b(index_b, "index_b", position_b, "position_b", orientation_b, "orientation_b",
               shapes.size(), count);
  Batch batch(count.value());
  const Writer writer(batch);
  const MethodTable table(method);
  FirstError error;
  {
    const py::gil_scoped_release release;
    constexpr std::size_t block = 256;  // pairs handed to a thread at once
    parallel_for(static_cast<std::size_t>(count.value()), threads, block,
                 [&](std::size_t begin, std::size_t end) {
                   for (std::size_t i = begin; i < end; ++i) {
                     try {
                       const Shape& shape_a = shapes[a.shape_of(i)];
                       const Shape& shape_b = shapes[b.shape_of(i)];
                       writer.write(
                           i, contact(shape_a, a.pose_of(i), shape_b, b.pose_of(i), settings,
                                      nullptr, table.find(kind_of(shape_a), kind_of(shape_b))));
                     } catch (const std::invalid_argument& refused) {
                       error.report(i, refused.what());
                     }
                   }
                 });
  }
  error.raise();
  return batch;
}

}  // namespace

void add_batch(py::module_& module) {
  constexpr int status_count = static_cast<int>(Status::not_supported) + 1;
  py::tuple names(status_count);
  for (int s = 0; s < status_count; ++s) {
    names[static_cast<std::size_t>(s)] = std::string(name_of(static_cast<Status>(s)));
  }
  module.attr("STATUS_NAMES") = names;

  py::class_<Batch>(module, "ContactBatch", "The answers of contact_batch, one row per pair.")
      .def_readonly("distance", &Batch::distance)
      .def_readonly("lower", &Batch::lower)
      .def_readonly("upper", &Batch::upper)
      .def_readonly("proven", &Batch::proven)
      .def_readonly("normal", &Batch::normal)
      .def_readonly("point_a", &Batch::point_a)
      .def_readonly("point_b", &Batch::point_b)
      .def_readonly("status", &Batch::status, "Codes: indices into talus.STATUS_NAMES.")
      .def_readonly("iterations", &Batch::iterations)
      .def_readonly("fallback", &Batch::fallback)
      .def_property_readonly(
          "failed",
          [](const Batch& batch) {
            py::array_t<bool> failed(batch.status.size());
            for (py::ssize_t i = 0; i < failed.size(); ++i) {
              failed.mutable_at(i) = is_failure(static_cast<Status>(batch.status.at(i)));
            }
            return failed;
          },
          "Which pairs ended in a failure status.")
      .def("__len__", [](const Batch& batch) { return batch.distance.size(); })
      .def("__repr__", [](const Batch& batch) {
        return fmt::format("<talus.ContactBatch of {} pairs>", batch.distance.size());
      });

  module.def(
      "contact_batch", &answer_batch, py::arg("shapes"), py::arg("index_a"), py::arg("position_a"),
      py::arg("orientation_a"), py::arg("index_b"), py::arg("position_b"), py::arg("orientation_b"),
      py::arg("method") = "auto", py::arg("tolerance") = py::none(), py::arg("threads") = 1,
      py::arg("distance_error") = 0.0,
      "The contacts of many pairs. index_a and index_b choose from the list of shapes; "
      "positions are (N, 3), orientations (N, 4) quaternions (w, x, y, z). An index, a position "
      "or an orientation may also be single, for all pairs. The answers have the same bits for "
      "any number of threads.");
}

}  // namespace talus::python
