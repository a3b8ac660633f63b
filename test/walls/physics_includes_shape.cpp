// Physics sees contacts, never shapes: compiled on the include path of physics, this must fail.
#include "talus/shape/sphere.h"
