// The page in a real browser: an exported file, pictures, the time line, clicks, colours, saving.
import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, describe, test} from 'node:test';
import {launch, message, openPage, placeOnPage, ready, shownFrame} from './browser.mjs';
import {difference, raster, reference} from './picture.mjs';
import {exported, makeRuns, removeFolder, served, stopServers, strange} from './runs.mjs';

const last = 11;  // of the frames of the run with all kinds
let browser, runs, files;
before(async () => {
  runs = makeRuns();
  files = {mixed: exported(runs.mixed), resting: exported(runs.resting), flying: exported(runs.flying)};
  browser = await launch();
});
after(async () => {
  await browser?.close();
  stopServers();
  removeFolder();
});

const open = async (address, settings) => {
  const page = await openPage(browser, address, settings);
  await ready(page);
  return page;
};
const close = async (page) => {
  assert.deepEqual(page.errors, []);
  assert.deepEqual(page.strangers, []);
  await page.context().close();
};
const settled = (page) => page.waitForTimeout(700);

describe('exported file', () => {
  test('opens from the disk without a network', async () => {
    const page = await open(files.mixed, {offline: true});
    assert.equal(await page.locator('#name').textContent(), 'mixed');
    assert.match(await page.locator('#time').textContent(), new RegExp(`frame 1 of ${last + 1}`));
    await close(page);
  });

  test('looks as it was looked at, light and dark, solid, cut and as force chains', async () => {
    const views = {
      light: ['light', '#frame=11&colour=kind'], dark: ['dark', '#frame=11&colour=size'],
      cut: ['light', '#frame=1&colour=height&cut=1,0.5,0,0'], chains: ['dark', '#frame=11&colour=speed&grains=ghost&chains=0'],
    };
    const seen = {};
    for (const [name, [colorScheme, hash]] of Object.entries(views)) {
      const page = await open(files.mixed + hash, {colorScheme});
      await settled(page);
      seen[name] = await raster(page);
      const {mean, largest} = difference(seen[name], reference(name, seen[name]));
      // A choice: far below what another view gives, which is asserted below.
      assert.ok(mean < 1.0 && largest < 40, `${name}: differs by ${mean.toFixed(2)} in the mean, ${largest} at most`);
      await close(page);
    }
    // What the comparison must be able to see.
    assert.ok(difference(seen.light, seen.dark).mean > 20);
    assert.ok(difference(seen.light, seen.cut).mean > 1.0);
  });
});

describe('time line', () => {
  test('keys, buttons and slider step; space plays to the end', async () => {
    const page = await open(files.mixed);
    await page.keyboard.press('ArrowRight');
    await shownFrame(page, 1);
    await page.keyboard.press('End');
    await shownFrame(page, last);
    await page.keyboard.press('Home');
    await shownFrame(page, 0);
    await page.locator('#slider').fill('4');
    await shownFrame(page, 4);
    await page.getByRole('button', {name: 'One frame back'}).click();
    await shownFrame(page, 3);
    await page.evaluate(() => { window.talus.framesPerSecond = 60; });
    await page.locator('#canvas').focus();
    await page.keyboard.press('Space');
    await shownFrame(page, last);
    await page.waitForFunction(() => !window.talus.isPlaying);
    await close(page);
  });

  test('plots stand on the same time', async () => {
    const page = await open(files.mixed);
    await page.keyboard.press('p');
    await page.getByText('kinetic [J]').waitFor();
    await page.getByText('load: mean force z [N]').waitFor();
    const box = await page.locator('#plot').boundingBox();
    // 62 pixels at the left and 12 at the right are beside the plot: its middle is frame 5 of 0 to 10,
    // of which there are two at the end: that of the interval and that of the last step.
    await page.mouse.click(box.x + 62 + (box.width - 74) / 2, box.y + 80);
    await shownFrame(page, 5);
    await close(page);
  });
});

