// Colour maps whose lightness rises evenly, so that equal steps look equal and a grey print keeps the order. Each is a
// path of hues through OKLab, walked at constant speed. Names of things have the palette of Okabe and Ito (2008), which
// the colour-blind can tell apart.
import {oklabToSrgb, Triple} from './oklab';

export const mapSize = 256;

interface Path {
  lightness: [number, number];
  points: [number, number][];  // a and b, at equal parts of the lightness
}

const paths: Record<string, Path> = {
  dusk: {lightness: [0.27, 0.93], points: [[0.045, -0.12], [-0.015, -0.12], [-0.07, -0.055], [-0.10, 0.03], [-0.085, 0.12], [-0.02, 0.17]]},
  ember: {lightness: [0.2, 0.95], points: [[0.02, -0.07], [0.085, -0.085], [0.145, -0.005], [0.14, 0.085], [0.06, 0.14], [-0.02, 0.10]]},
  grey: {lightness: [0.22, 0.95], points: [[0, 0], [0, 0]]},
};

export const mapNames = Object.keys(paths);

function at(path: Path, t: number): Triple {
  const last = path.points.length - 1;
  const x = Math.min(last - 1e-9, Math.max(0, t * last)), k = Math.floor(x), f = x - k;
  // Catmull and Rom's curve through the points.
  const p = (i: number) => path.points[Math.min(last, Math.max(0, i))];
  const mix = (c: 0 | 1) => {
    const [p0, p1, p2, p3] = [p(k - 1)[c], p(k)[c], p(k + 1)[c], p(k + 2)[c]];
    return 0.5 * (2 * p1 + (p2 - p0) * f + (2 * p0 - 5 * p1 + 4 * p2 - p3) * f * f + (3 * p1 - p0 - 3 * p2 + p3) * f ** 3);
  };
  const [from, to] = path.lightness;
  return [from + (to - from) * t, mix(0), mix(1)];
}

// sRGB, mapSize rows of three bytes.
export function colourMap(name: string): Uint8Array {
  const path = paths[name] ?? paths.dusk;
  const bytes = new Uint8Array(3 * mapSize);
  for (let i = 0; i < mapSize; ++i) {
    oklabToSrgb(at(path, i / (mapSize - 1))).forEach((c, k) => { bytes[3 * i + k] = Math.round(255 * c); });
  }
  return bytes;
}

const palette = ['#e69f00', '#56b4e9', '#009e73', '#cc79a7', '#0072b2', '#d55e00', '#f0e442', '#8c8c8c'];

export function paletteColour(i: number): string {
  return palette[((i % palette.length) + palette.length) % palette.length];
}

export const paletteSize = palette.length;
export function paletteBytes(): Uint8Array {
  return Uint8Array.from(palette.flatMap((hex) => [1, 3, 5].map((k) => parseInt(hex.slice(k, k + 2), 16))));
}
