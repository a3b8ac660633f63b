// Where the run comes from: the server that sent this page, or the page itself (talus view --export). Frames are loaded
// by a worker and kept up to a limit of memory.
import {readBlob} from './blob';
import {bodyTable, Contacts, Frame, Model, readModel} from './model';

declare const WORKER_SOURCE: string;

export interface FrameHead {
  number: number;
  step: number;
  time: number;
}

export interface RunState {
  name: string;
  over: boolean;
  running: boolean;  // else, if it is not over, it was interrupted
  measures: string[];
  frames: FrameHead[];
  model: string;  // changes when the run begins anew
}

// Of decoded frames and contacts, bytes; the least recently used go first. A choice.
const mostKeptBytes = 400e6;

interface Answer {
  buffer: ArrayBuffer;
  bounds?: number[];
  place?: Float32Array;
}

export class Source {
  readonly state: RunState = {name: '', over: false, running: false, measures: [], frames: [], model: ''};
  model!: Model;
  readonly isEmbedded: boolean;
  isReplaced = false;  // the run of this folder is another one since the model was loaded
  private worker: Worker;
  private waiting = new Map<number, {done: (answer: Answer) => void; failed: (error: Error) => void}>();
  private next = 1;
  private kept = new Map<string, Promise<any>>();
  private sizes = new Map<string, number>();

  constructor() {
    this.isEmbedded = document.getElementById('talus-run') !== null;
    this.worker = new Worker(URL.createObjectURL(new Blob([WORKER_SOURCE], {type: 'text/javascript'})));
    this.worker.onmessage = (event) => {
      const {id, error, ...answer} = event.data;
      const one = this.waiting.get(id);
      this.waiting.delete(id);
      if (error) one?.failed(new Error(error));
      else one?.done(answer);
    };
    this.worker.onerror = (event) => {
      for (const one of this.waiting.values()) one.failed(new Error(`The part of this page that loads frames has failed: ${event.message}`));
      this.waiting.clear();
    };
  }

  private ask(kind: string, path: string): Promise<Answer> {
    const id = this.next++;
    return new Promise((done, failed) => {
      this.waiting.set(id, {done, failed});
      if (!this.isEmbedded) {
        this.worker.postMessage({id, kind, url: new URL(path, location.href).href});
        return;
      }
      const text = document.getElementById('talus-' + path.replace('/', '-'))?.textContent;
      if (text) this.worker.postMessage({id, kind, text: text.trim()});
      else failed(new Error('This part of the run was not exported.'));
    });
  }

  private async text(path: string): Promise<string> {
    const {buffer} = await this.ask('text', path);
    return new TextDecoder().decode(buffer);
  }

  // Reads which frames there are; true if there are new ones.
  async update(): Promise<boolean> {
    const known = this.state.frames.length;
    const answer = this.isEmbedded ? JSON.parse(document.getElementById('talus-run')!.textContent!)
                                 : JSON.parse(await this.text(`run/${known}`));
    this.state.name = answer.name;
    this.state.over = answer.over;
    this.state.running = answer.running ?? false;
    this.state.measures = answer.measures;
    this.isReplaced = this.model !== undefined && (answer.model ?? '') !== this.state.model;
    if (this.isReplaced) return false;
    this.state.model = answer.model ?? '';
    if (this.isEmbedded && known > 0) return false;
    for (const [number, step, time] of answer.frames) this.state.frames.push({number, step, time});
    return answer.frames.length > 0;
  }

  async loadModel(): Promise<void> {
    this.model = readModel((await this.ask('model', 'model')).buffer);
  }

  series(): Promise<string> { return this.keep('series', () => this.text('series')); }
  measure(i: number): Promise<string> { return this.keep(`measure/${i}`, () => this.text(`measure/${i}`)); }
  forgetTables(): void {
    for (const key of [...this.kept.keys()]) if (key === 'series' || key.startsWith('measure/')) this.kept.delete(key);
  }

  frame(index: number): Promise<Frame> {
    const {number} = this.state.frames[index];
    return this.keep(`frame/${number}`, async () => {
      const {buffer, place, bounds} = await this.ask('frame', `frame/${number}`);
      const blob = readBlob(buffer, `Frame ${number}`, 'talus view frame');
      const get = (name: string): any => blob.array(name);
      return {
        number, time: blob.head.time, step: blob.head.step, bodies: bodyTable(blob, this.model), place: place!, bounds: bounds ?? null,
        orientation: get('orientation'), velocity: get('velocity'), spin: get('spin'), force: get('force'),
        wallVertex: blob.has('wall_vertex') ? get('wall_vertex') : null,
        planeVertex: get('plane_vertex'), planeStart: get('plane_start'), planeBody: get('plane_body'),
        bytes: buffer.byteLength + place!.byteLength,
      };
    });
  }

  contacts(index: number): Promise<Contacts> {
    const {number} = this.state.frames[index];
    return this.keep(`contacts/${number}`, async () => {
      const {buffer} = await this.ask('contacts', `contacts/${number}`);
      const blob = readBlob(buffer, `The contacts of frame ${number}`, 'talus view contacts');
      const get = (name: string): any => blob.array(name);
      const body = get('body') as Int32Array;
      return {count: body.length / 2, body, point: get('point'), force: get('force'), branch: get('branch'),
              overlap: get('overlap'), bytes: buffer.byteLength};
    });
  }

  // A load that failed is repeated at the next call.
  private keep<T>(key: string, load: () => Promise<T>): Promise<T> {
    const known = this.kept.get(key);
    if (known) {
      this.kept.delete(key);
      this.kept.set(key, known);
      return known;
    }
    const promise = load();
    this.kept.set(key, promise);
    promise.then((value: any) => {
      this.sizes.set(key, value?.bytes ?? 0);
      this.evict(key);
    }, () => this.kept.delete(key));
    return promise;
  }

  private evict(newest: string) {
    let sum = 0;
    for (const key of this.kept.keys()) sum += this.sizes.get(key) ?? 0;
    for (const key of [...this.kept.keys()]) {
      if (sum <= mostKeptBytes) return;
      if (key === newest || !this.sizes.get(key)) continue;
      sum -= this.sizes.get(key)!;
      this.kept.delete(key);
      this.sizes.delete(key);
    }
  }
}