describe('grains', () => {
  test('a click shows the numbers of the grain and its contacts', async () => {
    const page = await open(files.resting + '#frame=11');
    const id = await page.evaluate(() => window.talus.frame.bodies.id.findIndex((_, row) => window.talus.frame.place[4 * row + 3] > 0));
    await page.mouse.click(...await placeOnPage(page, id));
    await page.locator('#selected-name').waitFor();
    assert.equal(await page.locator('#selected-name').textContent(), 'ball');
    await page.locator('#contact-count').waitFor();
    assert.equal(await page.locator('#contact-count').textContent(), '1 contact');
    const text = await page.locator('#selection').textContent();
    // 4/3 pi r^3 2500 kg/m3 and its weight: 0.01047 kg, 0.1027 N.
    assert.match(text, /mass0\.01047\u202fkg/);
    assert.match(text, /size0\.02\u202fm/);
    const force = Number(/floor([0-9.]+)\u202fN/.exec(text)[1]);
    assert.ok(Math.abs(force - 0.1027) < 0.002, text);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('#selected-name').count(), 0);
    // Beside it there is nothing.
    await page.mouse.click(30, 80);
    assert.equal(await page.evaluate(() => window.talus.selected), null);
    await close(page);
  });

  test('every kind is found by a click', async () => {
    const page = await open(files.mixed + '#frame=1');
    await page.evaluate(() => { window.talus.hidden = new Set(Array.from({length: 100}, (_, i) => i).filter((i) => i > 6)); window.talus.showAll = () => {}; window.talus.set({}); });
    await settled(page);
    for (const name of ['ball', 'egg', 'brick', 'stone', 'jack']) {
      const id = await page.evaluate((wanted) => {
        const {frame, source} = window.talus, group = source.model.groups.indexOf(wanted);
        return frame.bodies.id[frame.bodies.group.indexOf(group)];
      }, name);
      await page.mouse.click(...await placeOnPage(page, id));
      await page.locator('#selected-name', {hasText: name}).waitFor({timeout: 5000});
    }
    await close(page);
  });

  test('hide, isolate, show all and follow', async () => {
    const page = await open(files.mixed + '#frame=1');
    const drawn = () => page.evaluate(() => { window.talus.stage.drawNow(); return window.talus.stage.bodies.pictureCount; });
    const all = await drawn();
    await page.evaluate(() => window.talus.select(2));
    await page.locator('#hide').click();
    assert.equal(await drawn(), all - 1);
    await page.evaluate(() => window.talus.select(3));
    await page.keyboard.press('i');
    assert.equal(await drawn(), 1);
    await page.keyboard.press('a');
    assert.equal(await drawn(), all);
    await page.locator('#follow').click();
    const target = () => page.evaluate(() => window.talus.stage.controls.target.toArray());
    const place = () => page.evaluate(() => Array.from(window.talus.frame.place.slice(12, 15)));
    const [t0, p0] = [await target(), await place()];
    await page.locator('#canvas').focus();
    await page.keyboard.press('End');
    await shownFrame(page, last);
    const [t1, p1] = [await target(), await place()];
    for (let k = 0; k < 3; ++k) assert.ok(Math.abs((t1[k] - t0[k]) - (p1[k] - p0[k])) < 1e-6);
    assert.ok(Math.abs(p1[2] - p0[2]) > 1e-4, 'it falls');
    await close(page);
  });

  test('a tap works as a click', async () => {
    const page = await open(files.resting + '#frame=11', {hasTouch: true});
    const [x, y] = await placeOnPage(page, 1).catch(() => placeOnPage(page, 0));
    await page.touchscreen.tap(x, y);
    await page.locator('#selected-name', {hasText: 'ball'}).waitFor();
    await close(page);
  });

  test('all quantities colour, with a legend', async () => {
    const page = await open(files.mixed + '#frame=11');
    for (const [key, title] of [['speed', 'Speed [m/s]'], ['spin', 'Spin [rad/s]'], ['force', 'Force [N]'], ['contacts', 'Contacts'],
                                ['pressure', 'Mean stress [Pa]'], ['id', 'Id'], ['mass', 'Mass [kg]'], ['material', 'Material'], ['name', 'Name']]) {
      await page.locator('#quantity').selectOption(key);
      await page.locator('#legend .title').first().filter({hasText: title}).waitFor();
    }
    await close(page);
  });

  test('a scene without contacts has no chains and says so', async () => {
    const page = await open(files.flying);
    await page.keyboard.press('c');
    await page.waitForFunction(() => window.talus.contacts);
    assert.equal(await page.evaluate(() => window.talus.stage.chains.shownCount), 0);
    const id = await page.evaluate(() => window.talus.frame.bodies.id.findIndex((_, row) => window.talus.frame.place[4 * row + 3] > 0));
    await page.evaluate((i) => window.talus.select(i), id);
    await page.getByText('No contacts').waitFor();
    assert.equal(await page.locator('#selected-name').textContent(), strange);
    assert.equal(await page.evaluate(() => window.bad), undefined);
    await close(page);
  });
});

