// Columns of series.csv and of the measures over time, with the time of the frame that is shown; a click goes there.
import {paletteColour} from '../colour/maps';
import {Column, readTable} from '../data/table';
import {Viewer} from '../viewer';
import {byId, colourOf, el, numberText} from './dom';

interface Line {
  key: string;
  label: string;
  time: Float64Array;
  column: Column;
}

const margin = {left: 62, right: 12, top: 8, bottom: 22};

function ticks(from: number, to: number, wanted: number): number[] {
  const raw = (to - from) / wanted, power = 10 ** Math.floor(Math.log10(raw || 1));
  const step = [1, 2, 5, 10].map((f) => f * power).find((s) => s >= raw) ?? power;
  const out: number[] = [];
  for (let x = Math.ceil(from / step) * step; x <= to + 1e-9 * step; x += step) out.push(Math.abs(x) < 1e-9 * step ? 0 : x);
  return out;
}

export class Plots {
  private lines: Line[] = [];
  private chosen = new Set(['series/kinetic', 'series/contacts']);
  private canvas = el('canvas', {id: 'plot', 'aria-label': 'Plot of the chosen columns over time'});
  private list = el('div', {class: 'list'});
  private shownCount = -1;

  constructor(private viewer: Viewer) {
    byId('drawer').append(this.list, el('div', {class: 'plot'}, this.canvas));
    viewer.on(['frame', 'frames'], () => { if (this.isOpen) void this.update(); });
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    const seek = (event: PointerEvent) => {
      const {left, width} = this.canvas.getBoundingClientRect(), [from, to] = this.times();
      const time = from + (to - from) * (event.clientX - left - margin.left) / (width - margin.left - margin.right);
      const {frames} = viewer.source.state;
      let best = 0;
      frames.forEach((head, i) => { if (Math.abs(head.time - time) < Math.abs(frames[best].time - time)) best = i; });
      viewer.isLive = false;
      void viewer.play(false);
      void viewer.show(best);
    };
    this.canvas.addEventListener('pointerdown', (event) => { this.canvas.setPointerCapture(event.pointerId); seek(event); });
    this.canvas.addEventListener('pointermove', (event) => { if (event.buttons) seek(event); });
  }

  get isOpen() { return !byId('drawer').hidden; }

  toggle() {
    byId('drawer').hidden = this.isOpen;
    byId('plots').setAttribute('aria-pressed', String(this.isOpen));
    if (this.isOpen) void this.update();
  }

  private async load() {
    const {source} = this.viewer;
    if (this.shownCount === this.viewer.frameCount) return;
    this.shownCount = this.viewer.frameCount;
    source.forgetTables();
    // A table that cannot be read is left out; it must not fail while another one is awaited.
    const text = (one: Promise<string>) => one.catch(() => '');
    const named: [string, string, Promise<string>][] = [['series', '', text(source.series())]];
    source.state.measures.forEach((name, i) => named.push([name, `${name}: `, text(source.measure(i))]));
    this.lines = [];
    for (const [group, prefix, text] of named) {
      const table = readTable(await text);
      for (const column of table.columns) {
        this.lines.push({key: `${group}/${column.name}`, label: prefix + column.name, time: table.time, column});
      }
    }
    this.list.replaceChildren(...this.lines.map((line) => {
      const box = el('input', {type: 'checkbox', checked: this.chosen.has(line.key), onchange: () => {
        if (box.checked) this.chosen.add(line.key);
        else this.chosen.delete(line.key);
        this.draw();
      }});
      return el('label', {}, box, line.label + (line.column.unit ? ` [${line.column.unit}]` : ''));
    }));
    if (this.lines.length === 0) this.list.replaceChildren(el('p', {class: 'faint'}, 'This run wrote no series.csv.'));
  }

  private async update() {
    await this.load();
    this.draw();
  }

  private times(): [number, number] {
    const {frames} = this.viewer.source.state, shown = this.lines.filter((line) => this.chosen.has(line.key) && line.time.length > 0);
    const from = Math.min(frames[0]?.time ?? 0, ...shown.map((line) => line.time[0]));
    const to = Math.max(frames.at(-1)?.time ?? 1, ...shown.map((line) => line.time[line.time.length - 1]));
    return [from, to > from ? to : from + 1];
  }

