// Force chains: a tube per contact, from centre to centre (to the point at a wall), as thick as the force is large.
import * as three from 'three';
import {Contacts, Frame, Model} from '../data/model';
import {tubeFragment, tubeVertex} from './shaders';

const sides = 8;
const mostTubes = 150000;  // the strongest; a choice against pictures that take seconds
// Radius of the tube of the largest force, of the median radius of the bodies.
const thickest = 0.42;

export class Chains {
  readonly mesh: three.Mesh;
  shownCount = 0;
  strongest = 0;
  private geometry = new three.InstancedBufferGeometry();

  constructor(private model: Model, uniforms: Record<string, three.IUniform>) {
    const ring: number[] = [], index: number[] = [];
    for (let i = 0; i < sides; ++i) {
      const a = 2 * Math.PI * i / sides;
      ring.push(Math.cos(a), Math.sin(a), 0, Math.cos(a), Math.sin(a), 1);
      const j = 2 * i, k = 2 * ((i + 1) % sides);
      index.push(j, k, k + 1, j, k + 1, j + 1);
    }
    this.geometry.setAttribute('position', new three.Float32BufferAttribute(ring, 3));
    this.geometry.setIndex(index);
    this.mesh = new three.Mesh(this.geometry, new three.RawShaderMaterial({
      glslVersion: three.GLSL3, vertexShader: tubeVertex, fragmentShader: tubeFragment, uniforms, side: three.DoubleSide}));
    this.mesh.frustumCulled = false;
    this.mesh.visible = false;
  }

  // Contacts whose force is at least `share` of the mean.
  set(frame: Frame, contacts: Contacts, share: number, skips: Uint8Array | null) {
    const {body, force, point, branch, count} = contacts, bodies = frame.bodies.count;
    const size = new Float32Array(count);
    let sum = 0;
    for (let c = 0; c < count; ++c) sum += size[c] = Math.hypot(force[3 * c], force[3 * c + 1], force[3 * c + 2]);
    const least = share * sum / Math.max(1, count);
    const isWall = (row: number) => row >= bodies || frame.place[4 * row + 3] === 0;
    let chosen: number[] = [];
    for (let c = 0; c < count; ++c) {
      const a = body[2 * c], b = body[2 * c + 1];
      if (size[c] < least || size[c] === 0 || (isWall(a) && isWall(b))) continue;
      if (skips && ((a < bodies && skips[a]) || (b < bodies && skips[b]))) continue;
      chosen.push(c);
    }
    if (chosen.length > mostTubes) chosen = chosen.sort((a, b) => size[b] - size[a]).slice(0, mostTubes);
    const strongest = chosen.reduce((most, c) => Math.max(most, size[c]), 0);
    this.strongest = strongest;
    const radii = [...new Set(frame.bodies.shape)].map((s) => 0.5 * this.model.shapeDiameter[s]).filter((r) => r > 0).sort((a, b) => a - b);
    const radius = thickest * (radii[radii.length >> 1] ?? 1);
    const from = new Float32Array(4 * chosen.length), to = new Float32Array(4 * chosen.length);
    chosen.forEach((c, i) => {
      const a = body[2 * c], b = body[2 * c + 1];
      for (let k = 0; k < 3; ++k) {
        const p = point[3 * c + k], centreA = isWall(a) ? p : frame.place[4 * a + k];
        from[4 * i + k] = centreA;
        to[4 * i + k] = isWall(b) ? p : isWall(a) ? frame.place[4 * b + k] : centreA + branch[3 * c + k];
      }
      from[4 * i + 3] = radius * Math.sqrt(size[c] / strongest);
      to[4 * i + 3] = size[c];
    });
    this.geometry.dispose();
    this.geometry.setAttribute('from', new three.InstancedBufferAttribute(from, 4));
    this.geometry.setAttribute('to', new three.InstancedBufferAttribute(to, 4));
    this.geometry.instanceCount = chosen.length;
    this.shownCount = chosen.length;
    this.mesh.visible = chosen.length > 0;
  }
}
