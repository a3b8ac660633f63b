"""talus view: its server, its export, and runs that are shown while they are computed."""

import filecmp
import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import time

import pytest

from program import PROGRAM, run
from scenes import BALL, FLOOR, HEAD

HAS_PAGE = b"without the page" not in run("view", ".", "--export", "/nowhere/x.html").stderr
pytestmark = pytest.mark.skipif(not HAS_PAGE, reason="the program was built without the page of talus view (no npm)")

INLET = """
[[inlet]]
name = "feed"
region = {type = "box", lower = [0, 0, 0.3], upper = [0.1, 0.1, 0.34]}
mass_rate = 2.0
velocity = [0, 0, -2]
[[inlet.grain]]
shape = {type = "sphere", radius = 0.005}
"""
OUTLET = """
[[outlet]]
name = "drain"
region = {type = "box", lower = [0, 0, -1], upper = [0.1, 0.1, 0.25]}
"""
MEASURE = '\n[[measure]]\nname = "load"\ntype = "wall_load"\nwalls = ["floor"]\n'


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    folder = tmp_path_factory.mktemp("view")
    scene = folder / "scene.toml"
    scene.write_text(HEAD + FLOOR + BALL + MEASURE)
    out = folder / "results"
    assert run("run", scene, "--out", out, "--quiet").returncode == 0
    (folder / "secret.txt").write_text("secret")
    (out / "frames" / "notes.txt").write_text("secret")
    return out


