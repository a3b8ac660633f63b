// Loads and decodes off the main thread. Requests: {id, path} from the server, or {id, text} from the page itself.
// Answers: {id, buffer} or {id, error}; frames come with `place`, four numbers per row, which a texture needs, and with the
// bounds of what is drawn.
import {readBlob} from './blob';

interface Request {
  id: number;
  kind: 'model' | 'frame' | 'contacts' | 'text';
  url?: string;   // absolute
  text?: string;  // base64 of deflated bytes
}

let shapeRadius = new Float32Array(0);
let shapeOf = new Int32Array(0);

async function inflated(text: string): Promise<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  const stream = new Response(bytes).body!.pipeThrough(new DecompressionStream('deflate'));
  return new Response(stream).arrayBuffer();
}

async function fetched(url: string): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(url, {cache: 'no-store'});
  } catch {
    throw new Error('The server of this page does not answer: talus view has ended. What was loaded can still be seen.');
  }
  if (!response.ok) {
    const answer = await response.text();
    let message = answer;
    try {
      message = JSON.parse(answer).error;
    } catch { /* a plain sentence */ }
    throw new Error(message || `the server answers ${response.status}`);
  }
  return response.arrayBuffer();
}

// x, y, z and the radius, 0 for rows that are not drawn, which includes positions that are no numbers.
function placeOf(buffer: ArrayBuffer, what: string): Float32Array {
  const blob = readBlob(buffer, what, 'talus view frame');
  const position = blob.array('position') as Float32Array;
  const shape = blob.has('shape') ? blob.array('shape') as Int32Array : shapeOf;
  const count = position.length / 3;
  if (shape.length !== count) throw new Error(`${what} is damaged: it has ${count} bodies, the model ${shape.length}`);
  const place = new Float32Array(4 * count);
  for (let i = 0; i < count; ++i) {
    const x = position[3 * i], y = position[3 * i + 1], z = position[3 * i + 2];
    const sound = Number.isFinite(x + y + z);
    place[4 * i] = sound ? x : 0;
    place[4 * i + 1] = sound ? y : 0;
    place[4 * i + 2] = sound ? z : 0;
    place[4 * i + 3] = sound ? shapeRadius[shape[i]] ?? 0 : 0;
  }
  return place;
}

function boundsOf(place: Float32Array): number[] | null {
  const bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < place.length; i += 4) {
    const radius = place[i + 3];
    if (radius === 0) continue;
    for (let k = 0; k < 3; ++k) {
      const x = place[i + k];
      if (x - radius < bounds[k]) bounds[k] = x - radius;
      if (x + radius > bounds[3 + k]) bounds[3 + k] = x + radius;
    }
  }
  return bounds[0] <= bounds[3] ? bounds : null;
}

function remember(buffer: ArrayBuffer) {
  const blob = readBlob(buffer, 'The model of the run', 'talus view model');
  const mesh = blob.array('shape_mesh') as Int32Array;
  shapeRadius = (blob.array('shape_radius') as Float32Array).map((radius, i) => mesh[i] < 0 ? 0 : radius);
  shapeOf = (blob.array('shape') as Int32Array).slice();
}

self.onmessage = async (event: MessageEvent<Request>) => {
  const {id, kind, url, text} = event.data;
  try {
    const buffer = text !== undefined ? await inflated(text) : await fetched(url!);
    const answer: Record<string, unknown> = {id, buffer};
    const owned: Transferable[] = [buffer];
    if (kind === 'model') remember(buffer);
    if (kind === 'frame') {
      const place = placeOf(buffer, 'This frame');
      answer.place = place;
      answer.bounds = boundsOf(place);
      owned.push(place.buffer as ArrayBuffer);
    }
    (self as unknown as Worker).postMessage(answer, owned);
  } catch (error) {
    (self as unknown as Worker).postMessage({id, error: error instanceof Error ? error.message : String(error)});
  }
};
