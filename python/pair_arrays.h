// The input of many pairs: a list of shapes, and arrays of indices, positions and orientations with
// a row per pair or one row for all.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "body.h"
#include "convert.h"
#include "talus/narrow/batch.h"

namespace talus::python {

using Indices = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

// Rows of an array of N x width, or one row that stands for all.
struct Rows {
  const double* data{};
  std::size_t stride{};

  const double* operator[](std::size_t i) const { return data + i * stride; }
};

// The error of the pair with the lowest index, independent of the threads.
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

inline std::vector<Shape> shapes_from(const py::sequence& list) {
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

inline Indices indices_from(const py::handle& value, const char* name, std::size_t shape_count) {
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

inline Numbers rows_from(const py::handle& value, const char* name, py::ssize_t width) {
  Numbers rows = real_numbers(value);
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

  Indices index;  // these three own the data
  Numbers position, orientation;
  const std::int64_t* index_data{};
  std::size_t index_stride{};
  Rows positions, orientations;
};

// The pairs of a block as queries of the library. Invalid pairs are reported and left out.
struct PairBlock {
  template <class Check>
  PairBlock(const std::vector<Shape>& shapes, const Side& a, const Side& b, std::size_t begin,
            std::size_t end, FirstError& error, const Check& check) {
    pose_a.reserve(end - begin);  // the queries point into these
    pose_b.reserve(end - begin);
    for (std::size_t i = begin; i < end; ++i) {
      try {
        const Shape &shape_a = shapes[a.shape_of(i)], &shape_b = shapes[b.shape_of(i)];
        check(shape_a, shape_b);
        const Pose<double> first = a.pose_of(i), second = b.pose_of(i);
        pose_a.push_back(first);
        pose_b.push_back(second);
        queries.push_back({&shape_a, &pose_a.back(), &shape_b, &pose_b.back()});
        index.push_back(i);
      } catch (const std::invalid_argument& refused) {
        error.report(i, refused.what());
      }
    }
  }

  std::vector<Pose<double>> pose_a, pose_b;
  std::vector<PairQuery> queries;
  std::vector<std::size_t> index;  // of the pair among all
};

}  // namespace talus::python
