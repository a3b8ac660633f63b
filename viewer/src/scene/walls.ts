// Mesh walls and half-spaces, translucent with their edges, and the domain.
import * as three from 'three';
import {Frame, Model} from '../data/model';

const edgeAngle = 20;  // degrees between facets whose edge is drawn

export class Walls {
  readonly group = new three.Group();
  readonly domain: three.LineSegments;
  private face = new three.MeshBasicMaterial({color: 0x8899aa, transparent: true, opacity: 0.13, side: three.DoubleSide, depthWrite: false});
  private edge = new three.LineBasicMaterial({color: 0x8899aa, transparent: true, opacity: 0.55});
  private shown: Float32Array | null = null;
  private walls = new three.Group();
  private planes = new three.Group();

  constructor(private model: Model) {
    this.group.add(this.walls, this.planes);
    this.domain = new three.LineSegments(new three.BufferGeometry(), new three.LineBasicMaterial({color: 0x8899aa, transparent: true, opacity: 0.6}));
    this.domain.frustumCulled = false;
  }

  // Of the model: the edges of the domain, which is periodic or holds what is drawn.
  setBounds() {
    const {model} = this;
    const lower = model.lower.map((x, k) => model.periodic[k] ? model.boxLower[k] : x);
    const upper = model.upper.map((x, k) => model.periodic[k] ? model.boxUpper[k] : x);
    const corner = (i: number) => [0, 1, 2].map((k) => (i >> k) & 1 ? upper[k] : lower[k]);
    const points: number[] = [];
    for (let i = 0; i < 8; ++i) for (let k = 0; k < 3; ++k) if (!((i >> k) & 1)) points.push(...corner(i), ...corner(i | (1 << k)));
    this.domain.geometry.dispose();
    this.domain.geometry = new three.BufferGeometry().setAttribute('position', new three.Float32BufferAttribute(points, 3));
  }

  setDark(dark: boolean) {
    const colour = dark ? 0x9fb4c8 : 0x506070;
    for (const material of [this.face, this.edge, this.domain.material as three.LineBasicMaterial]) material.color.set(colour);
  }

  setCut(planes: three.Plane[]) {
    for (const material of [this.face, this.edge]) material.clippingPlanes = planes;
  }

  private empty(group: three.Group) {
    for (const child of [...group.children]) {
      (child as three.Mesh).geometry.dispose();
      group.remove(child);
    }
  }

  private add(group: three.Group, vertex: Float32Array, index: ArrayLike<number>) {
    const geometry = new three.BufferGeometry();
    geometry.setAttribute('position', new three.BufferAttribute(vertex, 3));
    geometry.setIndex(Array.from(index));
    const edges = new three.LineSegments(new three.EdgesGeometry(geometry, edgeAngle), this.edge);
    const faces = new three.Mesh(geometry, this.face);
    faces.renderOrder = 2;
    edges.renderOrder = 3;
    group.add(faces, edges);
  }

  setFrame(frame: Frame) {
    const vertex = frame.wallVertex ?? this.model.wallVertex;
    if (vertex !== this.shown) {
      this.empty(this.walls);
      if (vertex.length > 0) this.add(this.walls, vertex, this.model.wallTriangle);
      this.shown = vertex;
    }
    this.empty(this.planes);
    for (let p = 0; p + 1 < frame.planeStart.length; ++p) {
      const from = frame.planeStart[p], to = frame.planeStart[p + 1], index: number[] = [];
      for (let k = 1; k + 1 < to - from; ++k) index.push(0, k, k + 1);
      this.add(this.planes, frame.planeVertex.slice(3 * from, 3 * to), index);
    }
  }
}
