// What the colours mean.
import {colourMap, mapSize, paletteColour} from '../colour/maps';
import {Viewer} from '../viewer';
import {byId, el, numberText} from './dom';

const mostNames = 16;

function bar(map: string): HTMLCanvasElement {
  const canvas = el('canvas', {width: mapSize, height: 1}), context = canvas.getContext('2d')!;
  const bytes = colourMap(map), image = context.createImageData(mapSize, 1);
  for (let i = 0; i < mapSize; ++i) image.data.set([bytes[3 * i], bytes[3 * i + 1], bytes[3 * i + 2], 255], 4 * i);
  context.putImageData(image, 0, 0);
  return canvas;
}

export function makeLegend(viewer: Viewer) {
  const box = byId('legend');
  let last = '', names: [string, number][] = [], namesOf: unknown[] = [];
  const update = () => {
    if (!viewer.frame) return;
    const {quantity} = viewer, model = viewer.source.model;
    const chains = viewer.stage.chains.shownCount > 0 ? viewer.stage.chains.strongest : 0;
    // Where bodies come and go, so do names.
    if (quantity.names && (namesOf[0] !== quantity || namesOf[1] !== viewer.frame.bodies)) {
      const present = new Set(quantity.values(model, viewer.frame, viewer.contacts).filter((_, row) => viewer.frame!.place[4 * row + 3] > 0));
      names = quantity.names(model).map((name, i): [string, number] => [name, i]).filter(([, i]) => present.has(i));
      namesOf = [quantity, viewer.frame.bodies];
    }
    const state = JSON.stringify([quantity.key, viewer.range, viewer.map, chains, quantity.names ? names : null]);
    if (state === last) return;
    last = state;
    box.replaceChildren(el('div', {class: 'title'}, quantity.label + (quantity.unit ? ` [${quantity.unit}]` : '')));
    if (quantity.names) {
      box.append(el('div', {class: 'names'}, ...names.slice(0, mostNames).map(([name, i]) =>
        el('span', {}, el('i', {style: `background:${paletteColour(i)}`}), name)),
        ...(names.length > mostNames ? [el('span', {class: 'faint'}, `and ${names.length - mostNames} more`)] : [])));
    } else {
      const [from, to] = viewer.range;
      box.append(bar(viewer.map), el('div', {class: 'ends'}, el('span', {}, numberText(from)), el('span', {}, numberText((from + to) / 2)),
                                     el('span', {}, numberText(to))));
    }
    if (chains > 0) {
      box.append(el('div', {class: 'title', style: 'margin-top:6px'}, 'Contact force [N]'), bar('ember'),
                 el('div', {class: 'ends'}, el('span', {}, '0'), el('span', {}, numberText(chains / 2)), el('span', {}, numberText(chains))));
    }
  };
  viewer.on(['frame', 'colour', 'show', 'selection'], update);
}
