// Pictures compared by their colours in a coarse raster: a body that is missing, of another colour or elsewhere shows,
// the smoothing of edges does not.
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const references = join(dirname(fileURLToPath(import.meta.url)), 'reference');
export const columns = 64, rows = 40;

// Mean colours of the cells of a screenshot of the canvas, 3 bytes each. The page itself decodes the PNG.
export async function raster(page) {
  const png = await page.locator('#view').screenshot();
  return page.evaluate(async ([base64, w, h]) => {
    const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], {type: 'image/png'}));
    const canvas = new OffscreenCanvas(image.width, image.height), g = canvas.getContext('2d');
    g.drawImage(image, 0, 0);
    const data = g.getImageData(0, 0, image.width, image.height).data, sums = new Float64Array(3 * w * h), counts = new Float64Array(w * h);
    for (let y = 0; y < image.height; ++y) {
      for (let x = 0; x < image.width; ++x) {
        const cell = Math.floor(y * h / image.height) * w + Math.floor(x * w / image.width);
        ++counts[cell];
        for (let k = 0; k < 3; ++k) sums[3 * cell + k] += data[4 * (y * image.width + x) + k];
      }
    }
    return Array.from(sums, (sum, i) => Math.round(sum / counts[Math.floor(i / 3)]));
  }, [png.toString('base64'), columns, rows]);
}

// Mean and largest difference of two rasters, of 255.
export function difference(a, b) {
  let sum = 0, largest = 0;
  for (let i = 0; i < a.length; ++i) {
    sum += Math.abs(a[i] - b[i]);
    largest = Math.max(largest, Math.abs(a[i] - b[i]));
  }
  return {mean: sum / a.length, largest};
}

// The raster that was looked at, or, with RENEW=1, this one from now on.
export function reference(name, own) {
  const file = join(references, name + '.txt');
  if (process.env.RENEW === '1' || !existsSync(file)) {
    if (process.env.RENEW !== '1') throw new Error(`there is no ${file}; make it with RENEW=1 and look at the page`);
    mkdirSync(references, {recursive: true});
    const lines = [];
    for (let r = 0; r < rows; ++r) lines.push(Buffer.from(own.slice(3 * columns * r, 3 * columns * (r + 1))).toString('hex'));
    writeFileSync(file, lines.join('\n') + '\n');
  }
  return [...Buffer.from(readFileSync(file, 'utf8').replace(/\s/g, ''), 'hex')];
}
