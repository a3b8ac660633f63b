// Functions of a pack of numbers, for one instruction set.
#include "talus/simd/pack.h"

// Rows of eight: x in, its logarithm, the exponential of y, and (1 + z)^e out.
extern "C" void TALUS_SIMD_ENTRY(talus_test_exp_log)(const double* x, const double* y,
                                                     const double* z, const double* e,
                                                     double* log_x, double* exp_y, double* power) {
  using namespace talus;
  logarithm(Pack::load(x)).store(log_x);
  exponential(Pack::load(y)).store(exp_y);
  power_of_one_plus(Pack::load(z), Pack::load(e)).store(power);
}

// The larger and the smaller of x and y, and the absolute value of x.
extern "C" void TALUS_SIMD_ENTRY(talus_test_choices)(const double* x, const double* y, double* most,
                                                     double* least, double* size) {
  using namespace talus;
  larger(Pack::load(x), Pack::load(y)).store(most);
  smaller(Pack::load(x), Pack::load(y)).store(least);
  absolute(Pack::load(x)).store(size);
}
