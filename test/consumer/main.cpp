#include <cstdio>

#include "talus/narrow/contact.h"

int main() {
  const talus::Shape a = talus::make_sphere(1.0);
  const talus::Shape b = talus::make_sphere(2.0);
  const talus::Contact<double> c = talus::contact(a, {{0, 0, 0}, {}}, b, {{4, 0, 0}, {}});
  std::printf("distance %g, normal %g %g %g\n", c.distance, c.normal.x, c.normal.y, c.normal.z);
}
