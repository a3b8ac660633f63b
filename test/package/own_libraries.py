"""The wheel brings its libraries: what it loads is in talus.libs, or belongs to the C and C++ library of the system."""

import pathlib
import re
import talus

folder = pathlib.Path(talus.__file__).parent
loaded = {line.split()[-1] for line in open("/proc/self/maps") if ".so" in line}
own = {path for path in loaded if "talus.libs" in path}
assert any("hdf5" in path for path in own), loaded
foreign = {path for path in loaded if re.search(r"lib(hdf5|fmt|tiff|png|z|gomp|httplib|ssl)\b", path)} - own
# NumPy brings what its linear algebra needs.
assert not {path for path in foreign if not re.search(r"libz|libgomp", path)}, foreign
for name in ("hdf5", "fmt", "tiff", "png16", "z", "gomp"):
    assert list((folder.parent / "talus.libs").glob(f"lib{name}*")), name
print(f"{len(own)} libraries of the wheel are loaded: passed")