describe('sharing', () => {
  test('the address brings the same view back', async () => {
    const page = await open(files.mixed + '#frame=3&colour=speed');
    await page.mouse.move(400, 300);
    await page.mouse.down();
    await page.mouse.move(480, 340, {steps: 4});
    await page.mouse.up();
    await page.waitForFunction(() => location.hash.includes('camera='));
    await page.waitForTimeout(500);
    const state = (one) => one.evaluate(() => [...window.talus.stage.camera.position.toArray(), window.talus.index]);
    const again = await open(page.url());
    const [a, b] = [await state(page), await state(again)];
    a.forEach((value, k) => assert.ok(Math.abs(value - b[k]) < 1e-4 * Math.abs(value) + 1e-9, `${a} ${b}`));
    await close(again);
    await close(page);
  });

  test('saves a PNG and a WebM', async () => {
    const page = await open(files.mixed);
    const saved = async (key) => {
      const [download] = await Promise.all([page.waitForEvent('download', {timeout: 30000}), page.keyboard.press(key)]);
      return [download.suggestedFilename(), readFileSync(await download.path())];
    };
    const [png, picture] = await saved('s');
    assert.match(png, /^mixed_000001\.png$/);
    assert.equal(picture.subarray(1, 4).toString(), 'PNG');
    assert.ok(picture.length > 10000);
    await page.evaluate(() => { window.talus.framesPerSecond = 30; });
    const [webm, video] = await saved('v');
    assert.match(webm, /\.webm$/);
    assert.equal(video.readUInt32BE(0), 0x1a45dfa3);  // EBML
    assert.ok(video.length > 2000);
    await close(page);
  });

  test('fits 1280 by 720, and a telephone', async () => {
    for (const viewport of [{width: 1280, height: 720}, {width: 390, height: 800}]) {
      const page = await open(files.mixed, {viewport});
      const outside = await page.evaluate(() => [...document.querySelectorAll('button, select, input, #time')].filter((one) => {
        const box = one.getBoundingClientRect();
        return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
      }).map((one) => one.id || one.textContent));
      assert.deepEqual(outside, []);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true);
      await close(page);
    }
  });
});

describe('what is wrong is said', () => {
  test('a damaged frame costs only itself', async () => {
    const {address, stop} = await served(runs.damaged);
    const page = await openPage(browser, address + '#frame=3');
    await ready(page);
    await page.keyboard.press('ArrowRight');
    assert.match(await message(page), /^Frame 4 cannot be shown\. .*000003\.h5/);
    await page.keyboard.press('ArrowRight');
    await shownFrame(page, 4);
    await page.waitForFunction(() => !document.getElementById('message').classList.contains('shown'));
    await close(page);
    stop();
  });

  test('an empty run', async () => {
    const {address, stop} = await served(runs.empty);
    const page = await openPage(browser, address);
    assert.match(await message(page), /without a single frame|no frame yet/);
    await close(page);
    stop();
  });

  test('the end of the server', async () => {
    const {address, stop} = await served(runs.mixed);
    const page = await open(address);
    stop();
    await page.waitForTimeout(300);
    await page.keyboard.press('End');
    assert.match(await message(page), /talus view has ended/);
    await close(page);
  });

  test('no WebGL', async () => {
    const plain = await launch('--disable-gpu', '--disable-3d-apis');
    try {
      const page = await openPage(plain, files.mixed);
      assert.match(await message(page), /^This browser has no WebGL 2/);
    } finally {
      await plain.close();
    }
  });
});
