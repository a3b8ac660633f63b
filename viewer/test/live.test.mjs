// Runs that are still computed, and bodies that come and go.
import assert from 'node:assert/strict';
import {after, before, test} from 'node:test';
import {difference, raster} from './picture.mjs';
import {utimesSync} from 'node:fs';
import {join} from 'node:path';
import {launch, openPage, placeOnPage, ready, shownFrame} from './browser.mjs';
import {exported, makeRuns, removeFolder, served, setFrames, stopServers} from './runs.mjs';

let browser, runs;
before(async () => {
  runs = makeRuns();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  stopServers();
  removeFolder();
});

test('new frames appear while the run goes on', async () => {
  const {address} = await served(runs.begun);
  const page = await openPage(browser, address);
  await ready(page);
  assert.equal(await page.evaluate(() => window.talus.frameCount), 2);
  assert.equal(await page.locator('#live').isVisible(), true);
  assert.equal(await page.locator('#live').textContent(), 'interrupted');  // no process writes it
  setFrames(runs.begun, 5, 'saved');
  await shownFrame(page, 4);
  setFrames(runs.begun, 12, 'finished');
  await shownFrame(page, 11);
  await page.locator('#live').waitFor({state: 'hidden'});
  assert.deepEqual(page.errors, []);
});

test('a run that begins with nothing is in the picture when grains come', async () => {
  const {address} = await served(runs.fedBegun);
  const page = await openPage(browser, address);
  await ready(page);
  assert.equal(await page.evaluate(() => window.talus.frame.bodies.count), 0);
  setFrames(runs.fedBegun, 3, 'saved', 'fed');
  await shownFrame(page, 2);
  const ids = await page.evaluate(() => [...window.talus.frame.bodies.id]);
  assert.ok(ids.length > 5, `${ids.length} grains`);
  assert.equal(await page.evaluate(() => { window.talus.stage.drawNow(); return window.talus.stage.bodies.pictureCount; }), ids.length);
  const places = await Promise.all(ids.map((id) => placeOnPage(page, id)));
  const xs = places.map(([x]) => x);
  assert.ok(Math.max(...xs) - Math.min(...xs) > 200, 'they fill the picture');
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('grains of inlets and outlets come and go, by name, in the served and in the exported run', async () => {
  const {address} = await served(runs.fed);
  for (const place of [address, exported(runs.fed)]) {
    const page = await openPage(browser, place + '#colour=name');
    await ready(page);
    const seen = new Set(), counts = [], frames = await page.evaluate(() => window.talus.frameCount);
    for (let k = 0; k < frames; ++k) {
      await page.evaluate((i) => window.talus.show(i), k);
      const ids = await page.evaluate(() => [...window.talus.frame.bodies.id]);
      ids.forEach((id) => seen.add(id));
      counts.push(ids.length);
      assert.equal(await page.evaluate(() => { window.talus.stage.drawNow(); return window.talus.stage.bodies.pictureCount; }), ids.length);
      const names = await page.evaluate(() => [...document.querySelectorAll('#legend .names span')].map((one) => one.textContent));
      const expected = await page.evaluate(() => {
        const {source: {model}, frame} = window.talus;
        return [...new Set(frame.bodies.group)].sort().map((group) => model.groups[group]);
      });
      assert.deepEqual(names, expected);
    }
    assert.equal(counts[0], 0);
    assert.ok(seen.size > Math.max(...counts) + 5, `${seen.size} in all, ${counts}`);
    // The last frame has the late ones; the first ones have left.
    assert.deepEqual(await page.evaluate(() => [...new Set(window.talus.frame.bodies.group)].map((g) => window.talus.source.model.groups[g])), ['late']);
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
});

test('the page begins anew with a run that begins anew', async () => {
  setFrames(runs.begun, 2, 'begun');
  const {address} = await served(runs.begun);
  const page = await openPage(browser, address);
  await ready(page);
  await page.evaluate(() => { window.wasHere = true; });
  const now = Date.now() / 1000;
  utimesSync(join(runs.begun, 'model.h5'), now, now);
  await page.waitForFunction(() => window.wasHere === undefined && window.talus?.frame, null, {timeout: 15000});
  assert.deepEqual(page.errors, []);
  await page.context().close();
});

test('a server that comes back is found again', async () => {
  setFrames(runs.begun, 2, 'begun');
  const {address, stop} = await served(runs.begun);
  const page = await openPage(browser, address);
  await ready(page);
  await page.route(/\/run\/\d+$/, (route) => route.fulfill({status: 500, body: '{"error":"frames.csv: is being repaired"}'}));
  await page.getByText('is being repaired').waitFor();
  setFrames(runs.begun, 4, 'saved');
  await page.unroute(/\/run\/\d+$/);
  await shownFrame(page, 3);
  await page.waitForFunction(() => !document.getElementById('message').classList.contains('shown'));
  assert.deepEqual(page.errors, []);
  await page.context().close();
  stop();
});

test('an address that makes no sense shows the run', async () => {
  const {address, stop} = await served(runs.mixed);
  for (const hash of ['cut=7,0.5,0,0', 'map=none&colour=none', 'frame=1e99&range=2,1&chains=-1', 'camera=1,2&grain=-5&cut=1.5,0,0,0', 'map=__proto__']) {
    const page = await openPage(browser, `${address}#${hash}`);
    await ready(page);
    assert.deepEqual(page.errors, [], hash);
    await page.context().close();
  }
  stop();
});

test('a picture that is lost is said, and comes back', async () => {
  const {address, stop} = await served(runs.mixed);
  const page = await openPage(browser, address);
  await ready(page);
  await page.evaluate(() => {
    window.extension = window.talus.stage.renderer.getContext().getExtension('WEBGL_lose_context');
    window.extension.loseContext();
  });
  await page.getByText('has taken the graphics memory away').waitFor();
  const before = await page.evaluate(() => window.talus.stage.pictureCount);
  await page.evaluate(() => window.extension.restoreContext());
  await page.waitForFunction((count) => window.talus.stage.pictureCount > count && !document.getElementById('message').classList.contains('shown'), before);
  assert.deepEqual(page.errors, []);
  await page.context().close();
  stop();
});

// The file of arrays of a frame, by this test alone.
function blob(head, arrays) {
  const parts = [], heads = {};
  let at = 0;
  for (const [name, [type, columns, values]] of Object.entries(arrays)) {
    const typed = new {f32: Float32Array, f64: Float64Array, i16: Int16Array, i32: Int32Array, u8: Uint8Array}[type](values);
    const bytes = Buffer.alloc(Math.ceil(typed.byteLength / 8) * 8);
    Buffer.from(typed.buffer).copy(bytes);
    heads[name] = {type, at, count: typed.length, columns};
    parts.push(bytes);
    at += bytes.length;
  }
  let text = JSON.stringify({...head, version: 1, arrays: heads});
  text = text.padEnd(Math.ceil(text.length / 8) * 8);
  return Buffer.concat([Buffer.from(`TALUSVW2${String(text.length).padStart(15, '0')}\n${text}`), ...parts]);
}

// A frame of these bodies.
const row = (id) => [0.01 * (id % 5) - 0.02, 0, 0];
function frame(number, ids, place = row, shape = () => 1) {
  const n = ids.length, fill = (k, value) => Array.from({length: k * n}, value);
  return blob({format: 'talus view frame', number, time: number * 0.006, step: number}, {
    id: ['f64', 1, ids], shape: ['i32', 1, ids.map(shape)], material: ['i32', 1, fill(1, () => 0)], group: ['i32', 1, fill(1, () => 0)],
    number: ['i32', 1, ids.map((id) => id % 1000)], freedom: ['u8', 1, fill(1, () => 0)], mass: ['f32', 1, fill(1, () => 1)],
    position: ['f32', 3, ids.flatMap(place)], orientation: ['i16', 4, ids.flatMap(() => [0, 0, 0, 32767])],
    velocity: ['f32', 3, fill(3, () => 0)], spin: ['f32', 3, fill(3, () => 0)], force: ['f32', 3, fill(3, () => 0)],
    plane_vertex: ['f32', 3, []], plane_start: ['i32', 1, [0]], plane_body: ['i32', 1, []],
  });
}

test('bodies come and go, by id', async () => {
  const {address} = await served(runs.mixed);
  const context = await browser.newContext({viewport: {width: 1280, height: 720}});
  const page = await context.newPage();
  const big = 2 ** 40;  // ids are not rows
  const frames = [[1, 2, 3], [2, 3, big + 4, big + 5], [big + 4], []];
  await page.route(/\/frame\/\d+$/, (route) => {
    const number = Number(route.request().url().split('/').pop());
    return route.fulfill({body: frame(number, frames[Math.min(number, 3)]), contentType: 'application/octet-stream'});
  });
  const none = blob({format: 'talus view contacts', number: 0}, {body: ['i32', 2, []], point: ['f32', 3, []], force: ['f32', 3, []],
                                                                branch: ['f32', 3, []], overlap: ['f32', 1, []]});
  await page.route(/\/contacts\/\d+$/, (route) => route.fulfill({body: none, contentType: 'application/octet-stream'}));
  const errors = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(address);
  await ready(page);
  const count = () => page.evaluate(() => { window.talus.stage.drawNow(); return window.talus.stage.bodies.pictureCount; });
  assert.equal(await count(), 3);
  await page.keyboard.press('ArrowRight');
  await shownFrame(page, 1);
  assert.equal(await count(), 4);
  await page.evaluate((id) => window.talus.select(id), big + 4);
  assert.match(await page.locator('#selection').textContent(), new RegExp(`id${big + 4}`));
  await page.keyboard.press('ArrowRight');
  await shownFrame(page, 2);
  assert.equal(await count(), 1);
  assert.equal(await page.evaluate(() => window.talus.stage.shading.selected_row.value), 0);
  await page.keyboard.press('ArrowRight');
  await shownFrame(page, 3);
  assert.equal(await count(), 0);
  await page.getByText(`There is no grain with the id ${big + 4} in this frame.`).waitFor();
  assert.deepEqual(errors, []);
});

test('what is left out as hidden cannot be seen', async () => {
  const {address} = await served(runs.mixed);
  const context = await browser.newContext({viewport: {width: 1280, height: 720}});
  const page = await context.newPage();
  const side = 24, ids = Array.from({length: side ** 3}, (_, i) => i), spacing = 0.004;
  const lattice = (id) => [id % side, Math.floor(id / side) % side, Math.floor(id / side ** 2)].map((k) => spacing * (k - side / 2));
  await page.goto(address);
  await ready(page);
  // Shapes of every kind that is drawn, small enough not to overlap.
  const shapes = await page.evaluate(() => {
    const {kinds, shapeMesh} = window.talus.source.model;
    return kinds.map((_, s) => s).filter((s) => shapeMesh[s] >= 0);
  });
  await page.evaluate(() => {
    const {source: {model}, stage: {bodies}} = window.talus;
    for (let s = 0; s < model.kinds.length; ++s) {
      const factor = 0.0021 / (model.shapeRadius[s] || 1);
      for (let k = 0; k < 3; ++k) model.shapeScale[3 * s + k] *= factor;
      bodies.innerRadius[s] *= factor;
      model.shapeDiameter[s] *= factor;
    }
  });
  await page.route(/\/frame\/\d+$/, (route) => route.fulfill({body: frame(1, ids, lattice, (id) => shapes[id % shapes.length])}));
  await page.evaluate(() => {
    const viewer = window.talus, {model} = viewer.source;
    for (const list of [viewer.stage.bodies.uniforms.scale_map.value.image.data]) {
      for (let s = 0; s < model.kinds.length; ++s) for (let k = 0; k < 4; ++k) list[4 * s + k] = k < 3 ? model.shapeScale[3 * s + k] : 0.5 * model.shapeDiameter[s];
    }
    viewer.stage.bodies.uniforms.scale_map.value.needsUpdate = true;
    return viewer.show(3);  // the one after the first is loaded already
  });
  // The radius that the worker puts beside every place is that of the shapes before: set to the new one.
  await page.evaluate(() => {
    const {frame, stage} = window.talus;
    for (let i = 3; i < frame.place.length; i += 4) frame.place[i] = 0.0021;
    stage.bodies.setFrame(frame);
    stage.walls.group.visible = false;
    stage.lookFrom([0.5, -1, 0.4], [-0.05, -0.05, -0.05], [0.05, 0.05, 0.05]);
  });
  const seen = async (leavesOut) => {
    const counts = await page.evaluate((on) => {
      const {stage} = window.talus;
      stage.bodies.leavesOutHidden = on;
      stage.draw = () => {};  // no other picture
      stage.drawNow('exact');
      return [stage.bodies.pictureCount, stage.bodies.drawnCount];
    }, leavesOut);
    await page.waitForTimeout(150);
    await page.evaluate(() => window.talus.stage.drawNow('exact'));
    return [counts, await raster(page)];
  };
  const [[all, drawnOfAll], whole] = await seen(false);
  const [, less] = await seen(true);
  const [[, drawn]] = await seen(true);
  assert.equal(drawnOfAll, all);
  assert.ok(drawn < 0.7 * all, `${drawn} of ${all} are drawn`);
  const {mean, largest} = difference(whole, less);
  assert.ok(mean < 0.05 && largest <= 3, `they differ by ${mean} in the mean, ${largest} at most`);
  await context.close();
});
