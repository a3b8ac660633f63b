// The state of the page: which frame is shown, how it is coloured, what is selected or hidden. The panels call it and
// listen to its changes.
import * as three from 'three';
import {quantities, Quantity, usefulRange} from './colour/quantities';
import {Contacts, Frame} from './data/model';
import {Source} from './data/source';
import {Stage} from './scene/stage';

// Bounds grow for bodies that are beyond them by more than this part of their size. A choice.
const farBeyond = 0.25;

export type Change = 'frame' | 'frames' | 'colour' | 'selection' | 'show' | 'play' | 'error';

export class Viewer {
  index = -1;
  frame: Frame | null = null;
  contacts: Contacts | null = null;
  quantity: Quantity = quantities[0];
  map = 'dusk';
  range: [number, number] = [0, 1];
  rangeIsFixed = false;
  showsWalls = true;
  showsDomain = true;    // at first: of periodic domains only
  showsChains = false;
  chainShare = 1;        // least force of a tube, of the mean
  grains: 'solid' | 'ghost' | 'hidden' = 'solid';
  cutAxis = -1;          // -1: none
  cutAt = 0.5;           // of the bounds
  cutFlipped = false;
  cutWhole = false;
  selected: number | null = null;  // id
  follows = false;
  hidden = new Set<number>();      // ids
  isolated: Set<number> | null = null;
  isPlaying = false;
  framesPerSecond = 10;
  loops = false;
  isLive = false;        // goes to the newest frame
  error = '';
  private listeners: [Change[], () => void][] = [];
  private wanted = -1;
  private seen = new Map<string, [number, number]>();  // ranges of the frames that were shown

  constructor(readonly source: Source, readonly stage: Stage) {}

  on(changes: Change[], call: () => void) { this.listeners.push([changes, call]); }
  tell(change: Change) { for (const [changes, call] of this.listeners) if (changes.includes(change)) call(); }

  get frameCount() { return this.source.state.frames.length; }
  get needsContacts() { return this.showsChains || this.quantity.needsContacts || this.selected !== null; }

  fail(message: string) {
    this.error = message;
    this.tell('error');
  }

  // Shows a frame when it is loaded, unless another one was requested meanwhile.
  async show(index: number): Promise<void> {
    if (this.frameCount === 0) return;
    index = Math.max(0, Math.min(this.frameCount - 1, Math.round(index)));
    this.wanted = index;
    try {
      const [frame, contacts] = await Promise.all([
        this.source.frame(index), this.needsContacts ? this.source.contacts(index) : Promise.resolve(null)]);
      if (this.wanted !== index) return;
      this.adopt(index, frame, contacts);
      if (this.error) this.fail('');
      for (const next of [index + 1, index + 2]) {
        if (next < this.frameCount && (this.isPlaying || next === index + 1)) this.source.frame(next).catch(() => {});
      }
    } catch (error) {
      if (this.wanted !== index) return;
      this.index = index;
      this.tell('frame');
      this.fail(`Frame ${index + 1} cannot be shown. ${(error as Error).message}`);
    }
  }

  private adopt(index: number, frame: Frame, contacts: Contacts | null) {
    const {stage} = this, before = this.frame;
    const rowBefore = before && this.selected !== null ? before.bodies.rowOf(this.selected) : -1;
    const row = this.selected !== null ? frame.bodies.rowOf(this.selected) : -1;
    if (this.follows && row >= 0 && rowBefore >= 0) {
      const moved = new three.Vector3(...[0, 1, 2].map((k) => frame.place[4 * row + k] - before!.place[4 * rowBefore + k]) as [number, number, number]);
      stage.camera.position.add(moved);
      stage.controls.target.add(moved);
    }
    Object.assign(this, {index, frame, contacts});
    this.includeBounds(frame);
    stage.bodies.setFrame(frame);
    stage.walls.setFrame(frame);
    stage.shading.selected_row.value = row;
    this.applyColour();
    this.applyShown();
    this.tell('frame');
  }

  // Bodies that came later, or had no frame yet when the model was made, are beyond the bounds of the model.
  private includeBounds(frame: Frame) {
    const {model} = this.source, {bounds} = frame;
    if (!bounds) return;
    const isFirst = !model.hasBounds, size = Math.hypot(...model.upper.map((x, k) => x - model.lower[k]));
    const lower = isFirst ? bounds.slice(0, 3) : model.lower.map((x, k) => Math.min(x, bounds[k]));
    const upper = isFirst ? bounds.slice(3) : model.upper.map((x, k) => Math.max(x, bounds[3 + k]));
    if (!isFirst && [0, 1, 2].every((k) => model.lower[k] - lower[k] < farBeyond * size && upper[k] - model.upper[k] < farBeyond * size)) return;
    const k = this.cutAxis;  // the cut stays where it is
    if (k >= 0) this.cutAt = (model.lower[k] + this.cutAt * (model.upper[k] - model.lower[k]) - lower[k]) / (upper[k] - lower[k]);
    Object.assign(model, {lower, upper, hasBounds: true});
    this.stage.setBounds(model);
    if (isFirst) this.fit();
  }

