// The selected grain: its numbers and its contacts; hide, isolate, follow.
import {bodyName, objectName} from '../data/model';
import {Viewer} from '../viewer';
import {el, numberText, withUnit} from './dom';

const mostContacts = 60;  // rows of the table

const triple = (values: ArrayLike<number>, row: number, offset: number[] = [0, 0, 0]) =>
  [0, 1, 2].map((k) => numberText(values[3 * row + k] + offset[k], 3)).join(', ');
const length = (values: ArrayLike<number>, row: number) => Math.hypot(values[3 * row], values[3 * row + 1], values[3 * row + 2]);

function facts(viewer: Viewer, row: number): [string, string][] {
  const {frame, source: {model}} = viewer, {bodies} = frame!, shape = bodies.shape[row];
  const x = [0, 1, 2].map((k) => frame!.place[4 * row + k] + model.origin[k]);
  return [
    ['id', String(bodies.id[row])], ['kind', model.kinds[shape].replace('_', '-')], ['material', model.materials[bodies.material[row]]],
    ['size', withUnit(model.shapeDiameter[shape], 'm')], ['mass', withUnit(bodies.mass[row], 'kg')],
    ['motion', ['free', 'fixed', 'prescribed'][bodies.freedom[row]] ?? ''],
    ['position', `${x.map((v) => numberText(v, 4)).join(', ')}\u202fm`],
    ['velocity', `${triple(frame!.velocity, row)}\u202fm/s`], ['speed', withUnit(length(frame!.velocity, row), 'm/s')],
    ['spin', withUnit(length(frame!.spin, row), 'rad/s')],
    ['force', `${triple(frame!.force, row)}\u202fN`],
  ];
}

export function makeSelection(viewer: Viewer) {
  const body = el('div', {id: 'selection'});
  const find = el('input', {type: 'number', min: '0', step: '1', placeholder: 'id', 'aria-label': 'Select a grain by its id',
                            onchange: () => { if (find.value !== '') void viewer.select(Number(find.value)); }});
  const act = (id: string, text: string, title: string, onclick: () => void) => el('button', {id, title, onclick}, text);
  const hide = act('hide', 'Hide', 'Hide it (h)', () => viewer.hideSelected());
  const isolate = act('isolate', 'Isolate', 'Show it and its neighbours only (i)', () => viewer.isolateSelected());
  const follow = act('follow', 'Follow', 'The camera follows it (g)', () => { viewer.follows = !viewer.follows; viewer.tell('selection'); });
  const all = act('all', 'Show all', 'Show all grains again (a)', () => viewer.showAll());
  const buttons = el('div', {class: 'row wrap tight'}, hide, isolate, follow, all);
  const update = () => {
    const {frame, contacts, selected, source: {model}} = viewer;
    if (!frame) return;
    const row = selected === null ? -1 : frame.bodies.rowOf(selected);
    for (const button of [hide, isolate, follow]) button.disabled = row < 0;
    follow.setAttribute('aria-pressed', String(viewer.follows));
    all.disabled = viewer.hidden.size === 0 && !viewer.isolated;
    if (row < 0) {
      body.replaceChildren(el('p', {class: 'faint'}, selected === null
        ? 'Click a grain to see its numbers and its contacts.' : `There is no grain with the id ${selected} in this frame.`));
      return;
    }
    const rows = facts(viewer, row).map(([name, value]) => el('tr', {}, el('th', {}, name), el('td', {}, value)));
    body.replaceChildren(el('strong', {id: 'selected-name'}, bodyName(model, frame.bodies, row)), el('table', {}, ...rows));
    if (!contacts) return;
    const found: [number, number][] = [];
    for (let c = 0; c < contacts.count; ++c) {
      const a = contacts.body[2 * c], b = contacts.body[2 * c + 1];
      if (a === row || b === row) found.push([c, a === row ? b : a]);
    }
    found.sort(([a], [b]) => length(contacts.force, b) - length(contacts.force, a));
    body.append(el('div', {style: 'margin-top:6px', id: 'contact-count'}, el('strong', {}, found.length === 0 ? 'No contacts' : `${found.length} contact${found.length > 1 ? 's' : ''}`)));
    if (found.length === 0) return;
    body.append(el('div', {class: 'scroll'}, el('table', {}, ...found.slice(0, mostContacts).map(([c, other]) => el('tr', {},
      el('td', {}, other < frame.bodies.count && frame.place[4 * other + 3] > 0
        ? el('button', {class: 'link', onclick: () => void viewer.select(frame.bodies.id[other])}, objectName(model, frame.bodies, other))
        : objectName(model, frame.bodies, other)),
      el('td', {class: 'number'}, withUnit(length(contacts.force, c), 'N')),
      el('td', {class: 'number', title: 'overlap'}, withUnit(contacts.overlap[c], 'm')))))));
  };
  viewer.on(['frame', 'selection'], update);
  return el('section', {'aria-label': 'Grain'}, el('div', {class: 'row'}, el('h2', {class: 'grow', style: 'margin:0'}, 'Grain'), find), buttons, body);
}
