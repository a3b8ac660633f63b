// The picture: renderer, camera with its controls, and which row is under a pixel. Draws on demand only.
import * as three from 'three';
import {OrbitControls} from 'three/examples/jsm/controls/OrbitControls.js';
import {Bodies, Cut} from './bodies';
import {Chains} from './chains';
import {Walls} from './walls';
import {colourMap, paletteBytes, paletteSize} from '../colour/maps';
import {Model} from '../data/model';

export class NoWebGl extends Error {}

const fieldOfView = 35;  // degrees; a choice
const fitMargin = 1.12;  // of free space around what is fitted
// A picture that stands still for this time is drawn again: with true shapes, if those while moving were coarse, and, if
// that takes less than quickMs of a software renderer, which does not smooth edges, with twice the pixels.
const stillMs = 220, quickMs = 250;
// While moving, pictures of many bodies that take longer have coarse shapes.
const smoothMs = 90, manyBodies = 5000;
const warmUp = 2;  // pictures whose times include the compilation of shaders

function mapTexture(bytes: Uint8Array): three.DataTexture {
  const rgba = new Uint8Array(4 * bytes.length / 3);
  for (let i = 0; i < bytes.length / 3; ++i) rgba.set([bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2], 255], 4 * i);
  const texture = new three.DataTexture(rgba, bytes.length / 3, 1);
  texture.needsUpdate = true;
  return texture;
}

// Software renderers pay for every sample.
function isSoftware(): boolean {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) throw new NoWebGl();
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER));
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|software/i.test(name);
}

export class Stage {
  readonly renderer: three.WebGLRenderer;
  readonly camera = new three.PerspectiveCamera(fieldOfView, 1, 0.01, 100);
  readonly controls: OrbitControls;
  readonly shading: Record<string, three.IUniform>;
  readonly chainShading: Record<string, three.IUniform>;
  bodies!: Bodies;
  walls!: Walls;
  chains!: Chains;
  cut: Cut | null = null;
  skips: Uint8Array | null = null;
  pictureCount = 0;
  pictureMs = 0;
  private scene = new three.Scene();
  private size = 1;
  private isDirty = true;
  private isWaiting = false;  // for the next picture
  private fence: WebGLSync | null = null;
  private began = 0;
  private exactMs = 0;        // of the last picture with true shapes and plain pixels
  private isCoarse = false;
  private mapKey = '';
  private software: boolean;
  private isFine = false;
  private still = 0;
  private pickTarget = new three.WebGLRenderTarget(96, 96);

