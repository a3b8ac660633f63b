// What the page knows of a run: the model, frames and contacts, in the units of the run (SI).
import {Blob, DamagedBlob, Numbers, readBlob} from './blob';

export interface MeshLevel {
  vertex: Float32Array;
  normal: Float32Array;
  triangle: Int32Array;
}

// Who the rows of a frame are. Bodies have ids that never change; rows may differ from frame to frame.
export interface BodyTable {
  count: number;
  id: Float64Array;
  shape: Int32Array;
  material: Int32Array;
  group: Int32Array;
  number: Int32Array;
  freedom: Uint8Array;
  mass: Float32Array;
  rowOf(id: number): number;  // -1: not in this frame
}

export interface Model {
  materials: string[];
  groups: string[];
  kinds: string[];  // of every shape
  walls: string[];
  origin: number[];
  lower: number[];
  upper: number[];
  hasBounds: boolean;  // else nothing was drawn when the model was made
  periodic: boolean[];
  boxLower: number[];
  boxUpper: number[];
  shapeMesh: Int32Array;
  shapeScale: Float32Array;
  shapeDiameter: Float32Array;
  shapeVolume: Float32Array;
  shapeRadius: Float32Array;
  meshes: MeshLevel[][];  // of every mesh, coarse to fine
  wallTriangle: Int32Array;
  wallFirstTriangle: Int32Array;
  wallVertex: Float32Array;
  bodies: BodyTable;
}

export interface Frame {
  number: number;
  time: number;
  step: number;
  bodies: BodyTable;
  bounds: number[] | null;    // of what is drawn: three least and three largest coordinates
  place: Float32Array;        // x, y, z relative to the model's origin and radius; 0: not drawn
  orientation: Int16Array;    // x, y, z, w times 32767
  velocity: Float32Array;
  spin: Float32Array;
  force: Float32Array;
  wallVertex: Float32Array | null;  // null: where they were at first
  planeVertex: Float32Array;
  planeStart: Int32Array;
  planeBody: Int32Array;
  bytes: number;
}

export interface Contacts {
  count: number;
  body: Int32Array;  // two rows of the frame; from its number of bodies on: walls
  point: Float32Array;
  force: Float32Array;  // on the second
  branch: Float32Array;
  overlap: Float32Array;
  bytes: number;
}

// Frames of which bodies come and go name their own; others have those of the model. Their groups are numbered as those of
// the model, at whose end new ones are added: a name keeps its colour.
export function bodyTable(blob: Blob, model?: Model): BodyTable {
  if (model && !blob.has('id')) return model.bodies;
  const id = blob.array('id') as Float64Array;
  const take = (name: string): any => {
    const values = blob.array(name) as Numbers;
    if (values.length !== id.length) throw new DamagedBlob(`"${name}" has ${values.length} rows for ${id.length} bodies`);
    return values;
  };
  let group: Int32Array = take('group');
  if (model && Array.isArray(blob.head.groups)) {
    const numbers = (blob.head.groups as string[]).map((name) => {
      const known = model.groups.indexOf(name);
      return known >= 0 ? known : model.groups.push(name) - 1;
    });
    group = group.map((own) => numbers[own]);
  }
  const identity = id.every((value, row) => value === row);
  let rows: Map<number, number> | null = null;
  return {
    count: id.length, id,
    shape: take('shape'), material: take('material'), group, number: take('number'),
    freedom: take('freedom'), mass: take('mass'),
    rowOf(wanted) {
      if (identity) return wanted >= 0 && wanted < id.length ? wanted : -1;
      rows ??= new Map(Array.from(id, (value, row) => [value, row]));
      return rows.get(wanted) ?? -1;
    },
  };
}

export function readModel(buffer: ArrayBuffer): Model {
  const blob = readBlob(buffer, 'The model of the run', 'talus view model');
  const h = blob.head;
  const meshes = (h.mesh_levels as number[]).map((levels, m) =>
    Array.from({length: levels}, (_, k) => ({
      vertex: blob.array(`mesh_${m}_${k}_vertex`) as Float32Array,
      normal: blob.array(`mesh_${m}_${k}_normal`) as Float32Array,
      triangle: blob.array(`mesh_${m}_${k}_triangle`) as Int32Array,
    })));
  return {
    materials: h.materials, groups: h.groups, kinds: h.kinds, walls: h.walls,
    origin: h.origin, lower: h.lower, upper: h.upper,
    hasBounds: h.has_bounds !== false,
    periodic: (h.periodic as number[]).map(Boolean), boxLower: h.box_lower, boxUpper: h.box_upper,
    shapeMesh: blob.array('shape_mesh') as Int32Array,
    shapeScale: blob.array('shape_scale') as Float32Array,
    shapeDiameter: blob.array('shape_diameter') as Float32Array,
    shapeVolume: blob.array('shape_volume') as Float32Array,
    shapeRadius: blob.array('shape_radius') as Float32Array,
    meshes,
    wallTriangle: blob.array('wall_triangle') as Int32Array,
    wallFirstTriangle: blob.array('wall_first_triangle') as Int32Array,
    wallVertex: blob.array('wall_vertex') as Float32Array,
    bodies: bodyTable(blob),
  };
}

export function bodyName(model: Model, bodies: BodyTable, row: number): string {
  const group = model.groups[bodies.group[row]] ?? 'body';
  return bodies.number[row] >= 0 ? `${group} ${bodies.number[row]}` : group;
}

// Of a row of a contact: behind the bodies come the walls.
export function objectName(model: Model, bodies: BodyTable, row: number): string {
  if (row < bodies.count) return bodyName(model, bodies, row);
  return model.walls[row - bodies.count] ?? 'wall';
}