class Server:
    def __init__(self, folder, *options):
        self.process = subprocess.Popen([PROGRAM, "view", str(folder), "--no-open", *(options or ("--port", "0"))],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.address = self.process.stdout.readline().decode().strip()
        self.port = int(re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", self.address)[1])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.communicate()

    def ask(self, path, method="GET", headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.putrequest(method, path, skip_host=headers is not None and "Host" in headers)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        return answer.status, answer.read()

    def raw(self, text, is_whole=True):
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
            connection.sendall(text)
            if not is_whole:  # else the server ends the connection, and may give up one that is half closed
                connection.shutdown(socket.SHUT_WR)
            parts = []
            while part := connection.recv(65536):
                parts.append(part)
        return b"".join(parts)


@pytest.fixture(scope="module")
def server(results):
    with Server(results) as one:
        yield one


def arrays(blob):
    """The head of a file of arrays, and the values of one array."""
    import array
    assert blob[:8] == b"TALUSVW2"
    length = int(blob[8:23])
    head = json.loads(blob[24:24 + length])

    def values(name):
        one = head["arrays"][name]
        kind = {"f32": "f", "f64": "d", "i16": "h", "i32": "i", "u8": "B"}[one["type"]]
        start = 24 + length + one["at"]
        assert start % 8 == 0
        return array.array(kind, blob[start:start + one["count"] * array.array(kind).itemsize])
    return head, values


def test_what_is_served(server):
    status, page = server.ask("/")
    assert status == 200 and b"<!DOCTYPE html>" in page[:100]
    state = json.loads(server.ask("/run/0")[1])
    assert state["name"] == "results" and state["over"] is True and state["running"] is False and state["measures"] == ["load"]
    last = len(state["frames"]) - 1
    assert json.loads(server.ask(f"/run/{last}")[1])["frames"] == state["frames"][last:]
    assert json.loads(server.ask("/run/999999999")[1])["frames"] == []
    assert server.ask("/series")[1].startswith(b"time [s],step")
    assert server.ask("/measure/0")[1].startswith(b"time [s],step,from [s]")
    head, values = arrays(server.ask("/model")[1])
    assert head["format"] == "talus view model" and head["groups"] == ["floor", "ball"]
    assert list(values("id")) == [0, 1]
    number, step, moment = state["frames"][last]
    frame, values = arrays(server.ask(f"/frame/{number}")[1])
    assert (frame["number"], frame["step"], frame["time"]) == (number, step, moment)
    # It rolls nowhere: straight above where it began, at most its fall of 2e-2 s lower.
    x, y, z = (p + o for p, o in zip(values("position")[3:6], head["origin"]))
    assert abs(x) < 1e-7 and abs(y) < 1e-7 and 0.02 - 9.81 * 0.02**2 / 2 - 1e-6 <= z <= 0.02 + 1e-6
    assert arrays(server.ask(f"/contacts/{number}")[1])[0]["format"] == "talus view contacts"


TRAVERSALS = ["/../secret.txt", "/frame/../../secret.txt", "/frame/..%2f..%2fsecret.txt", "/%2e%2e/secret.txt",
              "//etc/passwd", "/etc/passwd", "/frame//etc/passwd", "/frame/notes.txt", "/frames/notes.txt",
              "/frames/000000.h5", "/model.h5", "/series.csv", "/talus_run.txt", "/frame/0%00", "/frame/0/../1",
              "/..\\secret.txt", "/measure/load", "/measure/..%2fsecret", "/?file=/etc/passwd&x=../secret.txt"]
BAD_NUMBERS = ["/frame/", "/frame/-1", "/frame/1e3", "/frame/0x1", "/frame/99999", "/frame/999999999",
               "/frame/99999999999999999999", "/frame/%31%32%33%34", "/frame/1%20", "/frame/NaN", "/contacts/77777",
               "/measure/1", "/measure/4294967296", "/run/-1", "/run/", "/run/x", "/frame/1/", "/model/0"]


@pytest.mark.parametrize("path", TRAVERSALS + BAD_NUMBERS)
def test_nothing_else_is_served(server, path):
    answer = server.raw(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n".encode())
    assert b"secret" not in answer and b"root:" not in answer and b"\x89HDF" not in answer
    if path.startswith("/?"):
        assert b" 200 " in answer.split(b"\r\n")[0]  # the page: a query changes nothing
    else:
        assert re.match(rb"HTTP/1.1 (400|404) ", answer), answer[:100]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_other_methods_are_refused(server, method):
    answer = server.raw(f"{method} /run/0 HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Length: 0\r\n"
                        "Connection: close\r\n\r\n".encode())
    assert b" 405 " in answer.split(b"\r\n")[0]


@pytest.mark.parametrize("host", ["evil.example", "evil.example:7420", "127.0.0.1", "127.0.0.1.evil.example:7420", ""])
def test_other_hosts_are_refused(server, host):
    status, body = server.ask("/run/0", headers={"Host": host})
    assert status == 403 and b"frames" not in body


def test_localhost_is_this_machine(server):
    assert server.ask("/run/0", headers={"Host": f"localhost:{server.port}"})[0] == 200


def test_it_listens_on_the_loopback_only(server):
    inodes = {os.readlink(f"/proc/{server.process.pid}/fd/{fd}") for fd in os.listdir(f"/proc/{server.process.pid}/fd")}
    listening = []
    for table in ("tcp", "tcp6"):
        for line in pathlib.Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            fields = line.split()
            if fields[3] == "0A" and f"socket:[{fields[9]}]" in inodes:
                listening.append(fields[1].split(":")[0])
    assert listening == ["0100007F"]


def test_damaged_requests_do_not_end_it(server):
    for text in [b"\r\n\r\n", b"GET\r\n\r\n", b"\x00" * 500, b"GET / HTTP/9.9\r\n\r\n", b"GET /" + b"a" * 20000 + b" HTTP/1.1\r\n\r\n"]:
        server.raw(text, is_whole=False)
    assert server.ask("/run/0")[0] == 200


def test_a_port_that_is_taken(results, server):
    result = run("view", results, "--no-open", "--port", server.port)
    assert result.returncode == 1
    assert result.stderr.decode() == (f"talus: port {server.port} of 127.0.0.1 is taken, perhaps by another talus view; choose "
                                      "another one with --port, or any free one with --port 0\n")


@pytest.mark.parametrize("name, text", [("nothing", "does not exist"), ("plain.txt", "is not a folder"),
                                        ("other", "is not the folder of a run")])
def test_what_is_no_run(tmp_path, name, text):
    (tmp_path / "plain.txt").write_text("x")
    (tmp_path / "other").mkdir()
    result = run("view", tmp_path / name, "--no-open")
    assert result.returncode == 1 and text in result.stderr.decode()


def test_a_link_to_the_run_is_followed(results, tmp_path):
    (tmp_path / "link").symlink_to(results)
    with Server(tmp_path / "link") as one:
        assert [one.ask(path)[0] for path in ("/model", "/frame/0", "/contacts/0", "/series", "/measure/0")] == [200] * 5
    assert run("view", tmp_path / "link", "--export", tmp_path / "run.html", "--quiet").returncode == 0


def test_bodies_that_come_and_go(tmp_path):
    scene, out = tmp_path / "scene.toml", tmp_path / "results"
    scene.write_text(HEAD.replace("0.02", "0.1") + FLOOR + INLET + OUTLET + "[output]\ninterval = 0.02\n")
    assert run("run", scene, "--out", out, "--quiet").returncode == 0
    seen, counts = set(), []
    with Server(out) as one:
        head, values = arrays(one.ask("/model")[1])
        assert head["groups"] == ["floor", "feed"] and len(values("id")) == 0
        for number, _, _ in json.loads(one.ask("/run/0")[1])["frames"]:
            frame, values = arrays(one.ask(f"/frame/{number}")[1])
            ids = list(values("id"))
            assert ids == sorted(set(ids)) and len(values("position")) == 3 * len(ids)
            assert [frame["groups"][k] for k in values("group")] == ["floor"] + ["feed"] * (len(ids) - 1)
            seen.update(ids)
            counts.append(len(ids))
            assert max(arrays(one.ask(f"/contacts/{number}")[1])[1]("body"), default=0) < len(ids)
    assert counts[0] < max(counts) < len(seen)  # some came, and some left
    result = run("view", out, "--export", tmp_path / "run.html")
    assert result.returncode == 0 and "left out" not in result.stderr.decode()


def test_a_part_that_cannot_be_read_does_not_end_an_export(results, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(results, copy)
    for name in ("frames/000001.h5", "measures/load.csv"):
        (copy / name).rename(tmp_path / "elsewhere")
        (copy / name).symlink_to(tmp_path / "elsewhere")
    result = run("view", copy, "--export", tmp_path / "run.html")
    assert result.returncode == 0 and result.stderr.decode().count("left out") == 2
    page = (tmp_path / "run.html").read_text()
    assert "talus-frame-0" in page and "talus-frame-1\"" not in page and "talus-measure" not in page and "talus-series" in page


def test_times_that_are_no_numbers(results, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(results, copy)
    lines = (copy / "frames.csv").read_text().splitlines()
    number, step, _ = lines[2].split(",")
    (copy / "frames.csv").write_text("\n".join([*lines[:2], f"{number},{step},nan", *lines[3:]]) + "\n")
    with Server(copy) as one, Server(results) as whole:
        assert json.loads(one.ask("/run/0")[1])["frames"] == json.loads(whole.ask("/run/0")[1])["frames"]


def test_names_in_other_scripts(results, tmp_path):
    copy = tmp_path / "K\u00f6rner \u7c92"
    shutil.copytree(results, copy)
    with Server(copy) as one:
        assert json.loads(one.ask("/run/0")[1])["name"] == copy.name


def test_links_are_not_followed(results, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(results, copy)
    for name in ("model.h5", "series.csv", "frames/000001.h5"):
        (copy / name).rename(tmp_path / "elsewhere")
        (copy / name).symlink_to(tmp_path / "elsewhere")
        with Server(copy) as one:
            path = {"model.h5": "/model", "series.csv": "/series"}.get(name, "/frame/1")
            status, body = one.ask(path)
            assert status == 500 and b"symbolic link" in body
        (copy / name).unlink()
        (tmp_path / "elsewhere").rename(copy / name)


def test_a_damaged_frame_costs_itself(results, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(results, copy)
    os.truncate(copy / "frames/000001.h5", 3000)
    with Server(copy) as one:
        status, body = one.ask("/frame/1")
        assert status == 500 and "000001.h5" in json.loads(body)["error"]
        assert one.ask("/frame/0")[0] == 200
    result = run("view", copy, "--export", tmp_path / "run.html")
    assert result.returncode == 0 and "left out" in result.stderr.decode() and "000001.h5" in result.stderr.decode()


def test_nothing_in_the_run_changes(results, tmp_path):
    before = {path: path.read_bytes() for path in results.rglob("*") if path.is_file()}
    with Server(results) as one:
        one.ask("/model"), one.ask("/frame/0"), one.ask("/contacts/0")
    assert run("view", results, "--export", tmp_path / "run.html", "--quiet").returncode == 0
    assert {path: path.read_bytes() for path in results.rglob("*") if path.is_file()} == before


def test_export(results, tmp_path):
    file = tmp_path / "run.html"
    assert run("view", results, "--export", file, "--every", 2).returncode == 0
    page = file.read_text()
    state = json.loads(re.search(r'id="talus-run">(.*?)</script>', page)[1])
    frames = re.findall(r'id="talus-frame-(\d+)"', page)
    assert [str(number) for number, _, _ in state["frames"]] == frames and len(frames) >= 2
    assert not re.search(r'(src|href)="(?!data:)', page)
    before = file.read_bytes()
    assert run("view", results, "--export", file, "--every", 2).returncode == 0
    assert file.read_bytes() == before  # the same run, the same file


def test_a_run_shown_while_it_is_computed(tmp_path):
    scene = tmp_path / "scene.toml"
    scene.write_text(HEAD.replace("duration = 0.02", "duration = 3.0") + FLOOR + BALL)
    plain, shown = tmp_path / "plain", tmp_path / "shown"
    assert run("run", scene, "--out", plain, "--quiet").returncode == 0
    process = subprocess.Popen([PROGRAM, "run", str(scene), "--out", str(shown), "--quiet", "--view", "--no-open"],
                               stderr=subprocess.PIPE, env={**os.environ, "PATH": "/nonexistent"})
    first = process.stderr.readline().decode()
    address = re.fullmatch(r"talus: the run is shown at (http://127\.0\.0\.1:(\d+)/)\n", first)
    assert address, first
    port = int(address[2])
    viewers = [int(pid) for pid in os.listdir("/proc") if pid.isdigit() and shows(pid, shown)]
    assert len(viewers) == 1
    try:
        deadline = time.monotonic() + 60
        over = False
        while not over and time.monotonic() < deadline:
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            connection.request("GET", "/run/0")
            state = json.loads(connection.getresponse().read())
            over = state["over"]
            assert over or state["running"] is True
        assert over and process.wait(timeout=60) == 0
    finally:
        os.kill(viewers[0], signal.SIGTERM)
    names = sorted(path.relative_to(plain) for path in plain.rglob("*") if path.is_file())
    assert names == sorted(path.relative_to(shown) for path in shown.rglob("*") if path.is_file())
    match, mismatch, errors = filecmp.cmpfiles(plain, shown, [str(name) for name in names], shallow=False)
    assert (mismatch, errors) == ([], [])


def shows(pid, folder):
    try:
        words = pathlib.Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False
    return b"view" in words and str(folder).encode() in words
