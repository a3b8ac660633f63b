"""Files of particles of LAMMPS, LIGGGHTS and YADE: texts written here by the rules of these programs."""

import numpy as np
import pytest
import talus

SPHERES = """LAMMPS data file written by hand

3 atoms
2 atom types
-1.0 1.0 xlo xhi
-2.0 2.0 ylo yhi
0.0 5.5 zlo zhi
0.0 0.0 0.0 xy xz yz

Masses

1 1.0
2 1.0

Atoms # sphere

3 2 0.5 2600 0.25 -0.5 1e0 0 0 0
1 1 1.0 2500 -0.5 +0.5 2 1 0 0
2 1 1.0 2500 0.5 0.5 3 0 0 0   # a comment

Velocities

1 0.1 0.2 0.3 1 2 3
2 0 0 0 0 0 0
3 -1 0 0 0 0 4
"""

ELLIPSOIDS = """ellipsoids

2 atoms
1 atom types
2 ellipsoids

0 10 xlo xhi
0 10 ylo yhi
0 10 zlo zhi

Atoms

1 1 1 1000 1 2 3
2 1 1 1000 4 5 6

Ellipsoids

1 2 4 6 1 0 0 0
2 2 2 1 0.70710678 0.70710678 0 0

Velocities

1 0 0 0 0 0 7
2 0 0 1 0 0 0
"""

SUPERQUADRICS = """LIGGGHTS superquadrics

1 atoms
1 atom types
0 1 xlo xhi
0 1 ylo yhi
0 1 zlo zhi

Atoms

1 1 2500 0.1 0.2 0.3 8 4 0.5 0.6 0.7
"""

DUMP = """ITEM: TIMESTEP
100
ITEM: NUMBER OF ATOMS
2
ITEM: BOX BOUNDS pp ff pp
0 2
-1 1
0 4
ITEM: ATOMS id type xs ys zs vx vy vz radius mass
2 1 0.5 0.5 0.25 0 0 1 0.1 2.0
1 3 0.25 0.5 0.5 1 0 0 0.2 3.0
ITEM: TIMESTEP
200
ITEM: NUMBER OF ATOMS
1
ITEM: BOX BOUNDS ff ff ff
0 2
-1 1
0 4
ITEM: ATOMS id type x y z shapex shapey shapez blockiness1 blockiness2 quat1 quat2 quat3 quat4 omegax omegay omegaz density
7 1 0.1 0.2 0.3 0.01 0.02 0.03 4 2 0.6 0.8 0 0 1 2 3 2400
"""


def written(tmp_path, text, name):
    file = tmp_path / name
    file.write_text(text)
    return file


def test_spheres_of_a_data_file(tmp_path):
    p = talus.read_particles(written(tmp_path, SPHERES, "spheres.data"))
    assert list(p.id) == [1, 2, 3] and list(p.type) == [1, 1, 2]
    assert np.array_equal(p.position, [[-0.5, 0.5, 2], [0.5, 0.5, 3], [0.25, -0.5, 1]])
    assert np.array_equal(p.semi_axes[:, 0], [0.5, 0.5, 0.25]) and np.all(p.spheres)
    assert list(p.density) == [2500, 2500, 2600]
    assert list(p.velocity[0]) == [0.1, 0.2, 0.3] and list(p.angular_velocity[2]) == [0, 0, 4]
    assert list(p.lower) == [-1, -2, 0] and list(p.upper) == [1, 2, 5.5]
    assert p.notes == ["the section Masses was left out", "the image flags were left out"]


def test_ellipsoids_of_a_data_file(tmp_path):
    p = talus.read_particles(written(tmp_path, ELLIPSOIDS, "grains.lmp"))
    assert np.array_equal(p.semi_axes, [[1, 2, 3], [1, 1, 0.5]]), "the file has diameters"
    assert np.allclose(p.orientation[1], [np.sqrt(0.5), np.sqrt(0.5), 0, 0])
    moment = 1000 * 4 / 3 * np.pi * 6 * (1 + 4) / 5  # of the first about z: m (a2 + b2) / 5
    assert np.allclose(p.angular_velocity[0], [0, 0, 7 / moment]), "the file has angular momenta"
    assert list(p.velocity[1]) == [0, 0, 1]


