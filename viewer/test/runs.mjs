// Runs for the tests of the page, computed by the program in a folder of their own.
import {execFileSync, spawn} from 'node:child_process';
import {cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
export const program = process.env.TALUS ?? join(root, 'build/release/bin/talus');
export const folder = mkdtempSync(join(tmpdir(), 'talus_viewer_'));
export const removeFolder = () => rmSync(folder, {recursive: true, force: true});

const material = `
[[material]]
name = "stone"
density = 2500
young = 1e6
restitution = 0.2
friction = 0.5
`;

// All kinds, a floor, a wall that moves, a measure.
const mixed = `
[simulation]
duration = 0.06
[output]
interval = 0.006
vtk = false
picture = false
${material}
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
[[wall]]
name = "plate"
type = "mesh"
file = "plate.stl"
[[wall.motion]]
type = "constant"
velocity = [0, 0, 0.2]
[[body]]
name = "ball"
shape = {type = "sphere", radius = 0.01}
position = [0, 0, 0.011]
[[body]]
name = "egg"
shape = {type = "ellipsoid", semi_axes = [0.012, 0.008, 0.008]}
position = [0.03, 0, 0.01]
[[body]]
name = "brick"
shape = {type = "superquadric", semi_axes = [0.01, 0.008, 0.006], exponents = [8, 8]}
position = [0, 0.03, 0.01]
[[body]]
name = "stone"
shape = {type = "polyhedron", vertices = [[0.01,0,-0.006],[-0.005,0.009,-0.006],[-0.005,-0.009,-0.006],[0,0,0.012]]}
position = [0.03, 0.03, 0.01]
[[body]]
name = "jack"
shape = {type = "mesh", file = "jack.stl", scale = 0.008, cells = 16}
position = [-0.03, 0.01, 0.02]
[[fill]]
name = "grain"
region = {type = "box", lower = [-0.04, -0.04, 0.035], upper = [0.04, 0.04, 0.075]}
count = 60
[[fill.grain]]
shape = {type = "sphere", radius = 0.004}
[[measure]]
name = "load"
type = "wall_load"
walls = ["floor"]
`;

// As a name: markup and another script.
export const strange = '</script><img src=x onerror=window.bad=1> \u7c92';

const ball = (height, duration = 0.2) => `
[simulation]
duration = ${duration}
[output]
interval = ${duration / 10}
vtk = false
picture = false
${material}
[[wall]]
name = "floor"
type = "half_space"
normal = [0, 0, 1]
[[body]]
name = "ball"
shape = {type = "sphere", radius = 0.01}
position = [0, 0, ${height}]
`;

// Grains that come and leave; the first frame has none, and nothing else that is drawn.
const fed = `
[simulation]
duration = 0.2
[output]
interval = 0.02
vtk = false
picture = false
${material}
[[inlet]]
name = "feed"
region = {type = "box", lower = [-0.03, -0.03, 0.1], upper = [0.03, 0.03, 0.12]}
mass_rate = {time = [0, 0.001, 0.1, 0.101], value = [0, 0.5, 0.5, 0]}
velocity = [0, 0, -1]
[[inlet.grain]]
shape = {type = "sphere", radius = 0.004}
[[inlet]]
name = "late"
region = {type = "box", lower = [-0.03, -0.03, 0.1], upper = [0.03, 0.03, 0.12]}
mass_rate = {time = [0, 0.11, 0.111], value = [0, 0, 0.5]}
velocity = [0, 0, -1]
[[inlet.grain]]
shape = {type = "ellipsoid", semi_axes = [0.005, 0.004, 0.003]}
[[outlet]]
name = "drain"
region = {type = "box", lower = [-0.2, -0.2, -1], upper = [0.2, 0.2, 0]}
`;

const plate = () => {
  const corners = [[-0.05, -0.05, 0], [0.05, -0.05, 0], [0.05, -0.05, 0.04], [-0.05, -0.05, 0.04]];
  const facet = (...i) => `facet normal 0 0 0\nouter loop\n${i.map((k) => `vertex ${corners[k].join(' ')}\n`).join('')}endloop\nendfacet\n`;
  return `solid plate\n${facet(0, 1, 2)}${facet(0, 2, 3)}endsolid plate\n`;
};

const computed = (name, scene) => {
  const file = join(folder, `${name}.toml`), out = join(folder, name);
  writeFileSync(file, scene);
  execFileSync(program, ['run', file, '--out', out, '--quiet', '--threads', '1'], {stdio: ['ignore', 'ignore', 'inherit']});
  return out;
};

export function makeRuns() {
  writeFileSync(join(folder, 'plate.stl'), plate());
  cpSync(join(root, 'examples/scenes/jack.stl'), join(folder, 'jack.stl'));
  const runs = {mixed: computed('mixed', mixed), resting: computed('resting', ball(0.01)), fed: computed('fed', fed), flying: computed('flying', ball(1, 0.05).replace('"ball"', `'${strange}'`))};
  runs.damaged = join(folder, 'damaged');
  cpSync(runs.mixed, runs.damaged, {recursive: true});
  truncateSync(join(runs.damaged, 'frames/000003.h5'), 4000);
  runs.empty = join(folder, 'empty');
  mkdirSync(runs.empty);
  const mark = readFileSync(join(runs.mixed, 'talus_run.txt'), 'utf8').split('\n');
  writeFileSync(join(runs.empty, 'talus_run.txt'), mark.slice(0, 2).join('\n') + '\n');
  writeFileSync(join(runs.empty, 'frames.csv'), 'frame,step,time [s]\n');
  runs.begun = join(folder, 'begun');  // as while it is computed: two frames, the others appear later
  cpSync(runs.mixed, runs.begun, {recursive: true});
  setFrames(runs.begun, 2, 'begun');
  runs.fedBegun = join(folder, 'fed_begun');
  cpSync(runs.fed, runs.fedBegun, {recursive: true});
  setFrames(runs.fedBegun, 1, 'begun', 'fed');
  return runs;
}

// As if the run had come so far.
export function setFrames(run, count, state, of = 'mixed') {
  const source = join(folder, of);
  const lines = readFileSync(join(source, 'frames.csv'), 'utf8').split('\n').filter(Boolean);
  writeFileSync(join(run, 'frames.csv'), lines.slice(0, 1 + count).join('\n') + '\n');
  writeFileSync(join(run, 'talus_run.txt'), readFileSync(join(source, 'talus_run.txt'), 'utf8').replace(', finished', `, ${state}`));
}

export function exported(run, ...options) {
  const file = run + '.html';
  execFileSync(program, ['view', run, '--export', file, '--quiet', ...options]);
  return 'file://' + file;
}

const servers = [];

// The address of talus view of the run.
export function served(run) {
  const server = spawn(program, ['view', run, '--no-open', '--port', '0', '--quiet'], {stdio: ['ignore', 'pipe', 'inherit']});
  servers.push(server);
  return new Promise((done, failed) => {
    server.stdout.once('data', (data) => done({address: String(data).trim(), stop: () => server.kill()}));
    server.once('exit', () => failed(new Error('talus view ended')));
  });
}

export const stopServers = () => servers.forEach((server) => server.kill());
