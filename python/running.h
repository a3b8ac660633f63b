// A simulation as Python has it, and its memory as NumPy arrays.
#pragma once

#include <vector>

#include "convert.h"
#include "fair_lock.h"
#include "talus/sim/step_pace.h"
#include "talus/simulation.h"

namespace talus::python {

// A simulation and what Python needs beside it. Threads of Python use it in turns: whatever touches
// the simulation holds the lock, a call of step for about a twentieth of a second at a time.
struct Running {
  Running(Setup setup, int threads) : simulation(std::move(setup), threads) {}

  Simulation simulation;
  StepPace pace;
  mutable FairLock lock;
};

// Memory of the simulation as a read-only array that keeps its owner alive.
template <class Number>
py::array view(const Number* data, std::size_t rows, py::ssize_t columns, std::size_t row_bytes,
               const py::object& owner) {
  const auto count = static_cast<py::ssize_t>(rows);
  const auto stride = static_cast<py::ssize_t>(row_bytes);
  py::array array =
      columns == 1 ? py::array(py::dtype::of<Number>(), {count}, {stride}, data, owner)
                   : py::array(py::dtype::of<Number>(), {count, columns},
                               {stride, static_cast<py::ssize_t>(sizeof(Number))}, data, owner);
  array.attr("setflags")(py::arg("write") = false);
  return array;
}

inline py::array view(const std::vector<Vec3<double>>& values, const py::object& owner) {
  return view(values.empty() ? nullptr : &values[0].x, values.size(), 3, sizeof(Vec3<double>),
              owner);
}

template <class Number>
py::array view(const std::vector<Number>& values, const py::object& owner) {
  return view(values.data(), values.size(), 1, sizeof(Number), owner);
}

// In simulation_bodies.cpp: arrays by body, and bodies that come and go.
void bind_bodies(py::class_<Running>& type);
// In measures.cpp.
void bind_measures(py::class_<Running>& type);
// In walls.cpp: walls as objects, forces by users, and runs up to a time.
void bind_walls(py::module_& module, py::class_<Running>& type);

// Steps, by parts in which other threads of Python run. In simulation.cpp.
void advance(Running& running, std::int64_t count);

}  // namespace talus::python
