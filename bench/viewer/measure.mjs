// Times and memory of talus view in Debian's Chromium with the software renderer (SwiftShader):
//
//   node bench/viewer/measure.mjs FOLDER [SECONDS-OF-PLAYING]
//
// Made folders: bench/viewer/make_run.py. Memory is the proportional set size of all processes of the browser.
import {spawn} from 'node:child_process';
import {readdirSync, readFileSync} from 'node:fs';
import {launch} from '../../viewer/test/browser.mjs';
import {program} from '../../viewer/test/runs.mjs';

const [, , folder, seconds = '20'] = process.argv;
const server = spawn(program, ['view', folder, '--no-open', '--port', '0', '--quiet'], {stdio: ['ignore', 'pipe', 'inherit']});
const address = String(await new Promise((done) => server.stdout.once('data', done))).trim();

// Processes of the browser: all below this one but the server.
function processes() {
  const parent = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      parent.set(Number(pid), Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))[1]));
    } catch { /* it has ended */ }
  }
  return [...parent.keys()].filter((pid) => {
    let at = pid;
    while (at && at !== process.pid) at = parent.get(at);
    return at === process.pid && pid !== process.pid && pid !== server.pid;
  });
}

// Summed over these processes; those that have ended do not count.
function sum(pids, file, value) {
  let total = 0;
  for (const pid of pids) {
    try {
      total += value(readFileSync(`/proc/${pid}/${file}`, 'utf8'));
    } catch { /* it has ended */ }
  }
  return total;
}

const megabytes = (text) => Number(/^Pss:\s+(\d+)/m.exec(text)[1]) / 1024;
const own = () => sum(processes(), 'smaps_rollup', megabytes);
const ticksPerSecond = 100;
// Processor time so far, s: beside other work, times on the clock say little.
const processor = (pids = processes()) => sum(pids, 'stat', (text) => {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
});
const browser = await launch();
const page = await (await browser.newContext({viewport: {width: 1280, height: 720}})).newPage();
const rows = [];
const note = (what, value) => { rows.push([what, value]); console.log(`${what}: ${value}`); };
let peak = 0;
const watch = setInterval(() => { peak = Math.max(peak, own()); }, 500);

const start = performance.now();
await page.goto(address + '#colour=speed');
await page.waitForFunction(() => window.talus?.frame && window.talus.stage.pictureCount > 0 && window.talus.stage.bodies.pictureCount > 0, null, {timeout: 120000});
note('first picture', `${((performance.now() - start) / 1000).toFixed(2)} s`);
note('bodies in it', await page.evaluate(() => `${window.talus.stage.bodies.pictureCount}, not hidden by others ${window.talus.stage.bodies.drawnCount}`));
// As a hand would: the camera moves a little, the picture is waited for. Then true shapes, standing still.
for (const quality of ['coarse', 'exact']) {
  const before = processor(), count = 15;
  const times = await page.evaluate(async ([wanted, n]) => {
    const {stage} = window.talus, times = [];
    const done = async () => { while (!stage.isDone()) await new Promise((next) => setTimeout(next, 1)); };
    const d = stage.camera.position.clone().sub(stage.controls.target), r = Math.hypot(d.x, d.y);
    for (let i = 0; i < n; ++i) {
      const a = 0.1 * i;
      stage.camera.position.set(stage.controls.target.x + r * Math.cos(a), stage.controls.target.y + r * Math.sin(a), stage.camera.position.z);
      stage.camera.lookAt(stage.controls.target);
      await done();
      const start = performance.now();
      stage.drawNow(wanted);
      await done();
      times.push(performance.now() - start);
    }
    return times.sort((x, y) => x - y);
  }, [quality, count]);
  note(`a picture while turning, ${quality}`, `${times[7].toFixed(0)} ms (median of ${count}; ${times[0].toFixed(0)} to ${times[count - 1].toFixed(0)}), ` +
       `${(1000 * (processor() - before) / count).toFixed(0)} ms of processor`);
}
const playingFrom = [processor(), processor([server.pid])];
const played = await page.evaluate(async (ms) => {
  const viewer = window.talus;
  viewer.framesPerSecond = 60;
  viewer.loops = true;
  let shown = 0;
  viewer.on(['frame'], () => ++shown);
  const begin = performance.now();
  void viewer.play(true);
  while (performance.now() - begin < ms) await new Promise((done) => setTimeout(done, 50));
  await viewer.play(false);
  return {count: shown, rate: shown / (performance.now() - begin) * 1000};
}, 1000 * Number(seconds));
const spent = [processor() - playingFrom[0], processor([server.pid]) - playingFrom[1]];
note('playing', `${played.rate.toFixed(2)} frames/s; per frame ${(spent[0] / played.count).toFixed(2)} s of processor in the browser, ` +
     `${(spent[1] / played.count).toFixed(2)} s in the server (without its readers)`);
clearInterval(watch);
note('memory of the browser, largest', `${Math.max(peak, own()).toFixed(0)} MB`);
note('memory of the server', `${(Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${server.pid}/smaps_rollup`, 'utf8'))[1]) / 1024).toFixed(0)} MB`);
await browser.close();
server.kill();
process.exit(0);
