// All bodies of a frame: textures with a row per body, and for every mesh and level of detail the list of rows that are
// drawn with it. Rows are sorted into the lists by their size on the screen before each picture.
import * as three from 'three';
import {Frame, Model} from '../data/model';
import {Occlusion} from './occlusion';
import {meshFragment, meshVertex, pointFragment, pointVertex} from './shaders';

// Radii on the screen, pixels. Spheres are exact as balls up to the first; other bodies are balls below the second;
// from then on each further level of detail has its own. Chosen by looking.
const largestBall = 40, smallestMesh = 2.5, largestDot = 5;
const coarseMesh = 14;  // while moving, where pictures take long: the smallest mesh
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

// Of a ball about the origin within a shape: for smooth ones the least semi-axis (within which superquadrics of
// exponents above 2 bulge), for polyhedra the distance of the nearest face; of others it is not known.
function innerRadius(model: Model, s: number): number {
  const scale = model.shapeScale.subarray(3 * s, 3 * s + 3), kind = model.kinds[s];
  if (kind === 'sphere' || kind === 'ellipsoid') return Math.min(...scale) * 0.94;  // of 320 triangles
  if ((kind !== 'polyhedron' && kind !== 'superquadric') || model.shapeMesh[s] < 0) return 0;
  const {vertex, triangle} = model.meshes[model.shapeMesh[s]][0];
  let least = Infinity;
  const a = new three.Vector3(), b = new three.Vector3(), c = new three.Vector3(), plane = new three.Plane();
  for (let t = 0; t < triangle.length; t += 3) {
    [a, b, c].forEach((corner, k) => corner.fromArray(vertex, 3 * triangle[t + k]));
    plane.setFromCoplanarPoints(a, b, c);
    if (plane.normal.lengthSq() > 0.5) least = Math.min(least, -plane.constant);
  }
  return Math.max(0, least * Math.min(...scale));
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
  leavesOutHidden = true;
  pictureCount = 0;  // bodies in the picture
  drawnCount = 0;    // of them, those that are not hidden by others
  private balls: RowList;
  private dots: RowList;
  private occlusion = new Occlusion();
  private innerRadius: Float32Array;  // of every shape: of a ball within it
  private found = new Int32Array(0);  // rows in the picture, with what follows
  private depths = new Float32Array(0);
  private levels: RowList[][] = [];  // of every mesh
  private meshMaterial: three.RawShaderMaterial;
  private ballMaterial: three.RawShaderMaterial;
  private dotMaterial: three.RawShaderMaterial;
  private frame: Frame | null = null;
  private width = 1;
  private isBall: boolean[];
  private drawn: Float32Array = new Float32Array(0);  // 4 per row: x, y, z, radius

  constructor(private model: Model, shared: Record<string, three.IUniform>) {
    this.isBall = model.kinds.map((kind) => kind === 'sphere');
    this.innerRadius = Float32Array.from(model.kinds, (_, s) => innerRadius(model, s));
    this.uniforms = {
      ...shared,
      place_map: {value: null}, value_map: {value: null}, orientation_map: {value: null}, scale_map: {value: this.scales()},
      pixels_per_radian: {value: 1},
    };
    const material = (vertexShader: string, fragmentShader: string) => new three.RawShaderMaterial({
      glslVersion: three.GLSL3, vertexShader, fragmentShader, uniforms: this.uniforms, side: three.FrontSide});
    this.meshMaterial = material(meshVertex, meshFragment);
    this.ballMaterial = material(pointVertex, pointFragment(false));
    this.dotMaterial = material(pointVertex, pointFragment(true));
    const list = (own: three.RawShaderMaterial) => {
      const points = new three.BufferGeometry(), made = new RowList(new three.Points(points, own), points);
      this.group.add(made.mesh);
      return made;
    };
    this.balls = list(this.ballMaterial);
    this.dots = list(this.dotMaterial);
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
    for (let i = 0; i < count; ++i) {
      data.set(this.model.shapeScale.subarray(3 * i, 3 * i + 3), 4 * i);
      data[4 * i + 3] = 0.5 * this.model.shapeDiameter[i];
    }
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
    if (opacity === this.uniforms.opacity.value) return;
    for (const material of [this.meshMaterial, this.ballMaterial, this.dotMaterial]) {
      const isSolid = opacity >= 1;
      material.transparent = !isSolid;
      material.depthWrite = isSolid;
      material.needsUpdate = true;
    }
    this.uniforms.opacity.value = opacity;
  }

  // The rows in the picture and their depths; how many there are.
  private findRows(camera: three.PerspectiveCamera, skips: Uint8Array | null, cut: Cut | null): number {
    const frustum = new three.Frustum().setFromProjectionMatrix(
      new three.Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse));
    const planes = frustum.planes.map((p) => [p.normal.x, p.normal.y, p.normal.z, p.constant]);
    const e = camera.matrixWorldInverse.elements, depthX = -e[2], depthY = -e[6], depthZ = -e[10], depth0 = -e[14];
    const count = this.frame!.bodies.count, place = this.drawn;
    if (this.found.length < count) {
      this.found = new Int32Array(count);
      this.depths = new Float32Array(count);
    }
    const {found, depths} = this;
    let n = 0;
    rows: for (let i = 0; i < count; ++i) {
      const radius = place[4 * i + 3];
      if (radius === 0 || (skips && skips[i])) continue;
      const x = place[4 * i], y = place[4 * i + 1], z = place[4 * i + 2];
      for (const p of planes) if (p[0] * x + p[1] * y + p[2] * z + p[3] < -radius) continue rows;
      if (cut) {
        const beyond = cut.normal.x * x + cut.normal.y * y + cut.normal.z * z - cut.offset;
        if (cut.whole ? beyond > 0 : beyond > radius) continue;
      }
      found[n] = i;
      depths[n++] = depthX * x + depthY * y + depthZ * z + depth0;
    }
    return n;
  }

  // Sorts the rows into the lists. `skips` is of the frame's rows.
  arrange(camera: three.PerspectiveCamera, pixelHeight: number, skips: Uint8Array | null, cut: Cut | null, isCoarse: boolean) {
    if (!this.frame) return;
    const pixels = pixelHeight / (2 * Math.tan(three.MathUtils.degToRad(camera.fov) / 2));
    this.uniforms.pixels_per_radian.value = pixels;
    this.meshMaterial.side = cut ? three.DoubleSide : three.FrontSide;
    const lists = [this.balls, this.dots, ...this.levels.flat()];
    for (const list of lists) list.count = 0;
    this.drawnCount = 0;
    const inPicture = this.findRows(camera, skips, cut), meshFrom = isCoarse ? coarseMesh : smallestMesh;
    const {shape} = this.frame.bodies, {shapeMesh} = this.model, place = this.drawn, {occlusion, found, depths} = this;
    const ballRadius = this.model.shapeDiameter.map((diameter) => 0.5 * diameter);
    const pixelWidth = pixelHeight * camera.aspect, hides = this.leavesOutHidden && this.uniforms.opacity.value >= 1 && !camera.view?.enabled;
    this.pictureCount = inPicture;
    occlusion.begin(pixelWidth, pixelHeight, inPicture);
    const order = occlusion.sorted(depths, inPicture), e = camera.matrixWorldInverse.elements;
    for (let k = 0; k < inPicture; ++k) {
      const i = found[order[k]], depth = depths[order[k]], radius = place[4 * i + 3], s = shape[i];
      const size = depth > radius ? ballRadius[s] * pixels / depth : Infinity;
      if (hides && depth > 2 * radius) {
        const px = place[4 * i], py = place[4 * i + 1], pz = place[4 * i + 2];
        const x = 0.5 * pixelWidth + pixels * (e[0] * px + e[4] * py + e[8] * pz + e[12]) / depth;
        const y = 0.5 * pixelHeight - pixels * (e[1] * px + e[5] * py + e[9] * pz + e[13]) / depth;
        if (occlusion.isHidden(x, y, radius * pixels / (depth - radius))) continue;
        const isWhole = !cut || cut.whole || cut.normal.x * px + cut.normal.y * py + cut.normal.z * pz - cut.offset < -radius;
        if (isWhole) occlusion.cover(x, y, (size <= meshFrom ? ballRadius[s] : this.innerRadius[s]) * pixels / depth);
      }
      let list = this.balls;
      if (size <= largestDot || (isCoarse && size <= coarseMesh)) {
        if (this.isBall[s] || size <= meshFrom) list = this.dots;
      }
      if (size > (this.isBall[s] ? largestBall : meshFrom)) {
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
      ++this.drawnCount;
    }
    for (const list of lists) list.upload();
  }
}