def test_superquadrics_of_liggghts(tmp_path):
    file = written(tmp_path, SUPERQUADRICS, "grains.data")
    p = talus.read_particles(file)
    assert np.array_equal(p.semi_axes, [[0.1, 0.2, 0.3]]), "semi-axes"
    assert np.array_equal(p.exponents, [[8, 4]]) and np.array_equal(p.position, [[0.5, 0.6, 0.7]])
    assert np.array_equal(talus.read_particles(file, atom_style="superquadric").position, p.position)
    with pytest.raises(ValueError, match="atom style sphere has 7"):
        talus.read_particles(file, atom_style="sphere")


def test_frames_of_a_dump(tmp_path):
    file = written(tmp_path, DUMP, "grains.dump")
    p = talus.read_particles(file, frame=0)
    assert p.step == 100 and list(p.id) == [1, 2] and p.periodic == (True, False, True)
    assert np.allclose(p.position, [[0.5, 0, 2], [1, 0, 1]]), "scaled in the file"
    assert np.allclose(p.density * 4 / 3 * np.pi * p.semi_axes[:, 0] ** 3, [3, 2]), "masses in the file"
    last = talus.read_particles(file)
    assert last.step == 200 and np.array_equal(last.exponents, [[4, 2]]) and last.density[0] == 2400
    assert np.array_equal(last.orientation, [[0.6, 0.8, 0, 0]]) and list(last.angular_velocity[0]) == [1, 2, 3]
    renamed = written(tmp_path, DUMP.replace("quat1 quat2 quat3 quat4", "c_q[1] c_q[2] c_q[3] c_q[4]"), "other.dump")
    names = dict(zip(["c_q[1]", "c_q[2]", "c_q[3]", "c_q[4]"], ["quatw", "quati", "quatj", "quatk"]))
    assert np.array_equal(talus.read_particles(renamed, columns=names).orientation, last.orientation)
    assert np.array_equal(talus.read_particles(renamed).orientation, [[1, 0, 0, 0]]), "not known by that name"
    with pytest.raises(ValueError, match="has 2 frames, got the frame 2"):
        talus.read_particles(file, frame=2)


@pytest.mark.parametrize("text, ids, types, radii", [
    ("0 0 0 1\n1 2 3 0.5\n", [0, 1], [1, 1], [1, 0.5]),
    ("#format x_y_z_r_matId\n# by hand\n0\t0\t0\t1\t4\n", [0], [5], [1]),
    ("#format id_x_y_z_r_matId\n9 0 0 0 1 0\n3 1 0 0 2 1\n", [3, 9], [2, 1], [2, 1]),
    ("#format x_y_z_r_attrs\n0 0 0 1 red 5\n", [0], [1], [1]),
])
def test_tables_of_yade(tmp_path, text, ids, types, radii):
    p = talus.read_particles(written(tmp_path, text, "packing.txt"))
    assert list(p.id) == ids and list(p.type) == types and list(p.semi_axes[:, 2]) == radii


def random_particles(seed, kind):
    rng = np.random.default_rng(seed)
    n = 20
    axes = rng.uniform(0.5, 2, (n, 3))
    exponents = np.full((n, 2), 2.0)
    if kind == "spheres":
        axes[:] = axes[:, :1]
    if kind == "superquadrics":
        exponents = rng.uniform(2, 8, (n, 2))
    q = rng.normal(size=(n, 4))
    return talus.Particles(rng.normal(size=(n, 3)), axes, id=rng.permutation(n) + 1, type=rng.integers(1, 4, n),
                           orientation=q / np.linalg.norm(q, axis=1)[:, None], exponents=exponents,
                           velocity=rng.normal(size=(n, 3)), angular_velocity=rng.normal(size=(n, 3)),
                           density=rng.uniform(1000, 3000, n), lower=(-9, -9, -9), upper=(9, 9, 9), step=7)


