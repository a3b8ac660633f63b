"""What ends a run before its duration: equilibrium and flow; the last line says why, and a resumed run ends alike."""

import csv
import math

import pytest
from program import run
from scenes import BALL, FILL, FLOOR, GOOD, HEAD
from test_flow import INLET, OUTLET


def run_scene(folder, text, *arguments, name="out"):
    (folder / "scene.toml").write_text(text)
    result = run("run", folder / "scene.toml", "--out", folder / name, *arguments)
    return result.returncode, result.stderr.decode()


def rows_of(file):
    with open(file, newline="") as lines:
        return [{key: float(value) for key, value in row.items()} for row in csv.DictReader(lines)]


def last_line(message):
    return message.strip().splitlines()[-1]


def files_of(folder):
    """All files but the checkpoints, whose padding bytes mean nothing."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*")
            if path.is_file() and path.parent.name != "checkpoints"}


def in_simulation(lines, text):
    return text.replace("[simulation]\n", f"[simulation]\n{lines}\n", 1)


OUTPUT = "[output]\ninterval = 0.05\nseries_interval = 0.005\npicture = false\n"
WALLS = "".join(f'[[wall]]\nname = "{name}"\ntype = "half_space"\nnormal = {normal}\noffset = {offset}\n'
                for name, normal, offset in (("left", [1, 0, 0], 0), ("right", [-1, 0, 0], -0.1),
                                             ("front", [0, 1, 0], 0), ("back", [0, -1, 0], -0.1)))
BED = HEAD.replace("duration = 0.02", "duration = 5") + "rolling_friction = 0.1\n" + FLOOR + WALLS + FILL.replace("count = 10", "count = 60") + OUTPUT


def test_the_duration(tmp_path):
    status, message = run_scene(tmp_path, GOOD)
    assert status == 0 and last_line(message) == "talus: ended: the duration is over"


def test_the_kinetic_energy(tmp_path):
    scene = in_simulation("stop.kinetic_energy_ratio = 1e-3", GOOD.replace("0.02\n", "30\n", 1)) + OUTPUT
    status, message = run_scene(tmp_path, scene)
    assert status == 0, message
    assert "ended: the kinetic energy is " in last_line(message) and "of its peak, below 0.001" in last_line(message)


def test_equilibrium_ends_a_run(tmp_path):
    scene = in_simulation("local_damping = 0.7\nstop.unbalanced_force = 1e-3", BED)
    status, message = run_scene(tmp_path, scene)
    assert status == 0, message
    assert "ended: the unbalanced force is " in last_line(message) and "below 0.001" in last_line(message)
    rows = rows_of(tmp_path / "out/series.csv")
    column = [row["unbalanced_force [1]"] for row in rows]
    assert rows[0]["contacts"] == 0 and column[0] == math.inf
    assert column[-1] < 1e-3 and rows[-1]["contacts"] > 60
    assert rows[-1]["kinetic [J]"] < 1e-6 * max(row["kinetic [J]"] for row in rows)
    assert 0.1 < rows[-1]["time [s]"] < 3
    # It stays over, for the same reason; and a run that is resumed before its end, ends alike.
    again, message_again = run_scene(tmp_path, scene, "--resume")
    assert again == 0 and last_line(message_again) == last_line(message)
    short = scene.replace("duration = 5", f"duration = {rows[-1]['time [s]'] / 2}")
    assert run_scene(tmp_path, short, name="parts")[0] == 0
    assert rows_of(tmp_path / "parts/series.csv")[-1]["time [s]"] < 0.6 * rows[-1]["time [s]"]
    status, message_parts = run_scene(tmp_path, scene, "--resume", "--threads", 2, name="parts")
    assert status == 0 and last_line(message_parts) == last_line(message)
    assert rows_of(tmp_path / "parts/series.csv")[-1] == rows[-1]


def test_a_bed_that_falls_is_not_at_rest(tmp_path):
    """At the first impacts few bodies have forces that are much larger than the weights of all others."""
    hard = BED.replace("young = 1e6", "young = 1e8").replace("time_step = 1e-4\n", "").replace("= 0.005", "= 1e-4")
    scene = in_simulation("stop.unbalanced_force = 0.1", hard.replace("duration = 5", "duration = 0.06"))
    status, message = run_scene(tmp_path, scene)
    assert status == 0, message
    rows = rows_of(tmp_path / "out/series.csv")
    assert any(row["unbalanced_force [1]"] < 0.1 for row in rows[:-1]), "the case that is meant"
    assert last_line(message) == "talus: ended: the duration is over"


FLOW = HEAD.replace("0.02", "5") + INLET + OUTLET + "[output]\ninterval = 0.02\nseries_interval = 0.01\npicture = false\n"


@pytest.mark.parametrize("stop, words, table, key, least", [
    ('outlet = {name = "drain", mass = 0.02}', "kg have left by drain", "drain", "mass [kg]", 0.02),
    ('outlet = {name = "drain", count = 25}', "bodies have left by drain", "drain", "count", 25),
    ('inlet = {name = "feed", mass = 0.06}', "kg have come through feed", "feed", "mass [kg]", 0.06),
    ('inlet = {name = "feed", count = 30}', "bodies have come through feed", "feed", "count", 30),
])
def test_flow_ends_a_run(tmp_path, stop, words, table, key, least):
    scene = in_simulation(f"stop.{stop}", FLOW)
    status, message = run_scene(tmp_path, scene)
    assert status == 0, message
    assert words in last_line(message), message
    last = rows_of(tmp_path / f"out/measures/{table}.csv")[-1]
    end = int(last["step"])
    # At a visit of the gates, and the first one at which it holds.
    assert end % 40 == 0 and last[key] >= least and f"step {end}:" in message
    assert last[key] - least < 40 * 1e-4 * 2.0 / (5e-4 if key == "count" else 1) + 2e-3
    before = scene.replace("duration = 5", f"duration = {(end - 40) * 1e-4:.4f}")
    status, message_before = run_scene(tmp_path, before, name="parts")
    assert status == 0 and last_line(message_before) == "talus: ended: the duration is over"
    assert rows_of(tmp_path / f"parts/measures/{table}.csv")[-1][key] < least
    # The end of the part wrote a line and a frame of its own: what is resumed is a run that was interrupted.
    again, message_again = run_scene(tmp_path, scene, "--resume")
    assert again == 0 and last_line(message_again) == last_line(message)
    whole = files_of(tmp_path / "out")
    for checkpoint in (tmp_path / "out/checkpoints").iterdir():
        checkpoint.unlink()
    assert run_scene(tmp_path, in_simulation("", scene).replace("[output]", "[output]\ncheckpoint_interval = 70"),
                     "--overwrite")[0] == 0
    newest = sorted((tmp_path / "out/checkpoints").iterdir())
    assert len(newest) > 1
    newest[-1].unlink()
    status, message_resumed = run_scene(tmp_path, scene, "--resume", "--threads", 2)
    assert status == 0 and last_line(message_resumed) == last_line(message)
    assert files_of(tmp_path / "out") == whole


def test_what_is_beyond_the_domain_ends_a_run(tmp_path):
    domain = '[domain]\nlower = [-1, -1, -1]\nupper = [1, 1, 1]\nperiodic = [false, false, false]\nbeyond = "remove"\n'
    scene = in_simulation('stop.outlet = {name = "beyond", count = 1}', HEAD.replace("0.02", "5") + BALL) + domain
    status, message = run_scene(tmp_path, scene)
    assert status == 0 and last_line(message) == "talus: ended: 1 bodies have left by beyond", message


@pytest.mark.parametrize("stop, words", [
    ("unbalanced_force = 0", "simulation.stop.unbalanced_force: must be finite and > 0, got 0"),
    ("unbalanced_force = -1", "simulation.stop.unbalanced_force: must be finite and > 0, got -1"),
    ('unbalanced_force = "small"', "simulation.stop.unbalanced_force: expected a number"),
    ("unbalanced_forces = 1e-3", 'did you mean "unbalanced_force"?'),
    ("outlet = 3", "simulation.stop.outlet: expected a table, got"),
    ("outlet = {count = 3}", "simulation.stop.outlet.name: missing"),
    ('outlet = {name = "drain"}', "simulation.stop.outlet: needs one of count and mass, got none"),
    ('outlet = {name = "drain", count = 3, mass = 2}', "needs one of count and mass, got both"),
    ('outlet = {name = "drain", count = 0}', "simulation.stop.outlet.count: must be"),
    ('outlet = {name = "drain", count = 1.5}', "simulation.stop.outlet.count: "),
    ('outlet = {name = "drain", mass = 0}', "simulation.stop.outlet.mass: must be finite and > 0, got 0"),
    ('outlet = {name = "drain", count = 1, mas = 1}', 'simulation.stop.outlet.mas: unknown key (did you mean "mass"?)'),
    ('outlet = {name = "drian", mass = 1}', 'unknown outlet "drian" (did you mean "drain"?); known: drain'),
    ('outlet = {name = "feed", mass = 1}', 'simulation.stop.outlet.name: unknown outlet "feed"; known: drain'),
    ('inlet = {name = "drain", mass = 1}', 'simulation.stop.inlet.name: unknown inlet "drain"; known: feed'),
    ('inlet = {name = 7, mass = 1}', "simulation.stop.inlet.name: expected a string"),
])
def test_mistakes(tmp_path, stop, words):
    status, message = run_scene(tmp_path, in_simulation(f"stop.{stop}", FLOW))
    assert status == 1 and words in message and "scene.toml:2:" in message, message
    assert "1 error" not in message and "errors in the scene" not in message, message


def test_an_outlet_of_a_scene_without_one(tmp_path):
    status, message = run_scene(tmp_path, in_simulation('stop.outlet = {name = "drain", mass = 1}', GOOD))
    assert status == 1 and 'the scene has no outlet, got "drain"' in message, message


@pytest.mark.parametrize("value, words", [
    ("1", "simulation.local_damping: must be >= 0 and < 1, got 1"), ("-0.1", "must be >= 0 and < 1, got -0.1"),
    ("nan", "must be >= 0 and < 1"), ('"much"', "simulation.local_damping: expected a number"),
])
def test_mistakes_of_local_damping(tmp_path, value, words):
    status, message = run_scene(tmp_path, in_simulation(f"local_damping = {value}", GOOD))
    assert status == 1 and words in message, message
