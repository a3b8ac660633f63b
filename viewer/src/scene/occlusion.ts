// Which bodies are hidden by others, for pictures of millions: a raster of small cells, walked from the nearest body to
// the farthest. A body covers the cells that lie wholly within its inner ball; one whose outer ball lies in covered cells
// only cannot be seen, if it does not reach around those in front of it: bodies overlap by little. Translucent bodies hide
// nothing, nor do those that are cut.

const cellPixels = 1;
const layers = 1024;     // of depth
const margin = 0.75;    // pixels around a body that must be covered, too

export class Occlusion {
  private width = 0;
  private height = 0;
  private covered = new Uint8Array(0);
  private layer = new Uint16Array(0);
  private order = new Int32Array(0);
  private counts = new Uint32Array(layers + 1);

  begin(pixelWidth: number, pixelHeight: number, most: number) {
    this.width = Math.ceil(pixelWidth / cellPixels);
    this.height = Math.ceil(pixelHeight / cellPixels);
    if (this.covered.length !== this.width * this.height) this.covered = new Uint8Array(this.width * this.height);
    else this.covered.fill(0);
    if (this.order.length < most) {
      this.order = new Int32Array(most);
      this.layer = new Uint16Array(most);
    }
  }

  // The numbers 0 to count - 1 from the least depth to the largest.
  sorted(depth: Float32Array, count: number): Int32Array {
    let near = Infinity, far = -Infinity;
    for (let k = 0; k < count; ++k) {
      if (depth[k] < near) near = depth[k];
      if (depth[k] > far) far = depth[k];
    }
    const {counts, layer, order} = this, perLayer = (layers - 1) / Math.max(1e-30, far - near);
    counts.fill(0);
    for (let k = 0; k < count; ++k) {
      layer[k] = (depth[k] - near) * perLayer;  // rounded down
      ++counts[layer[k] + 1];
    }
    for (let b = 0; b < layers; ++b) counts[b + 1] += counts[b];
    for (let k = 0; k < count; ++k) order[counts[layer[k]]++] = k;
    return order;
  }

  // Position and radius in pixels; what reaches beyond the picture is cut.
  isHidden(x: number, y: number, radius: number): boolean {
    const {width, height, covered} = this, r = radius + margin;
    const x0 = Math.max(0, Math.floor((x - r) / cellPixels)), x1 = Math.min(width - 1, Math.floor((x + r) / cellPixels));
    const y0 = Math.max(0, Math.floor((y - r) / cellPixels)), y1 = Math.min(height - 1, Math.floor((y + r) / cellPixels));
    for (let j = y0; j <= y1; ++j) for (let i = x0 + j * width, end = x1 + j * width; i <= end; ++i) if (!covered[i]) return false;
    return true;
  }

  cover(x: number, y: number, radius: number) {
    const {width, height, covered} = this, cx = x / cellPixels - 0.5, cy = y / cellPixels - 0.5;
    const r = radius / cellPixels - Math.SQRT1_2;
    if (r <= 0) return;
    const y0 = Math.max(0, Math.ceil(cy - r)), y1 = Math.min(height - 1, Math.floor(cy + r));
    for (let j = y0; j <= y1; ++j) {
      const half = Math.sqrt(Math.max(0, r * r - (j - cy) * (j - cy)));
      const x0 = Math.max(0, Math.ceil(cx - half)), x1 = Math.min(width - 1, Math.floor(cx + half));
      for (let i = x0; i <= x1; ++i) covered[i + j * width] = 1;
    }
  }
}