  // Quantities of different units share the height: each unit has its own scale, the first one has the axis.
  draw() {
    if (!this.isOpen) return;
    const {canvas} = this, ratio = devicePixelRatio, width = canvas.clientWidth, height = canvas.clientHeight;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const g = canvas.getContext('2d')!;
    g.scale(ratio, ratio);
    g.font = '12px system-ui, "DejaVu Sans", sans-serif';
    const shown = this.lines.filter((line) => this.chosen.has(line.key)), [from, to] = this.times();
    const x = (t: number) => margin.left + (width - margin.left - margin.right) * (t - from) / (to - from);
    const scales = new Map<string, [number, number]>();
    for (const {column} of shown) {
      const unit = column.unit || column.name, range = scales.get(unit) ?? [0, 0];
      for (const v of column.values) if (Number.isFinite(v)) { range[0] = Math.min(range[0], v); range[1] = Math.max(range[1], v); }
      scales.set(unit, range);
    }
    const y = (unit: string, v: number) => {
      const [low, high] = scales.get(unit)!;
      return height - margin.bottom - (height - margin.top - margin.bottom) * (v - low) / (high - low || 1);
    };
    g.strokeStyle = colourOf('--line');
    g.fillStyle = colourOf('--faint');
    g.textAlign = 'center';
    for (const t of ticks(from, to, Math.max(2, width / 110))) {
      g.beginPath(); g.moveTo(x(t), margin.top); g.lineTo(x(t), height - margin.bottom); g.stroke();
      g.fillText(`${numberText(t, 3)}\u202fs`, x(t), height - 6);
    }
    const first = scales.entries().next().value;
    if (first) {
      g.textAlign = 'right';
      for (const v of ticks(first[1][0], first[1][1] || 1, 4)) {
        g.beginPath(); g.moveTo(margin.left, y(first[0], v)); g.lineTo(width - margin.right, y(first[0], v)); g.stroke();
        g.fillText(numberText(v, 3), margin.left - 6, y(first[0], v) + 4);
      }
    }
    shown.forEach((line, i) => {
      const unit = line.column.unit || line.column.name;
      g.strokeStyle = paletteColour(i + 4);
      g.lineWidth = 1.8;
      g.beginPath();
      const stride = Math.max(1, Math.floor(line.time.length / 4000));
      for (let k = 0; k < line.time.length; k += stride) g.lineTo(x(line.time[k]), y(unit, line.column.values[k]));
      g.stroke();
    });
    const now = this.viewer.source.state.frames[this.viewer.index]?.time;
    if (now !== undefined) {
      g.strokeStyle = colourOf('--accent');
      g.lineWidth = 1.5;
      g.beginPath(); g.moveTo(x(now), margin.top); g.lineTo(x(now), height - margin.bottom); g.stroke();
    }
    this.drawNames(g, shown, now, width);
  }

  // Names with the values at the time that is shown.
  private drawNames(g: CanvasRenderingContext2D, shown: Line[], now: number | undefined, width: number) {
    g.textAlign = 'left';
    let at = margin.left + 8;
    shown.forEach((line, i) => {
      let k = line.time.findIndex((t) => t >= (now ?? 0));
      if (k < 0) k = line.time.length - 1;
      const text = `${line.label} ${numberText(line.column.values[k], 3)} ${line.column.unit}`, size = g.measureText(text).width;
      if (at + size > width) return;
      g.fillStyle = colourOf('--sheet');
      g.globalAlpha = 0.8;
      g.fillRect(at - 4, margin.top, size + 22, 17);
      g.globalAlpha = 1;
      g.fillStyle = paletteColour(i + 4);
      g.fillRect(at, margin.top + 5, 10, 8);
      g.fillStyle = colourOf('--ink');
      g.fillText(text, at + 14, margin.top + 13);
      at += size + 34;
    });
  }
}
