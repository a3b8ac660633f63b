// The view in the address of the page, behind the "#", so that it can be shared: camera, frame, colours, what is shown.
import {mapNames} from '../colour/maps';
import {Viewer} from '../viewer';

const digits = 6;

export function readAddress(viewer: Viewer): number {
  const given = new URLSearchParams(location.hash.slice(1));
  const numbers = (key: string) => (given.get(key) ?? '').split(',').filter((text) => text !== '').map(Number).filter(Number.isFinite);
  const camera = numbers('camera');
  if (camera.length === 6) {
    viewer.stage.camera.position.set(camera[0], camera[1], camera[2]);
    viewer.stage.controls.target.set(camera[3], camera[4], camera[5]);
    viewer.stage.controls.update();
  }
  if (given.has('colour')) void viewer.setQuantity(given.get('colour')!);
  if (mapNames.includes(given.get('map')!)) viewer.map = given.get('map')!;
  const range = numbers('range');
  if (range.length === 2 && range[0] < range[1]) {
    viewer.range = [range[0], range[1]];
    viewer.rangeIsFixed = true;
  }
  const cut = numbers('cut');
  if (cut.length === 4 && [-1, 0, 1, 2].includes(cut[0])) Object.assign(viewer, {cutAxis: cut[0], cutAt: cut[1], cutFlipped: cut[2] > 0, cutWhole: cut[3] > 0});
  const grains = given.get('grains');
  if (grains === 'ghost' || grains === 'hidden') viewer.grains = grains;
  viewer.showsWalls = given.get('walls') !== '0';
  const isPeriodic = viewer.source.model.periodic.some(Boolean);
  viewer.showsDomain = given.has('domain') ? given.get('domain') === '1' : isPeriodic;
  const chains = numbers('chains');
  if (chains.length === 1) Object.assign(viewer, {showsChains: true, chainShare: chains[0]});
  const selected = numbers('grain');
  if (selected.length === 1) viewer.selected = selected[0];
  return given.has('frame') ? (numbers('frame')[0] ?? 1) - 1 : -1;
}

export function writeAddress(viewer: Viewer) {
  const {camera, controls} = viewer.stage, parts: string[] = [];
  const put = (key: string, ...values: (number | string)[]) =>
    parts.push(`${key}=${values.map((v) => typeof v === 'number' ? Number(v.toPrecision(digits)) : encodeURIComponent(v)).join(',')}`);
  put('camera', ...camera.position.toArray(), ...controls.target.toArray());
  put('frame', viewer.index + 1);
  put('colour', viewer.quantity.key);
  if (viewer.map !== 'dusk') put('map', viewer.map);
  if (viewer.rangeIsFixed) put('range', ...viewer.range);
  if (viewer.cutAxis >= 0) put('cut', viewer.cutAxis, viewer.cutAt, Number(viewer.cutFlipped), Number(viewer.cutWhole));
  if (viewer.grains !== 'solid') put('grains', viewer.grains);
  if (!viewer.showsWalls) put('walls', 0);
  if (viewer.showsDomain !== viewer.source.model.periodic.some(Boolean)) put('domain', Number(viewer.showsDomain));
  if (viewer.showsChains) put('chains', viewer.chainShare);
  if (viewer.selected !== null) put('grain', viewer.selected);
  try {
    history.replaceState(null, '', '#' + parts.join('&'));
  } catch { /* some browsers refuse it for files; the view is then not in the address */ }
}

export function keepAddress(viewer: Viewer) {
  let timer = 0;
  const later = () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => { if (!viewer.isPlaying) writeAddress(viewer); }, 300);
  };
  viewer.stage.controls.addEventListener('change', later);
  viewer.on(['frame', 'colour', 'show', 'selection', 'play'], later);
}
