// All bodies of a frame: textures with a row per body, and for every mesh and level of detail the list of rows that are
// drawn with it. Rows are sorted into the lists by their size on the screen before each picture.
import * as three from 'three';
import {Frame, Model} from '../data/model';
import {meshFragment, meshVertex, pointFragment, pointVertex} from './shaders';

// Radii on the screen, pixels. Spheres are exact as balls up to the first; other bodies are balls below the second;
// from then on each further level of detail has its own. Chosen by looking.
const largestBall = 40, smallestMesh = 2.5;
const levelPixels = [0, 12, 48];

export interface Cut {
  normal: three.Vector3;  // world; what lies beyond is cut away
  offset: number;
  whole: boolean;  // bodies are left out as wholes
}

function dataTexture(data: any, width: number, height: number, format: any, type: any, internal: any) {
  const texture = new three.DataTexture(data, width, height, format, type);
  texture.internalFormat = internal;
  texture.minFilter = texture.magFilter = three.NearestFilter;
  texture.unpackAlignment = 1;
  texture.needsUpdate = true;
  return texture;
}

class RowList {
  rows = new Float32Array(0);
  count = 0;
  constructor(readonly mesh: three.Mesh | three.Points, readonly geometry: three.InstancedBufferGeometry | three.BufferGeometry) {}

  reserve(count: number) {
    if (this.rows.length >= count) return;
    this.rows = new Float32Array(Math.ceil(1.2 * count));
    const isInstanced = this.geometry instanceof three.InstancedBufferGeometry;
    const attribute = isInstanced ? new three.InstancedBufferAttribute(this.rows, 1) : new three.BufferAttribute(this.rows, 1);
    attribute.setUsage(three.DynamicDrawUsage);
    this.geometry.dispose();
    this.geometry.setAttribute('row', attribute);
  }

  upload() {
    this.mesh.visible = this.count > 0;
    if (this.count === 0) return;
    const attribute = this.geometry.getAttribute('row') as three.BufferAttribute;
    attribute.clearUpdateRanges();
    attribute.addUpdateRange(0, this.count);
    attribute.needsUpdate = true;
    if (this.geometry instanceof three.InstancedBufferGeometry) this.geometry.instanceCount = this.count;
    else this.geometry.setDrawRange(0, this.count);
  }
}

export class Bodies {
  readonly group = new three.Group();
  readonly uniforms: Record<string, three.IUniform>;
  visibleCount = 0;
  private balls: RowList;
  private levels: RowList[][] = [];  // of every mesh
  private meshMaterial: three.RawShaderMaterial;
  private pointMaterial: three.RawShaderMaterial;
  private frame: Frame | null = null;
  private width = 1;
  private isBall: boolean[];
  private drawn: Float32Array = new Float32Array(0);  // 4 per row: x, y, z, radius

  constructor(private model: Model, shared: Record<string, three.IUniform>) {
    this.isBall = model.kinds.map((kind) => kind === 'sphere');
    this.uniforms = {
      ...shared,
      place_map: {value: null}, value_map: {value: null}, orientation_map: {value: null}, scale_map: {value: this.scales()},
      pixels_per_radian: {value: 1},
    };
    const material = (vertexShader: string, fragmentShader: string) => new three.RawShaderMaterial({
      glslVersion: three.GLSL3, vertexShader, fragmentShader, uniforms: this.uniforms, side: three.FrontSide});
    this.meshMaterial = material(meshVertex, meshFragment);
    this.pointMaterial = material(pointVertex, pointFragment);
    const points = new three.BufferGeometry();
    this.balls = new RowList(new three.Points(points, this.pointMaterial), points);
    this.group.add(this.balls.mesh);
    for (const mesh of model.meshes) {
      this.levels.push(mesh.map((level) => {
        const geometry = new three.InstancedBufferGeometry();
        geometry.setAttribute('position', new three.BufferAttribute(level.vertex, 3));
        geometry.setAttribute('normal', new three.BufferAttribute(level.normal, 3));
        geometry.setIndex(new three.BufferAttribute(new Uint32Array(level.triangle), 1));
        const list = new RowList(new three.Mesh(geometry, this.meshMaterial), geometry);
        this.group.add(list.mesh);
        return list;
      }));
    }
    for (const child of this.group.children) {
      child.frustumCulled = false;
      child.visible = false;
    }
  }

  private scales(): three.DataTexture {
    const count = this.model.kinds.length, width = Math.min(1024, Math.max(1, count)), height = Math.max(1, Math.ceil(count / width));
    const data = new Float32Array(4 * width * height);
    for (let i = 0; i < count; ++i) data.set(this.model.shapeScale.subarray(3 * i, 3 * i + 3), 4 * i);
    return dataTexture(data, width, height, three.RGBAFormat, three.FloatType, 'RGBA32F');
  }

