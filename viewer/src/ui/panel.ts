// The panel at the side: colour, what is shown, the cutting plane, the selected grain.
import {mapNames} from '../colour/maps';
import {quantities} from '../colour/quantities';
import {Viewer} from '../viewer';
import {byId, el, numberText} from './dom';
import {makeSelection} from './selection';

const section = (title: string, ...children: Node[]) => el('section', {'aria-label': title}, el('h2', {}, title), ...children);

function colourSection(viewer: Viewer) {
  const quantity = el('select', {id: 'quantity', 'aria-label': 'Colour by', onchange: () => void viewer.setQuantity(quantity.value)},
                      ...quantities.map((one) => el('option', {value: one.key}, one.label)));
  const map = el('select', {id: 'map', 'aria-label': 'Colour map', onchange: () => viewer.setMap(map.value)},
                 ...mapNames.map((name) => el('option', {value: name}, name)));
  const fix = () => {
    const range: [number, number] = [Number(from.value), Number(to.value)];
    if (range.every(Number.isFinite) && range[0] < range[1]) viewer.setRange(range);
  };
  const bound = (title: string) => el('input', {type: 'number', step: 'any', 'aria-label': title, title, onchange: fix});
  const from = bound('Least value of the colours'), to = bound('Largest value of the colours');
  const free = el('button', {title: 'The range of this frame, and then of all that are shown', onclick: () => viewer.setRange(null)}, 'Auto');
  const range = el('div', {class: 'row'}, from, el('span', {class: 'faint'}, 'to'), to, free);
  viewer.on(['frame', 'colour'], () => {
    quantity.value = viewer.quantity.key;
    map.value = viewer.map;
    map.disabled = viewer.quantity.names !== undefined;
    range.hidden = viewer.quantity.names !== undefined;
    for (const [input, value] of [[from, viewer.range[0]], [to, viewer.range[1]]] as const) {
      if (document.activeElement !== input) input.value = value !== 0 && Math.abs(value) < 1e-4 ? value.toExponential(2) : String(Number(value.toPrecision(3)));
    }
    free.setAttribute('aria-pressed', String(!viewer.rangeIsFixed));
  });
  return section('Colour', el('div', {class: 'row'}, quantity, map), range);
}

function showSection(viewer: Viewer) {
  const check = (id: string, text: string, key: 'showsWalls' | 'showsDomain' | 'showsChains') => {
    const box = el('input', {type: 'checkbox', id, onchange: () => viewer.set({[key]: box.checked})});
    viewer.on(['show', 'frame'], () => { box.checked = viewer[key]; });
    return el('label', {}, box, text);
  };
  const grains = el('select', {id: 'grains', 'aria-label': 'Grains', onchange: () => viewer.set({grains: grains.value as any})},
                    ...[['solid', 'Grains solid'], ['ghost', 'Grains translucent'], ['hidden', 'Grains hidden']].map(([value, text]) => el('option', {value}, text)));
  const share = el('input', {type: 'range', min: '0', max: '5', step: '0.1', id: 'share', 'aria-label': 'Least force of a chain, of the mean',
                             oninput: () => viewer.set({chainShare: Number(share.value)})});
  const label = el('span', {class: 'faint'});
  const chainRow = el('div', {}, el('div', {class: 'row'}, share, label));
  viewer.on(['show', 'frame', 'selection'], () => {
    grains.value = viewer.grains;
    share.value = String(viewer.chainShare);
    chainRow.hidden = !viewer.showsChains;
    label.textContent = `\u2265 ${numberText(viewer.chainShare, 2)}\u2009\u00d7 mean`;
    label.title = `${viewer.stage.chains?.shownCount ?? 0} tubes`;
  });
  return section('Show', el('div', {class: 'row'}, grains),
                 el('div', {class: 'row'}, check('walls', 'Walls (w)', 'showsWalls'), check('domain', 'Domain (d)', 'showsDomain')),
                 el('div', {class: 'row'}, check('chains', 'Force chains (c)', 'showsChains')), chainRow);
}

function cutSection(viewer: Viewer) {
  const axis = el('select', {id: 'cut', 'aria-label': 'Cutting plane', onchange: () => viewer.set({cutAxis: Number(axis.value)})},
                  ...['No cut', 'Across x', 'Across y', 'Across z'].map((text, i) => el('option', {value: String(i - 1)}, text)));
  const flip = el('button', {title: 'Cut away the other side', onclick: () => viewer.set({cutFlipped: !viewer.cutFlipped})}, 'Flip');
  const at = el('input', {type: 'range', min: '0', max: '1', step: '0.002', id: 'cut-at', 'aria-label': 'Place of the cut',
                          oninput: () => viewer.set({cutAt: Number(at.value)})});
  const whole = el('input', {type: 'checkbox', id: 'cut-whole', onchange: () => viewer.set({cutWhole: whole.checked})});
  const label = el('span', {class: 'faint'});
  const more = el('div', {}, el('div', {class: 'row'}, at, label), el('div', {class: 'row'}, el('label', {}, whole, 'Keep grains whole')));
  viewer.on(['show', 'frame'], () => {
    const {model} = viewer.source, k = viewer.cutAxis;
    axis.value = String(k);
    at.value = String(viewer.cutAt);
    whole.checked = viewer.cutWhole;
    more.hidden = k < 0;
    flip.disabled = k < 0;
    flip.setAttribute('aria-pressed', String(viewer.cutFlipped));
    if (k >= 0) label.textContent = `${'xyz'[k]} = ${numberText(model.origin[k] + model.lower[k] + viewer.cutAt * (model.upper[k] - model.lower[k]), 3)}\u202fm`;
  });
  return section('Cut', el('div', {class: 'row'}, axis, flip), more);
}

export function makePanel(viewer: Viewer) {
  byId('side').append(colourSection(viewer), showSection(viewer), cutSection(viewer), makeSelection(viewer));
}
