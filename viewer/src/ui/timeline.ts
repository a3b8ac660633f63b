// Play, step and speed; the slider over all frames; the time.
import {Viewer} from '../viewer';
import {byId, el, withUnit} from './dom';

const speeds = [1, 2, 5, 10, 20, 30, 60];  // frames per second

export function makeTimeline(viewer: Viewer) {
  const button = (text: string, title: string, onclick: () => void) => el('button', {title, 'aria-label': title, onclick}, text);
  const step = (by: number) => { void viewer.play(false); void viewer.show(viewer.index + by); };
  const play = button('\u25b6', 'Play (space)', () => void viewer.play(!viewer.isPlaying));
  play.id = 'play';
  const speed = el('select', {title: 'Frames per second', 'aria-label': 'Frames per second',
                              onchange: () => { viewer.framesPerSecond = Number(speed.value); }},
                   ...speeds.map((n) => el('option', {value: String(n), selected: n === viewer.framesPerSecond}, `${n}/s`)));
  const loop = el('button', {title: 'Play again from the start', 'aria-label': 'Repeat', 'aria-pressed': 'false', onclick: () => {
    viewer.loops = !viewer.loops;
    loop.setAttribute('aria-pressed', String(viewer.loops));
  }}, '\u21bb');
  const slider = el('input', {type: 'range', id: 'slider', min: '0', max: '0', step: '1', value: '0', 'aria-label': 'Frame',
                              oninput: () => { viewer.isLive = false; void viewer.play(false); void viewer.show(Number(slider.value)); }});
  const time = el('span', {id: 'time'});
  byId('timeline').append(
    el('span', {class: 'buttons'}, button('|\u25c2', 'First frame (Home)', () => step(-viewer.frameCount)), button('\u25c2', 'One frame back (\u2190)', () => step(-1)), play,
       button('\u25b8', 'One frame on (\u2192)', () => step(1)), button('\u25b8|', 'Last frame (End)', () => step(viewer.frameCount)), speed, loop),
    el('span', {class: 'slide'}, slider), time);
  const update = () => {
    const {frames} = viewer.source.state, {index} = viewer;
    slider.max = String(Math.max(0, frames.length - 1));
    slider.value = String(Math.max(0, index));
    slider.disabled = frames.length < 2;
    play.textContent = viewer.isPlaying ? '\u275a\u275a' : '\u25b6';
    play.title = viewer.isPlaying ? 'Stop (space)' : 'Play (space)';
    const head = frames[index];
    time.textContent = head ? `t = ${withUnit(head.time, 's')} \u00b7 frame ${index + 1} of ${frames.length}` : 'no frame yet';
    slider.setAttribute('aria-valuetext', time.textContent);
  };
  viewer.on(['frame', 'frames', 'play'], update);
  update();
}