  setFrame(frame: Frame) {
    this.frame = frame;
    const count = Math.max(1, frame.bodies.count);
    this.width = Math.min(2048, count);
    const height = Math.ceil(count / this.width), size = this.width * height;
    const padded = <T extends Float32Array | Int16Array>(values: T, make: (n: number) => T): T => {
      if (values.length === 4 * size) return values;
      const out = make(4 * size);
      out.set(values as any);
      return out;
    };
    this.replace('place_map', padded(frame.place, (n) => new Float32Array(n)), height, three.RGBAFormat, three.FloatType, 'RGBA32F');
    this.replace('orientation_map', padded(frame.orientation, (n) => new Int16Array(n)), height, three.RGBAIntegerFormat,
                 three.ShortType, 'RGBA16I');
    this.drawn = frame.place;
  }

  // A value and the shape of every row.
  setValues(values: Float32Array) {
    const shape = this.frame!.bodies.shape, height = Math.ceil(Math.max(1, shape.length) / this.width);
    const data = new Float32Array(2 * this.width * height);
    for (let i = 0; i < shape.length; ++i) {
      data[2 * i] = values[i];
      data[2 * i + 1] = shape[i];
    }
    this.replace('value_map', data, height, three.RGFormat, three.FloatType, 'RG32F');
  }

  private replace(name: string, data: any, height: number, format: any, type: any, internal: any) {
    const known = this.uniforms[name].value as three.DataTexture | null;
    if (known && known.image.width === this.width && known.image.height === height) {
      known.image.data = data;
      known.needsUpdate = true;
      return;
    }
    known?.dispose();
    this.uniforms[name].value = dataTexture(data, this.width, height, format, type, internal);
  }

  setTranslucent(opacity: number) {
    for (const material of [this.meshMaterial, this.pointMaterial]) {
      const isSolid = opacity >= 1;
      material.transparent = !isSolid;
      material.depthWrite = isSolid;
      material.needsUpdate = true;
    }
    this.uniforms.opacity.value = opacity;
  }

  // Sorts the rows into the lists. `skips` is of the frame's rows.
  arrange(camera: three.PerspectiveCamera, pixelHeight: number, skips: Uint8Array | null, cut: Cut | null) {
    if (!this.frame) return;
    const pixels = pixelHeight / (2 * Math.tan(three.MathUtils.degToRad(camera.fov) / 2));
    this.uniforms.pixels_per_radian.value = pixels;
    this.meshMaterial.side = cut ? three.DoubleSide : three.FrontSide;
    const frustum = new three.Frustum().setFromProjectionMatrix(
      new three.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const planes = frustum.planes.map((p) => [p.normal.x, p.normal.y, p.normal.z, p.constant]);
    const e = camera.matrixWorldInverse.elements, depthX = -e[2], depthY = -e[6], depthZ = -e[10], depth0 = -e[14];
    const {shape} = this.frame.bodies, {shapeMesh, shapeScale} = this.model, count = shape.length, place = this.drawn;
    for (const list of [this.balls, ...this.levels.flat()]) list.count = 0;
    this.visibleCount = 0;
    const ballRadius = Float32Array.from(this.model.kinds, (_, s) =>
      Math.cbrt(shapeScale[3 * s] * shapeScale[3 * s + 1] * shapeScale[3 * s + 2]));
    rows: for (let i = 0; i < count; ++i) {
      const radius = place[4 * i + 3];
      if (radius === 0 || (skips && skips[i])) continue;
      const x = place[4 * i], y = place[4 * i + 1], z = place[4 * i + 2];
      for (const p of planes) if (p[0] * x + p[1] * y + p[2] * z + p[3] < -radius) continue rows;
      if (cut) {
        const beyond = cut.normal.x * x + cut.normal.y * y + cut.normal.z * z - cut.offset;
        if (cut.whole ? beyond > 0 : beyond > radius) continue;
      }
      const s = shape[i], depth = depthX * x + depthY * y + depthZ * z + depth0;
      const size = depth > radius ? ballRadius[s] * pixels / depth : Infinity;
      let list = this.balls;
      if (size > (this.isBall[s] ? largestBall : smallestMesh)) {
        const levels = this.levels[shapeMesh[s]];
        let level = levels.length - 1;
        while (level > 0 && size < levelPixels[level]) --level;
        list = levels[level];
      }
      if (list.count >= list.rows.length) {
        const before = list.rows.subarray(0, list.count);
        list.reserve(Math.max(64, 2 * list.count));
        list.rows.set(before);
      }
      list.rows[list.count++] = i;
      ++this.visibleCount;
    }
    for (const list of [this.balls, ...this.levels.flat()]) list.upload();
  }
}