@pytest.mark.parametrize("kind", ["spheres", "ellipsoids", "superquadrics"])
@pytest.mark.parametrize("name", ["x.data", "x.dump"])
def test_what_is_written_is_read(tmp_path, kind, name):
    p = random_particles(3, kind)
    p.write(tmp_path / name)
    back = talus.read_particles(tmp_path / name)
    order = np.argsort(p.id)
    for key in ("id", "type", "position", "semi_axes", "exponents", "velocity", "density"):
        assert np.allclose(getattr(back, key), getattr(p, key)[order], rtol=1e-14, atol=0), key
    if kind != "spheres" or name == "x.dump":
        assert np.allclose(back.orientation, p.orientation[order], atol=1e-14)
    assert np.allclose(back.angular_velocity, p.angular_velocity[order], rtol=1e-10, atol=1e-12)
    assert list(back.upper) == [9, 9, 9]


@pytest.mark.parametrize("name", ["x.data", "x.dump"])
@pytest.mark.parametrize("count", [0, 1, 2])
def test_without_a_box_it_is_around_the_particles(tmp_path, name, count):
    p = talus.Particles(np.array([(1, 2, 3), (-4, 0, 3)][:count], float).reshape(-1, 3), [0.5, 0.25][:count], density=[2000.0] * count)
    p.write(tmp_path / name)
    back = talus.read_particles(tmp_path / name)
    assert len(back.id) == count
    if count == 2:  # the balls reach beyond their radii by the ball around a box of their semi-axes at most
        assert np.all(back.lower <= (-4.25, -0.25, 2.5)) and np.all(back.lower >= (-4.45, -0.45, 2.1))
        assert np.all(back.upper >= (1.5, 2.5, 3.5)) and np.all(back.upper <= (1.9, 2.9, 3.9))


def test_formats_that_cannot_hold_a_shape(tmp_path):
    p = random_particles(4, "ellipsoids")
    with pytest.raises(ValueError, match="is no sphere; YADE"):
        p.write(tmp_path / "x.txt")
    with pytest.raises(ValueError, match="is turned, and data files of LIGGGHTS"):
        p.write(tmp_path / "x.data", format="liggghts-data")
    p.orientation[:] = (1, 0, 0, 0)
    p.write(tmp_path / "x.data", format="liggghts-data")
    assert np.allclose(talus.read_particles(tmp_path / "x.data").semi_axes, p.semi_axes[np.argsort(p.id)])
    p.density[3] = 0
    with pytest.raises(ValueError, match="has no density"):
        p.write(tmp_path / "x.data")
    with pytest.raises(ValueError, match="state one"):
        p.write(tmp_path / "x.what")
    with pytest.raises(ValueError, match="format: expected"):
        p.text("what")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["x.data"]


def test_particles_become_bodies_and_a_scene(tmp_path):
    for kind in ("spheres", "ellipsoids", "superquadrics"):
        p = random_particles(5, kind)
        p.position *= 100
        setup = talus.Setup(gravity=(0, 0, 0))
        setup.add_material("stone", density=1500)
        numbers = p.add_to(setup)
        simulation = talus.Simulation(setup)
        assert np.array_equal(simulation.positions[numbers], p.position)
        assert np.allclose(simulation.velocities[numbers], p.velocity)
        volumes = [simulation.shapes[k].volume for k in simulation.shape_index[numbers]]
        assert np.allclose(simulation.masses[numbers], 1500 * np.array(volumes))
        p.lower = p.upper = None
        p.write(tmp_path / "scene.toml")
        scene = talus.Simulation.from_scene(tmp_path / "scene.toml", set={"simulation.gravity": [0, 0, 0]})
        assert np.allclose(scene.positions, p.position) and np.allclose(scene.masses, p.density * volumes)
        assert np.allclose(scene.angular_velocities, p.angular_velocity)


@pytest.mark.parametrize("change, message", [
    ({"id": [4, 4]}, "the id 4 is there twice"), ({"id": [-1, 2]}, "the particle -1: its id must be 0 to"),
    ({"orientation": [(1, 0, 0, 0), (0, 0, 0, 0)]}, "the particle 2: orientation: the quaternion must have the length 1, got 0"),
    ({"density": [1, -5]}, "the particle 2: density: must be finite and at least 0, got -5"),
    ({"lower": (0, 0, 0), "upper": (1, 0, 1)}, "box: upper must be above lower, got 0 and 0"),
    ({"type": [1, -3]}, "the particle 2: type: must be 0 to"),
], ids=str)
@pytest.mark.parametrize("format", ["lammps-data", "lammps-dump", "xyz", "yade", "scene"])
def test_what_could_not_be_read_is_not_written(change, message, format):
    with pytest.raises(ValueError, match=message):
        talus.Particles(np.zeros((2, 3)), [1, 1], **{"density": [1.0, 1.0], **change}).text(format)


