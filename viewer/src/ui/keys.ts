// The keyboard, and the list of its keys.
import {Viewer} from '../viewer';
import {byId, el} from './dom';
import {Plots} from './plots';
import {savePicture, toggleVideo} from './record';

export const views: Record<string, number[]> = {'1': [1, 0, 0], '2': [0, -1, 0], '3': [0, -1e-3, 1]};

export function bindKeys(viewer: Viewer, plots: Plots, toggleTheme: () => void) {
  const step = (by: number) => { viewer.isLive = false; void viewer.play(false); void viewer.show(viewer.index + by); };
  const keys: [string[], string, (shift: boolean) => void][] = [
    [[' '], 'play or stop', () => void viewer.play(!viewer.isPlaying)],
    [['ArrowLeft', 'ArrowRight'], 'one frame; ten with shift', () => {}],
    [['Home', 'End'], 'first and last frame', () => {}],
    [['f'], 'fit everything', () => viewer.fit()],
    [['1', '2', '3'], 'look along x, y, z', () => {}],
    [['c'], 'force chains', () => viewer.set({showsChains: !viewer.showsChains, grains: viewer.showsChains ? 'solid' : 'ghost'})],
    [['w'], 'walls', () => viewer.set({showsWalls: !viewer.showsWalls})],
    [['d'], 'domain', () => viewer.set({showsDomain: !viewer.showsDomain})],
    [['x'], 'cut across x, y, z, not at all', () => viewer.set({cutAxis: viewer.cutAxis === 2 ? -1 : viewer.cutAxis + 1})],
    [['h'], 'hide the selected grain', () => viewer.hideSelected()],
    [['i'], 'isolate it and its neighbours', () => viewer.isolateSelected()],
    [['a'], 'show all again', () => viewer.showAll()],
    [['g'], 'follow it', () => { viewer.follows = viewer.selected !== null && !viewer.follows; viewer.tell('selection'); }],
    [['p'], 'plots', () => plots.toggle()],
    [['s'], 'save the picture', () => void savePicture(viewer)],
    [['v'], 'record a video', () => void toggleVideo(viewer)],
    [['t'], 'light or dark', toggleTheme],
    [['Escape'], 'select nothing', () => void viewer.select(null)],
    [['?'], 'these keys', () => toggleHelp()],
  ];
  const names: Record<string, string> = {' ': 'space', ArrowLeft: '\u2190', ArrowRight: '\u2192', Escape: 'Esc'};
  const help = byId('keys');
  help.append(el('table', {}, ...keys.map(([own, text]) => el('tr', {},
    el('td', {style: 'padding-right:12px;white-space:nowrap'}, ...own.flatMap((key) => [el('kbd', {}, names[key] ?? key), ' '])), el('td', {}, text)))));
  const toggleHelp = () => {
    help.hidden = !help.hidden;
    byId('help').setAttribute('aria-expanded', String(!help.hidden));
  };
  byId('help').onclick = toggleHelp;
  document.addEventListener('keydown', (event) => {
    const target = event.target as HTMLElement;
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName)) return;
    if (event.key === ' ' && target.tagName === 'BUTTON') return;
    const by = event.shiftKey ? 10 : 1;
    if (event.key === 'ArrowLeft') step(-by);
    else if (event.key === 'ArrowRight') step(by);
    else if (event.key === 'Home') step(-viewer.frameCount);
    else if (event.key === 'End') step(viewer.frameCount);
    else if (event.key in views) viewer.fit(views[event.key]);
    else {
      const found = keys.find(([own]) => own.includes(event.key));
      if (!found) return;
      found[2](event.shiftKey);
    }
    event.preventDefault();
  });
}
