// Parts of the page without a browser, bundled for node.
import assert from 'node:assert/strict';
import {before, test} from 'node:test';
import * as esbuild from 'esbuild';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const load = async (file) => {
  const folder = mkdtempSync(join(tmpdir(), 'talus_unit_')), out = join(folder, 'module.mjs');
  await esbuild.build({entryPoints: [join(source, file)], bundle: true, format: 'esm', outfile: out, logLevel: 'error'});
  const module = await import(out);
  rmSync(folder, {recursive: true});
  return module;
};

let maps, blobs, tables, quantities;
before(async () => {
  maps = await load('colour/maps.ts');
  blobs = await load('data/blob.ts');
  tables = await load('data/table.ts');
  quantities = await load('colour/quantities.ts');
});

// CIE 1976 lightness of sRGB bytes.
const lightness = ([r, g, b]) => {
  const linear = (c) => c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4;
  const y = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
};

test('colour maps become lighter step by step, evenly', () => {
  for (const name of maps.mapNames) {
    const bytes = maps.colourMap(name), steps = [];
    for (let i = 0; i < 256; ++i) steps.push(lightness(bytes.subarray(3 * i, 3 * i + 3)));
    assert.ok(steps[255] - steps[0] > 60, `${name}: ${steps[255] - steps[0]}`);
    // Over an eighth of the map the lightness grows by an eighth, within a half of that.
    for (let i = 0; i + 32 < 256; i += 8) {
      const share = (steps[i + 32] - steps[i]) / (steps[255] - steps[0]) / (32 / 255);
      assert.ok(share > 0.5 && share < 1.5, `${name} at ${i}: ${share}`);
    }
  }
});

const blobOf = (head, data = new Uint8Array(0)) => {
  let text = JSON.stringify(head);
  text = text.padEnd(Math.ceil(text.length / 8) * 8);
  const bytes = Buffer.concat([Buffer.from(`TALUSVW2${String(text.length).padStart(15, '0')}\n${text}`), data]);
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
};

test('files of arrays are read, and damaged ones refused with a sentence', () => {
  const head = {format: 'f', version: 1, arrays: {x: {type: 'f32', at: 0, count: 2, columns: 1}}};
  const whole = blobOf(head, Buffer.from(new Float32Array([1.5, -2]).buffer));
  assert.deepEqual([...blobs.readBlob(whole, 'It', 'f').array('x')], [1.5, -2]);
  const refused = (buffer, pattern, format = 'f') => assert.throws(() => blobs.readBlob(buffer, 'Frame 7', format), pattern);
  refused(new ArrayBuffer(0), /^DamagedBlob|Error: Frame 7 is damaged: it does not begin/);
  for (let length = 0; length < whole.byteLength; ++length) refused(whole.slice(0, length), /Frame 7 is damaged/);
  refused(whole, /of the format "f" where "g" belongs/, 'g');
  refused(blobOf({...head, version: 2}), /version 2/);
  refused(blobOf({format: 'f', version: 1, arrays: {x: {type: 'f32', at: 0, count: 1e9, columns: 1}}}), /ends within "x"/);
});

test('tables leave out lines that are not whole', () => {
  const table = tables.readTable('time [s],step,kinetic [J],mean_force_z [N]\n0,0,1,2\n0.5,5,3,4\n1.0,10,5');
  assert.deepEqual([...table.time], [0, 0.5]);
  assert.deepEqual(table.columns.map(({name, unit}) => [name, unit]), [['kinetic', 'J'], ['mean force z', 'N']]);
  assert.deepEqual([...table.columns[1].values], [2, 4]);
  assert.equal(tables.readTable('').columns.length, 0);
});

// Two balls pressed together by F: each carries F r at one point, so its mean stress is F r / (3 V); and a cube of
// side 1 between two plates that press with F on opposite faces: F / 3.
test('mean stress is that of closed forms', () => {
  const model = {shapeVolume: new Float32Array([2])};
  const frame = {bodies: {count: 2, shape: new Int32Array(2)}, place: new Float32Array([0, 0, 0, 1, 2, 0, 0, 1])};
  const contacts = {count: 1, body: new Int32Array([0, 1]), point: new Float32Array([1, 0, 0]), force: new Float32Array([6, 0, 0]),
                    branch: new Float32Array([2, 0, 0]), overlap: new Float32Array(1)};
  assert.deepEqual([...quantities.pressure(model, frame, contacts)], [1, 1]);
  assert.deepEqual([...quantities.coordination(frame, contacts)], [1, 1]);
  const cube = {shapeVolume: new Float32Array([1])};
  const one = {bodies: {count: 1, shape: new Int32Array(1)}, place: new Float32Array([0, 0, 0, 1])};
  const plates = {count: 2, body: new Int32Array([0, 1, 0, 2]), point: new Float32Array([0, 0, 0.5, 0, 0, -0.5]),
                  force: new Float32Array([0, 0, 3, 0, 0, -3]), branch: new Float32Array(6), overlap: new Float32Array(2)};
  assert.deepEqual([...quantities.pressure(cube, one, plates)], [1]);
});