def test_what_is_left_out_is_noted(tmp_path):
    notes = talus.read_particles(written(tmp_path, DUMP.replace("omegax omegay omegaz", "fx fy c_1"), "a.dump")).notes
    assert notes == ["columns that are not known were left out: fx, fy, c_1"]
    notes = talus.read_particles(written(tmp_path, SPHERES.replace(" # sphere", ""), "a.data")).notes
    assert notes[1:] == ["its atom style is not stated, by the columns it is sphere", "the image flags were left out"]
    text = "#format x_y_z_r_colour_attrs\n0 0 0 1 red here and there\n"
    notes = talus.read_particles(written(tmp_path, text, "a.txt")).notes
    assert notes == ["columns that are not known were left out: colour, attrs, those behind the last one that has a name"]


def test_times_of_a_dump(tmp_path):
    """LAMMPS writes them before the step, and its read_dump knows no other order."""
    frames = "".join(f"ITEM: TIME\n{0.5 * k}\nITEM: TIMESTEP\n{k}\nITEM: NUMBER OF ATOMS\n1\nITEM: ATOMS id x y z radius\n1 0 0 0 1\n"
                     for k in range(3))
    file = written(tmp_path, frames, "a.dump")
    assert [talus.read_particles(file, frame=k).time for k in range(3)] == [0.0, 0.5, 1.0]
    behind = frames.replace("ITEM: TIME\n1.0\n", "").replace("STEP\n2\n", "STEP\n2\nITEM: TIME\n7\n")
    file = written(tmp_path, behind, "b.dump")
    assert [talus.read_particles(file, frame=k).time for k in range(3)] == [0.0, 0.5, 7.0]
    p = talus.Particles(np.zeros((1, 3)), [1.0], step=3, time=0.25)
    assert p.text("lammps-dump").startswith("ITEM: TIME\n0.25\nITEM: TIMESTEP\n3\nITEM: NUMBER")


def test_wrong_arrays():
    two = np.zeros((2, 3))
    for arguments, message in [({"id": [1]}, "id: expected one or 2 whole numbers"), ({"id": [1.5, 2]}, "id: expected one or 2 whole"),
                               ({"type": ["a", "b"]}, "type: expected one or 2 whole"), ({"density": [1, 2, 3]}, "density: expected one or 2"),
                               ({"lower": (0, 0, 0)}, "lower and upper: expected both"), ({"periodic": (True,)}, "periodic: expected three")]:
        with pytest.raises(ValueError, match=message):
            talus.Particles(two, [1, 1], **arguments)
    with pytest.raises(ValueError, match=r"position: expected an array of shape \(N, 3\)"):
        talus.Particles([1, 2, 3], [1])
    with pytest.raises(ValueError, match="velocity: expected an array"):
        talus.Particles(np.zeros((2, 3)), [1, 1], velocity=np.zeros((3, 3)))
    with pytest.raises(ValueError, match="radius|semi_axes"):
        talus.Particles(np.zeros((2, 3)), [1, -1]).text("xyz")
    with pytest.raises(ValueError, match="must be finite"):
        talus.Particles(np.full((2, 3), np.nan), [1, 1]).text("xyz")


