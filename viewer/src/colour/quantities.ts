// What bodies can be coloured by. Numbers have a unit and a colour map, names a palette.
import {Contacts, Frame, Model} from '../data/model';

export interface Quantity {
  key: string;
  label: string;
  unit: string;
  names?: (model: Model) => string[];  // of values 0, 1, ...
  needsContacts?: boolean;
  values(model: Model, frame: Frame, contacts: Contacts | null): Float32Array;
}

function lengths(vectors: Float32Array): Float32Array {
  const out = new Float32Array(vectors.length / 3);
  for (let i = 0; i < out.length; ++i) out[i] = Math.hypot(vectors[3 * i], vectors[3 * i + 1], vectors[3 * i + 2]);
  return out;
}

function perShape(table: ArrayLike<number>) {
  return (_: Model, frame: Frame) => Float32Array.from(frame.bodies.shape, (s) => table[s]);
}

const kindNames = ['sphere', 'ellipsoid', 'superquadric', 'polyhedron', 'half_space', 'segment', 'mesh'];

export function coordination(frame: Frame, contacts: Contacts): Float32Array {
  const out = new Float32Array(frame.bodies.count);
  for (let i = 0; i < contacts.body.length; ++i) if (contacts.body[i] < out.length) ++out[contacts.body[i]];
  return out;
}

// A third of the trace of the mean stress of a body, positive in compression: the forces of its contacts times their
// points from its centre, over its volume.
export function pressure(model: Model, frame: Frame, contacts: Contacts): Float32Array {
  const out = new Float32Array(frame.bodies.count);
  const {body, point, force, branch} = contacts;
  for (let c = 0; c < contacts.count; ++c) {
    const a = body[2 * c], b = body[2 * c + 1];
    let onA = 0, onB = 0;
    for (let k = 0; k < 3; ++k) {
      const armA = point[3 * c + k] - (a < out.length ? frame.place[4 * a + k] : 0);
      onA += force[3 * c + k] * armA;
      onB += -force[3 * c + k] * (armA - branch[3 * c + k]);
    }
    if (a < out.length) out[a] += onA;
    if (b < out.length) out[b] += onB;
  }
  for (let i = 0; i < out.length; ++i) {
    const volume = model.shapeVolume[frame.bodies.shape[i]];
    out[i] = volume > 0 ? out[i] / (3 * volume) : 0;
  }
  return out;
}

export const quantities: Quantity[] = [
  {key: 'kind', label: 'Kind', unit: '', names: () => kindNames.map((name) => name.replace('_', '-')),
   values: (model, frame) => Float32Array.from(frame.bodies.shape, (s) => kindNames.indexOf(model.kinds[s]))},
  {key: 'name', label: 'Name', unit: '', names: (model) => model.groups, values: (_, frame) => Float32Array.from(frame.bodies.group)},
  {key: 'material', label: 'Material', unit: '', names: (model) => model.materials,
   values: (_, frame) => Float32Array.from(frame.bodies.material)},
  {key: 'size', label: 'Size', unit: 'm', values: (model, frame) => perShape(model.shapeDiameter)(model, frame)},
  {key: 'speed', label: 'Speed', unit: 'm/s', values: (_, frame) => lengths(frame.velocity)},
  {key: 'spin', label: 'Spin', unit: 'rad/s', values: (_, frame) => lengths(frame.spin)},
  {key: 'force', label: 'Force', unit: 'N', values: (_, frame) => lengths(frame.force)},
  {key: 'contacts', label: 'Contacts', unit: '', needsContacts: true, values: (_, frame, contacts) => coordination(frame, contacts!)},
  {key: 'pressure', label: 'Mean stress', unit: 'Pa', needsContacts: true,
   values: (model, frame, contacts) => pressure(model, frame, contacts!)},
  {key: 'height', label: 'Height z', unit: 'm',
   values: (model, frame) => Float32Array.from({length: frame.bodies.count}, (_, i) => frame.place[4 * i + 2] + model.origin[2])},
  {key: 'mass', label: 'Mass', unit: 'kg', values: (_, frame) => frame.bodies.mass},
  {key: 'id', label: 'Id', unit: '', values: (_, frame) => Float32Array.from(frame.bodies.id)},
];

// What is below this part of the range begins at zero.
const smallShare = 0.05;

// From the least value to that which all but one in two hundred are below: a few fast grains do not darken the others.
export function usefulRange(values: Float32Array, place: Float32Array): [number, number] {
  const most = 50000, stride = Math.max(1, Math.floor(values.length / most));
  const found: number[] = [];
  for (let i = 0; i < values.length; i += stride) if (place[4 * i + 3] > 0 && Number.isFinite(values[i])) found.push(values[i]);
  if (found.length === 0) return [0, 1];
  const sample = Float32Array.from(found).sort();
  const low = sample[0], high = sample[Math.floor(0.995 * (sample.length - 1))];
  return low > 0 && low < smallShare * high ? [0, high] : [low, high];
}
