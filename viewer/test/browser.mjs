// Debian's Chromium with the software renderer, without a network.
import {chromium} from 'playwright-core';
import {existsSync} from 'node:fs';

export const executable = process.env.CHROMIUM ?? ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((file) => existsSync(file));

const options = ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export const launch = (...more) => chromium.launch({executablePath: executable, args: [...options,
  ...(more.length ? more : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'])]});

// A page whose errors fail the test; `strangers` are requests beyond the page's own address.
export async function openPage(browser, address, settings = {}) {
  const context = await browser.newContext({viewport: {width: 1280, height: 720}, ...settings});
  const page = await context.newPage();
  page.errors = [];
  page.strangers = [];
  page.on('pageerror', (error) => page.errors.push(error.message));
  const own = new URL(address);
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOwn = ['blob:', 'data:'].includes(url.protocol) || (url.protocol === own.protocol && url.host === own.host);
    if (!isOwn) page.strangers.push(request.url());
  });
  await page.goto(address);
  return page;
}

export const ready = (page) => page.waitForFunction(() => window.talus?.frame && window.talus.stage.pictureCount > 0, null, {timeout: 30000});
export const message = (page) => page.waitForFunction(() => {
  const box = document.getElementById('message');
  return box.classList.contains('shown') && !box.textContent.startsWith('Loading') ? box.textContent : '';
}, null, {timeout: 20000}).then((handle) => handle.jsonValue());
export const shownFrame = (page, index) => page.waitForFunction((i) => window.talus.index === i && window.talus.frame?.number === i, index, {timeout: 15000});

// Where a body is on the page, from the camera of the page and the place of the body alone.
export const placeOnPage = (page, id) => page.evaluate((wanted) => {
  const {stage, frame} = window.talus, row = frame.bodies.rowOf(wanted), e = stage.camera.matrixWorldInverse.elements;
  const p = [0, 1, 2].map((k) => frame.place[4 * row + k]);
  const view = [0, 1, 2].map((k) => e[k] * p[0] + e[4 + k] * p[1] + e[8 + k] * p[2] + e[12 + k]);
  const tall = Math.tan(stage.camera.fov * Math.PI / 360), box = stage.canvas.getBoundingClientRect();
  const x = view[0] / (-view[2] * tall * stage.camera.aspect), y = view[1] / (-view[2] * tall);
  return [box.left + (0.5 + 0.5 * x) * box.width, box.top + (0.5 - 0.5 * y) * box.height];
}, id);
