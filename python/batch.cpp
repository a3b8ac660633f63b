// Batch queries on NumPy arrays, without a Python loop and without the GIL.
#include <fmt/format.h>
#include <pybind11/stl.h>

#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "app/request.h"
#include "pair_arrays.h"
#include "talus/error.h"
#include "talus/narrow/gap.h"
#include "talus/parallel/parallel_for.h"
#include "without_gil.h"

namespace talus::python {
namespace {

constexpr std::size_t pairs_per_block = 512;  // handed to a thread at once

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

// Raw pointers into a batch for threads that do not hold the GIL.
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

// The method of every pair of kinds, looked up once.
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
  without_gil([&] {
    parallel_for_chunks(count.value(), pairs_per_block, threads,
                        [&](std::int64_t, std::size_t begin, std::size_t end) {
                          const PairBlock block(shapes, a, b, begin, end, error,
                                                [&](const Shape& shape_a, const Shape& shape_b) {
                                                  table.find(kind_of(shape_a), kind_of(shape_b));
                                                });
                          std::vector<Contact<double>> contacts(block.queries.size());
                          if (method == "auto") {
                            contact_batch(block.queries, contacts, settings);
                          } else {
                            for (std::size_t k = 0; k < contacts.size(); ++k) {
                              const PairQuery& q = block.queries[k];
                              contacts[k] =
                                  contact(*q.a, *q.pose_a, *q.b, *q.pose_b, settings, nullptr,
                                          table.find(kind_of(*q.a), kind_of(*q.b)));
                            }
                          }
                          for (std::size_t k = 0; k < contacts.size(); ++k) {
                            writer.write(block.index[k], contacts[k]);
                          }
                        });
  });
  error.raise();
  return batch;
}

py::array_t<bool> answer_gaps(const py::sequence& shape_list, const py::object& index_a,
                              const py::object& position_a, const py::object& orientation_a,
                              const py::object& index_b, const py::object& position_b,
                              const py::object& orientation_b, double gap, int threads) {
  check_threads(threads);
  finite(gap, "gap");
  const std::vector<Shape> shapes = shapes_from(shape_list);
  PairCount count;
  const Side a(index_a, "index_a", position_a, "position_a", orientation_a, "orientation_a",
               shapes.size(), count);
  const Side b(index_b, "index_b", position_b, "position_b", orientation_b, "orientation_b",
               shapes.size(), count);
  py::array_t<bool> exceeds(count.value());
  bool* result = exceeds.mutable_data();
  FirstError error;
  without_gil([&] {
    parallel_for_chunks(count.value(), pairs_per_block, threads,
                        [&](std::int64_t, std::size_t begin, std::size_t end) {
                          const PairBlock block(shapes, a, b, begin, end, error,
                                                [](const Shape&, const Shape&) {});
                          if (block.queries.size() == end - begin) {
                            gap_exceeds_batch(block.queries, gap, {result + begin, end - begin});
                          }
                        });
  });
  error.raise();
  return exceeds;
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
      .def_readonly("distance", &Batch::distance,
                    "(N,): signed; negative: the depth of the overlap.")
      .def_readonly("lower", &Batch::lower, "(N,): proven bound of the distance from below.")
      .def_readonly("upper", &Batch::upper, "(N,): proven bound of the distance from above.")
      .def_readonly("proven", &Batch::proven,
                    "(N,): whether the bracket is closed to the tolerance.")
      .def_readonly("normal", &Batch::normal, "(N, 3): unit, from A to B.")
      .def_readonly("point_a", &Batch::point_a, "(N, 3): on A.")
      .def_readonly("point_b", &Batch::point_b,
                    "(N, 3): on B; point_b - point_a = distance * normal.")
      .def_readonly("status", &Batch::status, "Codes: indices into talus.STATUS_NAMES.")
      .def_readonly("iterations", &Batch::iterations, "(N,): iterations of the method.")
      .def_readonly("fallback", &Batch::fallback,
                    "(N,): whether the fast path gave up and the safe one answered.")
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
      "any number of threads, and the same as those of contact.");
  module.def("gap_exceeds_batch", &answer_gaps, py::arg("shapes"), py::arg("index_a"),
             py::arg("position_a"), py::arg("orientation_a"), py::arg("index_b"),
             py::arg("position_b"), py::arg("orientation_b"), py::arg("gap"),
             py::arg("threads") = 1,
             "Whether the bodies of each pair are farther apart than gap; the input is that of "
             "contact_batch.");
}

}  // namespace talus::python
