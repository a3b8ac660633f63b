// Files of arrays as talus/output/view/view_blob.h writes them: 24 bytes of mark and length, a line of JSON, arrays.

export type Numbers = Float32Array | Float64Array | Int16Array | Int32Array | Uint8Array;

interface ArrayHead {
  type: string;
  at: number;
  count: number;
  columns: number;
}

export interface Blob {
  head: Record<string, any>;
  array(name: string): Numbers;
  has(name: string): boolean;
}

const markLength = 24;
const mark = 'TALUSVW2';
const types: Record<string, any> = {
  f32: Float32Array, f64: Float64Array, i16: Int16Array, i32: Int32Array, u8: Uint8Array,
};

export class DamagedBlob extends Error {}

// Throws DamagedBlob with a sentence; `what` is named in it.
export function readBlob(buffer: ArrayBuffer, what: string, format: string): Blob {
  const fail = (why: string): never => {
    throw new DamagedBlob(`${what} is damaged: ${why}`);
  };
  const text = (from: number, to: number) => new TextDecoder().decode(new Uint8Array(buffer, from, to - from));
  if (buffer.byteLength < markLength || text(0, mark.length) !== mark) fail('it does not begin as a file of Talus');
  const headLength = Number(text(mark.length, markLength));
  if (!(headLength > 0) || markLength + headLength > buffer.byteLength) fail('it ends within its head');
  let head: Record<string, any> = {};
  try {
    head = JSON.parse(text(markLength, markLength + headLength));
  } catch {
    fail('its head cannot be read');
  }
  if (head.format !== format) fail(`it is of the format "${head.format}" where "${format}" belongs`);
  if (head.version !== 1) fail(`it is of version ${head.version}; this page reads version 1`);
  const arrays: Record<string, ArrayHead> = head.arrays ?? {};
  const start = markLength + headLength;
  for (const [name, one] of Object.entries(arrays)) {
    const type = types[one.type];
    if (!type || start + one.at + one.count * type.BYTES_PER_ELEMENT > buffer.byteLength) {
      fail(`it ends within "${name}"`);
    }
  }
  return {
    head,
    has: (name) => name in arrays,
    array(name) {
      const one = arrays[name];
      if (!one) return fail(`"${name}" is missing`);
      return new types[one.type](buffer, start + one.at, one.count);
    },
  };
}
