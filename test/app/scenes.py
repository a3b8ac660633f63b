"""Small scenes for the tests of talus run."""

HEAD = """[simulation]
duration = 0.02
time_step = 1e-4

[[material]]
name = "stone"
young = 1e6
"""

FLOOR = """
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
"""

BALL = """
[[body]]
name = "ball"
shape = {type = "sphere", radius = 0.01}
position = [0, 0, 0.02]
"""

FILL = """
[[fill]]
name = "grain"
region = {type = "box", lower = [0, 0, 0], upper = [0.1, 0.1, 0.1]}
count = 10
[[fill.grain]]
shape = {type = "sphere", radius = 0.005}
"""

GOOD = HEAD + FLOOR + BALL

# A tetrahedron, and the same without one side.
SIDES = ["0 0 0 0 1 0 1 0 0", "0 0 0 1 0 0 0 0 1", "0 0 0 0 0 1 0 1 0", "1 0 0 0 1 0 0 0 1"]


def stl(sides):
    text = "solid body\n"
    for side in sides:
        numbers = side.split()
        text += "facet normal 0 0 0\nouter loop\n"
        for k in range(3):
            text += "vertex " + " ".join(numbers[3 * k:3 * k + 3]) + "\n"
        text += "endloop\nendfacet\n"
    return text + "endsolid body\n"