  // What is shown next needs contacts: they are loaded if they are not there.
  private async refresh(change: Change) {
    if (this.needsContacts && !this.contacts && this.frame) {
      await this.show(this.index);
    } else if (this.frame) {
      this.applyColour();
      this.applyShown();
    }
    this.tell(change);
  }

  setQuantity(key: string): Promise<void> {
    this.quantity = quantities.find((one) => one.key === key) ?? quantities[0];
    this.rangeIsFixed = false;
    return this.refresh('colour');
  }

  setRange(range: [number, number] | null) {
    this.rangeIsFixed = range !== null;
    if (range) this.range = range;
    else this.seen.delete(this.quantity.key);
    void this.refresh('colour');
  }

  setMap(name: string) {
    this.map = name;
    void this.refresh('colour');
  }

  private applyColour() {
    const {frame, stage, quantity} = this;
    if (!frame || (quantity.needsContacts && !this.contacts)) return;
    const values = quantity.values(this.source.model, frame, this.contacts);
    stage.bodies.setValues(values);
    stage.setMap(this.map, quantity.names !== undefined);
    if (!this.rangeIsFixed && !quantity.names) {
      const own = usefulRange(values, frame.place), known = this.seen.get(quantity.key);
      // What frames had so far: the colours do not flicker from frame to frame.
      this.range = known ? [Math.min(own[0], known[0]), Math.max(own[1], known[1])] : own;
      this.seen.set(quantity.key, this.range);
    }
    stage.shading.value_range.value.set(...this.range);
  }

  set(values: Partial<Viewer>) {
    Object.assign(this, values);
    void this.refresh('show');
  }

  private applyShown() {
    const {stage, frame} = this, model = this.source.model;
    if (!frame) return;
    stage.walls.group.visible = this.showsWalls;
    stage.walls.domain.visible = this.showsDomain;
    stage.bodies.group.visible = this.grains !== 'hidden';
    stage.bodies.setTranslucent(this.grains === 'ghost' ? 0.14 : 1);
    stage.skips = null;
    if (this.hidden.size > 0 || this.isolated) {
      stage.skips = new Uint8Array(frame.bodies.count).fill(this.isolated ? 1 : 0);
      for (const id of this.isolated ?? []) {
        const row = frame.bodies.rowOf(id);
        if (row >= 0) stage.skips[row] = 0;
      }
      for (const id of this.hidden) {
        const row = frame.bodies.rowOf(id);
        if (row >= 0) stage.skips[row] = 1;
      }
    }
    stage.cut = null;
    if (this.cutAxis >= 0) {
      const normal = new three.Vector3().setComponent(this.cutAxis, this.cutFlipped ? -1 : 1);
      const at = model.lower[this.cutAxis] + this.cutAt * (model.upper[this.cutAxis] - model.lower[this.cutAxis]);
      stage.cut = {normal, offset: this.cutFlipped ? -at : at, whole: this.cutWhole};
    }
    if (this.showsChains && this.contacts) {
      stage.chains.set(frame, this.contacts, this.chainShare, stage.skips);
      stage.chainShading.value_range.value.set(0, stage.chains.strongest);
    } else {
      stage.chains.mesh.visible = false;
      stage.chains.shownCount = 0;
    }
    stage.draw();
  }

  select(id: number | null): Promise<void> {
    this.selected = id;
    if (id === null) this.follows = false;
    this.stage.shading.selected_row.value = id === null || !this.frame ? -1 : this.frame.bodies.rowOf(id);
    return this.refresh('selection');
  }

  hideSelected() {
    if (this.selected === null) return;
    this.hidden.add(this.selected);
    void this.select(null);
  }

  // The selected body and those that touch it.
  isolateSelected() {
    const {frame, contacts, selected} = this;
    if (selected === null || !frame || !contacts) return;
    const row = frame.bodies.rowOf(selected), ids = new Set([selected]);
    for (let c = 0; c < contacts.count; ++c) {
      const a = contacts.body[2 * c], b = contacts.body[2 * c + 1];
      const other = a === row ? b : b === row ? a : -1;
      if (other >= 0 && other < frame.bodies.count) ids.add(frame.bodies.id[other]);
    }
    this.isolated = ids;
    void this.refresh('selection');
  }

  showAll() {
    this.hidden.clear();
    this.isolated = null;
    void this.refresh('selection');
  }

  fit(direction?: number[]) {
    const {model} = this.source, {camera, controls} = this.stage;
    const from = direction ?? camera.position.clone().sub(controls.target).toArray();
    this.stage.lookFrom(from, model.lower, model.upper);
  }

  // A frame after the other, none left out while they load.
  async play(on: boolean): Promise<void> {
    if (on === this.isPlaying) return;
    this.isPlaying = on;
    this.tell('play');
    if (!on) return;
    if (this.index >= this.frameCount - 1) await this.show(0);
    while (this.isPlaying) {
      const start = performance.now();
      await new Promise((done) => requestAnimationFrame(done));
      if (this.index >= this.frameCount - 1 && !this.loops) break;
      await this.show(this.index >= this.frameCount - 1 ? 0 : this.index + 1);
      const rest = 1000 / this.framesPerSecond - (performance.now() - start);
      if (rest > 0) await new Promise((done) => setTimeout(done, rest));
    }
    this.isPlaying = false;
    this.tell('play');
  }
}
