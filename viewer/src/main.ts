// The page of talus view: loads the run, shows its first frame, and follows it while it is computed.
import {Source} from './data/source';
import {NoWebGl, Stage} from './scene/stage';
import {keepAddress, readAddress} from './ui/address';
import {byId, colourOf} from './ui/dom';
import {bindKeys} from './ui/keys';
import {makeLegend} from './ui/legend';
import {makePanel} from './ui/panel';
import {Plots} from './ui/plots';
import {savePicture, toggleVideo} from './ui/record';
import {makeTimeline} from './ui/timeline';
import {Viewer} from './viewer';

const pollMs = 1000;         // interval at which new frames of a run that goes on are requested
const lostContext = 'The browser has taken the graphics memory away from this page. If the picture does not come back, reload the page.';
const clickTolerance = 5;    // pixels between press and release

function say(text: string, isCalm = false) {
  const box = byId('message');
  box.textContent = text;
  box.classList.toggle('shown', text !== '');
  box.classList.toggle('calm', isCalm);
}

function bindTheme(viewer: Viewer): () => void {
  const root = document.documentElement;
  const apply = (dark: boolean) => {
    root.classList.toggle('dark', dark);
    byId('theme').textContent = dark ? 'Light' : 'Dark';
    viewer.stage.walls?.setDark(dark);
    viewer.stage.setBackground(colourOf('--ground'));
    viewer.tell('frames');  // plots take their colours anew
  };
  const system = matchMedia('(prefers-color-scheme: dark)');
  apply(system.matches);
  system.addEventListener('change', () => apply(system.matches));
  const toggle = () => apply(!root.classList.contains('dark'));
  byId('theme').onclick = toggle;
  return toggle;
}

function bindCanvas(viewer: Viewer) {
  const {stage} = viewer, canvas = stage.canvas;
  const resize = () => stage.resize(canvas.clientWidth, canvas.clientHeight);
  new ResizeObserver(resize).observe(canvas);
  resize();
  let pressed: [number, number] | null = null;
  canvas.addEventListener('pointerdown', (event) => { pressed = event.button === 0 ? [event.clientX, event.clientY] : null; });
  canvas.addEventListener('pointerup', (event) => {
    if (!pressed || Math.hypot(event.clientX - pressed[0], event.clientY - pressed[1]) > clickTolerance) return;
    const {left, top} = canvas.getBoundingClientRect(), row = stage.rowAt(event.clientX - left, event.clientY - top);
    void viewer.select(row >= 0 && viewer.frame ? viewer.frame.bodies.id[row] : null);
  });
}

// Waits for the first frame of a run that has none yet.
async function firstFrames(source: Source) {
  while (source.state.frames.length === 0) {
    say(source.state.over ? 'This run has ended without a single frame: there is nothing to show.'
                          : 'This run has no frame yet. They appear here as soon as they are written.', true);
    if (source.isEmbedded) return false;
    await new Promise((done) => setTimeout(done, pollMs));
    await source.update().catch((error) => say((error as Error).message));
  }
  return true;
}

function showProgress({isEmbedded, state}: Source) {
  const badge = byId('live');
  badge.hidden = isEmbedded || state.over;
  badge.textContent = state.running ? 'computing' : 'interrupted';
  badge.title = state.running ? 'New frames appear as they are written' : 'Nothing computes this run; talus run --resume goes on with it';
}

async function followRun(viewer: Viewer) {
  const {source} = viewer;
  let failed = '';
  while (!source.isEmbedded && !source.state.over) {
    await new Promise((done) => setTimeout(done, pollMs));
    try {
      const isNew = await source.update();
      if (source.isReplaced) return location.reload();
      if (failed && viewer.error === failed) viewer.fail('');
      failed = '';
      if (isNew) {
        viewer.tell('frames');
        if (viewer.isLive) await viewer.show(viewer.frameCount - 1);
      }
    } catch (error) {
      // A server that comes back, or a table that is being repaired, is found again.
      failed = (error as Error).message;
      if (viewer.error !== failed) viewer.fail(failed);
    }
    showProgress(source);
  }
  showProgress(source);
}

async function start() {
  let stage: Stage;
  try {
    stage = new Stage(byId('canvas'));
  } catch (error) {
    if (!(error instanceof NoWebGl)) throw error;
    say('This browser has no WebGL 2, with which the grains are drawn. Switch hardware acceleration on, or use a newer Chromium or Firefox; ' +
        'talus run writes final.png and ParaView files, too.');
    return;
  }
  const source = new Source(), viewer = new Viewer(source, stage);
  (window as any).talus = viewer;  // for tests and for the curious
  viewer.on(['error'], () => say(viewer.error));
  stage.canvas.addEventListener('webglcontextlost', () => viewer.fail(lostContext));
  stage.canvas.addEventListener('webglcontextrestored', () => { if (viewer.error === lostContext) viewer.fail(''); });
  const toggleTheme = bindTheme(viewer);
  say('Loading\u2026', true);
  await source.update();
  document.title = `${source.state.name} \u00b7 Talus`;
  byId('name').textContent = source.state.name;
  showProgress(source);
  if (!await firstFrames(source)) return;
  await source.loadModel();
  bindCanvas(viewer);
  stage.setModel(source.model);
  stage.walls.setDark(document.documentElement.classList.contains('dark'));
  makeTimeline(viewer);
  makePanel(viewer);
  makeLegend(viewer);
  const plots = new Plots(viewer);
  bindKeys(viewer, plots, toggleTheme);
  byId('fit').onclick = () => viewer.fit();
  byId('plots').onclick = () => plots.toggle();
  byId('picture').onclick = () => void savePicture(viewer);
  byId('video').onclick = () => void toggleVideo(viewer);
  byId('panel').onclick = () => byId('panel').setAttribute('aria-expanded', String(byId('side').classList.toggle('open')));
  for (const button of document.querySelectorAll<HTMLElement>('[data-from]')) {
    button.onclick = () => viewer.fit(button.dataset.from!.split(',').map((x, k, all) => Number(x) - (k === 1 && all[2] === '1' ? 1e-3 : 0)));
  }
  const wanted = readAddress(viewer);
  viewer.isLive = !source.state.over && wanted < 0;
  say('');
  await viewer.show(viewer.isLive ? viewer.frameCount - 1 : Math.max(0, wanted));
  viewer.tell('show');
  keepAddress(viewer);
  void followRun(viewer);
}

// What nobody foresaw is said, too.
addEventListener('error', (event) => { if (event.error) say(`This page has failed: ${event.message}`); });
addEventListener('unhandledrejection', (event) => say(`This page has failed: ${event.reason?.message ?? event.reason}`));
start().catch((error) => say((error as Error).message));