# One message that names file, line and value; nothing else happens.
@pytest.mark.parametrize("name, text, message", [
    ("a.data", "", "a.data: is empty"),
    ("a.data", "title\n\n", "has no number of atoms"),
    ("a.data", SPHERES.replace("3 atoms", "4 atoms"), "the header has 4 atoms, the section Atoms 3"),
    ("a.data", SPHERES.replace("3 atoms", "2 atoms"), "line 19: there are more atoms than the 2"),
    ("a.data", SPHERES.replace("3 atoms", "99999999999 atoms"), 'line 3: atoms: expected a whole number from 0 to 10000000, got "99999999999"'),
    ("a.data", SPHERES.replace("3 atoms", "9999999 atoms"), "line 3: 9999999 particles are stated, more than the file has room for"),
    ("a.data", SPHERES.replace("3 atoms", "-3 atoms"), "line 3: atoms"),
    ("a.data", SPHERES.replace("2500 -0.5", "nan -0.5"), 'line 18: density: expected a finite number, got "nan"'),
    ("a.data", SPHERES.replace("1 1.0 2500", "1 -1.0 2500"), "line 18: diameter: must be at least 1e-15, got -1"),
    ("a.data", SPHERES.replace("1 1.0 2500", "1 1e99 2500"), "line 18: diameter: must be at most 1e.15"),
    ("a.data", SPHERES.replace("2 1 1.0", "1 1 1.0"), "line 19: atom-ID: 1 is there twice"),
    ("a.data", SPHERES.replace("2 1 1.0", "two 1 1.0"), 'line 19: atom-ID: expected a whole number'),
    ("a.data", SPHERES.replace("1 0.1 0.2", "8 0.1 0.2"), "line 23: atom-ID: 8 is not in the section Atoms"),
    ("a.data", SPHERES.replace("1 0.1 0.2 0.3 1 2 3", "1 0.1"), "line 23: vx: missing; the line has 2 columns"),
    ("a.data", SPHERES.replace("0.0 0.0 0.0 xy", "0.5 0.0 0.0 xy"), "line 8: xy xz yz: the box is not rectangular"),
    ("a.data", SPHERES.replace("-1.0 1.0 xlo", "1.0 -1.0 xlo"), "line 5: xhi: must be above xlo, got 1 -1"),
    ("a.data", SPHERES.replace("-2.0 2.0 ylo yhi\n", ""), "a.data: its box is incomplete: the header has no ylo yhi"),
    ("a.data", SPHERES.replace("-2.0 2.0 ylo yhi\n0.0 5.5 zlo zhi\n", ""), "its box is incomplete: the header has no ylo"),
    ("a.data", SPHERES.replace("ylo yhi", "xlo xhi"), "line 6: xlo xhi: are there twice"),
    ("a.data", SPHERES.replace("ylo yhi", "xlo yhi"), "line 6: xlo yhi: expected xlo xhi, ylo yhi or zlo zhi"),
    ("a.data", SPHERES.replace("-1.0 1.0 xlo xhi", "1 0 0 avec"), "line 5: avec: a box of three vectors"),
    ("a.data", SPHERES.replace("2 0 0 0 0 0 0\n3", "1 0 0 0 0 0 0\n3"), "line 24: atom-ID: 1 is there twice"),
    ("a.data", ELLIPSOIDS.replace("0.70710678 0.70710678 0 0", "0 0 0 0"), "must have the length 1, got 0"),
    ("a.data", SPHERES.replace("1 1.0 2500", "1 0 2500"), "line 18: diameter: must be at least 1e-15, got 0"),
    ("a.data", SPHERES.replace("# sphere", "# molecular"), 'line 15: atom style "molecular": sphere'),
    ("a.data", ELLIPSOIDS.replace("2 2 2 1 0.7", "2 2 2 1 1.7"), "line 19: quatw: the quaternion must have the length 1"),
    ("a.data", ELLIPSOIDS.replace("2 2 2 1 0.70710678 0.70710678 0 0\n", ""), "the atom 2 is not in the section Ellipsoids"),
    ("a.data", ELLIPSOIDS.replace("2 2 2 1 0.7", "1 2 2 1 0.7"), "line 19: atom-ID: 1 is there twice"),
    ("a.data", ELLIPSOIDS.replace("1 1 1 1000", "1 1 0 1000"), "line 13: ellipsoidflag: 0, a point without size"),
    ("a.data", SUPERQUADRICS.replace("8 4", "0.5 4"), "line 11: blockiness: must be 1 to 1000, got 0.5"),
    ("a.data", SUPERQUADRICS.replace("0.1 0.2 0.3", "1e-14 0.2 0.3"), "an aspect ratio of 3e.13"),
    ("a.dump", "ITEM: TIMESTEP\n", "line 1: the file ends in a frame"),
    ("a.dump", "nothing\n", "has 0 frames"),
    ("a.dump", DUMP.replace("0 4\nITEM: ATOMS id type x ", "ITEM: ATOMS id type x "), "line 19: ITEM: BOX BOUNDS: expected three lines with two bounds each; line 3"),
    ("a.dump", DUMP.replace("-1 1\n0 4\nITEM: ATOMS id type x ", "-1\n0 4\nITEM: ATOMS id type x "), "expected three lines with two bounds each; line 2"),
    ("a.dump", DUMP.replace("BOX BOUNDS ff ff ff", "BOX BOUNDS ff ff"), "line 16: ITEM: BOX BOUNDS: the box is not"),
    ("a.dump", DUMP + "8 1 0.1 0.2 0.3\n", "line 21: behind this line there are more than the 1 particles"),
    ("a.dump", DUMP.replace("0.01 0.02", "0 0.02"), "line 21: shapex: must be at least 1e-15, got 0"),
    ("a.dump", DUMP.replace("0.01 0.02", "-0.01 0.02"), "line 21: shapex: must be at least 1e-15, got -0.01"),
    ("a.dump", DUMP.replace("0.01 0.02", "nan 0.02"), 'line 21: shapex: expected a finite number, got "nan"'),
    ("a.dump", DUMP.replace("0.6 0.8", "0 0"), "line 21: quatw: the quaternion must have the length 1, got 0"),
    ("a.dump", DUMP.replace("omegax omegay", "omegax x"), "line 20: ITEM: ATOMS: the column x is there twice"),
    ("a.dump", DUMP.replace("200\nITEM: NUMBER OF ATOMS\n1", "200\nITEM: NUMBER OF ATOMS\n2") + "7" + DUMP.splitlines()[-1][1:] + "\n", "the id 7 is there twice"),
    ("a.dump", DUMP.replace("\n7 1", "\n7 1 9"), "line 21: 19 columns where 18 belong"),
    ("a.dump", DUMP[:DUMP.index("7 1 0.1")], "line 20: the frame has 0 of 1 particles"),
    ("a.dump", DUMP.replace("quat2 ", "what "), "columns quat1, quat2, quat3, quat4: only 3 of them are there"),
    ("a.dump", DUMP.replace("shapex shapey shapez", "a b c"), "line 20: ITEM: ATOMS: no sizes"),
    ("a.dump", DUMP.replace("type x y z", "type a b c"), "line 20: ITEM: ATOMS: no positions"),
    ("a.dump", DUMP.replace("ff ff ff", "xy xz yz ff ff ff"), "line 16: ITEM: BOX BOUNDS: the box is not rectangular"),
    ("a.dump", DUMP.replace("200\nITEM: NUMBER OF ATOMS\n1", "200\nITEM: NUMBER OF ATOMS\n3"), "line 21: the frame has 1 of 3"),
    ("a.txt", "# nothing\n", "a.txt: has no particles"),
    ("a.txt", "0 0 0 0\n", "line 1: r: must be at least 1e-15, got 0"),
    ("a.txt", "0 0 0\n", "line 1: r: missing; the line has 3 columns"),
    ("a.txt", "#format x_y_z\n0 0 0\n", "line 2: the format x_y_z has no column r"),
    ("a.txt", "#format id_x_y_z_r\n1 0 0 0 1\n1 0 0 0 2\n", "the id 1 is there twice"),
    ("a.txt", "0 0 0 1\n0 0 zero 1\n", 'line 2: z: expected a finite number, got "zero"'),
    ("a.what", "0 0 0 1\n", "its format is not known by its name"),
], ids=lambda text: text[:20])
def test_files_that_are_wrong(tmp_path, name, text, message):
    with pytest.raises(ValueError, match=message) as error:
        talus.read_particles(written(tmp_path, text, name))
    assert name in str(error.value)


def test_what_is_no_file(tmp_path):
    with pytest.raises(ValueError, match="no such file|No such file"):
        talus.read_particles(tmp_path / "none.data")
    with pytest.raises(OSError, match="is not the folder of a run"):
        talus.read_particles(tmp_path)
    with pytest.raises(ValueError, match="cannot|is a"):
        talus.read_particles("/dev/zero", format="yade")
    with pytest.raises(ValueError, match="format: expected"):
        talus.read_particles(written(tmp_path, "0 0 0 1", "x.txt"), format="what")