  constructor(readonly canvas: HTMLCanvasElement) {
    const software = this.software = isSoftware();
    try {
      this.renderer = new three.WebGLRenderer({canvas, antialias: !software, powerPreference: 'high-performance'});
    } catch {
      throw new NoWebGl();
    }
    this.renderer.setPixelRatio(software ? 1 : Math.min(2, devicePixelRatio));
    this.renderer.localClippingEnabled = true;
    this.camera.up.set(0, 0, 1);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.draw());
    const shading = () => ({
      colour_map: {value: null as three.Texture | null}, value_range: {value: new three.Vector2(0, 1)}, palette_size: {value: 0},
      opacity: {value: 1}, selected_row: {value: -1}, cut_plane: {value: new three.Vector4()}, is_cut: {value: false},
      picking: {value: false}, cut_normal: {value: new three.Vector3()},
    });
    this.shading = shading();
    this.chainShading = shading();
    this.setMap('dusk', false);
    this.chainShading.colour_map.value = mapTexture(colourMap('ember'));
    canvas.addEventListener('webglcontextrestored', () => this.draw());
  }

  setModel(model: Model) {
    this.bodies = new Bodies(model, this.shading);
    this.walls = new Walls(model);
    this.chains = new Chains(model, this.chainShading);
    this.scene.add(this.bodies.group, this.walls.group, this.walls.domain, this.chains.mesh);
    this.setBounds(model);
    this.lookFrom([0.55, -1, 0.42], model.lower, model.upper);
  }

  setBounds(model: Model) {
    this.size = Math.hypot(...model.upper.map((x, k) => x - model.lower[k])) || 1;
    this.controls.minDistance = 1e-4 * this.size;
    this.controls.maxDistance = 20 * this.size;
    this.walls.setBounds();
  }

  setMap(name: string, isPalette: boolean) {
    const key = `${name} ${isPalette}`;
    if (key === this.mapKey) return;
    this.mapKey = key;
    this.shading.colour_map.value?.dispose();
    this.shading.colour_map.value = mapTexture(isPalette ? paletteBytes() : colourMap(name));
    this.shading.palette_size.value = isPalette ? paletteSize : 0;
  }

  setBackground(colour: string) {
    this.scene.background = new three.Color(colour);
    this.draw();
  }

  // Everything within the bounds is in the picture.
  lookFrom(direction: number[], lower: number[], upper: number[]) {
    const centre = new three.Vector3(...lower.map((x, k) => 0.5 * (x + upper[k])) as [number, number, number]);
    const towards = new three.Vector3(...direction as [number, number, number]).normalize();
    const side = new three.Vector3().crossVectors(this.camera.up, towards);
    if (side.lengthSq() < 1e-12) side.set(1, 0, 0);
    side.normalize();
    const up = new three.Vector3().crossVectors(towards, side);
    const tall = Math.tan(three.MathUtils.degToRad(this.camera.fov) / 2), wide = tall * this.camera.aspect;
    let distance = 0;
    for (let i = 0; i < 8; ++i) {
      const corner = new three.Vector3(...[0, 1, 2].map((k) => ((i >> k) & 1 ? upper[k] : lower[k])) as [number, number, number]).sub(centre);
      const near = corner.dot(towards);
      distance = Math.max(distance, near + Math.abs(corner.dot(side)) / wide, near + Math.abs(corner.dot(up)) / tall);
    }
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(towards, fitMargin * distance);
    this.controls.update();
    this.draw();
  }

  resize(width: number, height: number) {
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / Math.max(1, height);
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  // Soon, and not before the picture before is done.
  draw() {
    this.isDirty = true;
    this.wake();
  }

  private wake() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      if (!this.isDone()) this.wake();
      else if (this.isDirty) this.drawNow(this.exactMs > smoothMs && this.bodies.pictureCount > manyBodies ? 'coarse' : 'exact');
    });
  }

  // Whether the last picture is on the screen; then its time is known.
  private isDone(): boolean {
    if (!this.fence) return true;
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const state = gl.clientWaitSync(this.fence, 0, 0);
    if (state === gl.TIMEOUT_EXPIRED) return false;
    gl.deleteSync(this.fence);
    this.fence = null;
    this.pictureMs = performance.now() - this.began;
    if (!this.isCoarse && !this.isFine && this.pictureCount > warmUp) this.exactMs = this.pictureMs;
    clearTimeout(this.still);
    if (this.isCoarse) this.still = window.setTimeout(() => this.drawNow('exact'), stillMs);
    else if (this.software && !this.isFine && this.exactMs < quickMs) this.still = window.setTimeout(() => this.drawNow('fine'), stillMs);
    return true;
  }

  private prepare() {
    const {camera} = this, far = camera.position.distanceTo(this.controls.target) + 3 * this.size;
    camera.far = far;
    camera.near = Math.max(far * 2e-5, 0.02 * Math.min(this.size, camera.position.distanceTo(this.controls.target)));
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    const cut = this.cut && !this.cut.whole ? this.cut : null;
    for (const uniforms of [this.shading, this.chainShading]) {
      uniforms.is_cut.value = cut !== null;
      if (!cut) continue;
      const normal = cut.normal.clone().transformDirection(camera.matrixWorldInverse);
      const point = cut.normal.clone().multiplyScalar(cut.offset).applyMatrix4(camera.matrixWorldInverse);
      uniforms.cut_plane.value.set(normal.x, normal.y, normal.z, normal.dot(point));
    }
    this.walls.setCut(this.cut ? [new three.Plane(this.cut.normal.clone().negate(), this.cut.offset)] : []);
    this.bodies.arrange(camera, this.renderer.domElement.height, this.skips, this.cut, this.isCoarse);
  }

  private setFine(fine: boolean) {
    if (!this.software || fine === this.isFine) return;
    this.isFine = fine;
    this.renderer.setPixelRatio(fine ? 2 : 1);
  }

  drawNow(quality: 'coarse' | 'exact' | 'fine' = 'exact') {
    this.isDirty = false;
    if (!this.bodies) return;
    clearTimeout(this.still);
    this.setFine(quality === 'fine');
    this.isCoarse = quality === 'coarse';
    this.began = performance.now();
    this.prepare();
    this.renderer.render(this.scene, this.camera);
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    if (this.fence) gl.deleteSync(this.fence);
    this.fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    ++this.pictureCount;
    this.wake();
  }

  // The row under a point of the canvas, in CSS pixels; -1: none.
  rowAt(x: number, y: number): number {
    this.setFine(false);
    this.isCoarse = false;
    const {renderer, camera, pickTarget} = this, ratio = renderer.getPixelRatio();
    const width = renderer.domElement.width, height = renderer.domElement.height, size = pickTarget.width;
    camera.setViewOffset(width, height, Math.floor(x * ratio) - size / 2, Math.floor(y * ratio) - size / 2, size, size);
    this.prepare();
    const others = [this.walls.group, this.walls.domain, this.chains.mesh], shown = others.map((one) => one.visible);
    const background = this.scene.background, opacity = this.shading.opacity.value;
    others.forEach((one) => { one.visible = false; });
    this.scene.background = new three.Color(0);
    this.shading.picking.value = true;
    this.bodies.setTranslucent(1);
    renderer.setRenderTarget(pickTarget);
    renderer.setClearAlpha(0);
    renderer.clear();
    renderer.render(this.scene, camera);
    const pixel = new Uint8Array(4);
    renderer.readRenderTargetPixels(pickTarget, size / 2, size / 2 - 1, 1, 1, pixel);
    renderer.setRenderTarget(null);
    this.shading.picking.value = false;
    this.bodies.setTranslucent(opacity);
    this.scene.background = background;
    others.forEach((one, i) => { one.visible = shown[i]; });
    camera.clearViewOffset();
    this.draw();
    return pixel[0] + 256 * pixel[1] + 65536 * pixel[2] - 1;
  }
}
