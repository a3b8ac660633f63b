// The picture as PNG, with legend and time, and a WebM video by the browser.
import {colourMap, mapSize, paletteColour} from '../colour/maps';
import {Viewer} from '../viewer';
import {byId, colourOf, numberText, saveFile, withUnit} from './dom';

const videoBits = 12e6;  // per second
const lastFrameMs = 1000;

function fileName(viewer: Viewer, extension: string): string {
  return `${viewer.source.state.name || 'talus'}_${String(viewer.index + 1).padStart(6, '0')}.${extension}`;
}

function drawLegend(g: CanvasRenderingContext2D, viewer: Viewer, height: number, scale: number) {
  const {quantity} = viewer, model = viewer.source.model;
  g.save();
  g.translate(16 * scale, height - 16 * scale);
  g.scale(scale, scale);
  g.font = '14px system-ui, "DejaVu Sans", sans-serif';
  g.fillStyle = colourOf('--ink');
  const title = quantity.label + (quantity.unit ? ` [${quantity.unit}]` : '');
  if (quantity.names) {
    const present = new Set(quantity.values(model, viewer.frame!, viewer.contacts).filter((_, row) => viewer.frame!.place[4 * row + 3] > 0));
    let x = 0;
    quantity.names(model).forEach((name, i) => {
      if (!present.has(i)) return;
      g.fillStyle = paletteColour(i);
      g.beginPath(); g.arc(x + 6, -6, 6, 0, 7); g.fill();
      g.fillStyle = colourOf('--ink');
      g.fillText(name, x + 18, -1);
      x += 34 + g.measureText(name).width;
    });
    g.fillText(title, 0, -22);
  } else {
    const bytes = colourMap(viewer.map);
    for (let i = 0; i < mapSize; ++i) {
      g.fillStyle = `rgb(${bytes[3 * i]},${bytes[3 * i + 1]},${bytes[3 * i + 2]})`;
      g.fillRect(i, -30, 1.5, 12);
    }
    g.fillStyle = colourOf('--ink');
    g.fillText(title, 0, -38);
    g.fillText(numberText(viewer.range[0]), 0, -2);
    g.textAlign = 'right';
    g.fillText(numberText(viewer.range[1]), mapSize, -2);
  }
  g.restore();
}

export async function savePicture(viewer: Viewer) {
  const {stage} = viewer;
  stage.drawNow('fine');  // the pixels are there until this task ends
  const source = stage.canvas, canvas = document.createElement('canvas');
  canvas.width = source.width;
  canvas.height = source.height;
  const g = canvas.getContext('2d')!, scale = stage.renderer.getPixelRatio();
  g.drawImage(source, 0, 0);
  if (viewer.frame) {
    drawLegend(g, viewer, canvas.height, scale);
    g.font = `${14 * scale}px system-ui, "DejaVu Sans", sans-serif`;
    g.textAlign = 'right';
    g.fillStyle = colourOf('--ink');
    g.fillText(`t = ${withUnit(viewer.frame.time, 's')}`, canvas.width - 16 * scale, canvas.height - 17 * scale);
  }
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (blob) saveFile(blob, fileName(viewer, 'png'));
}

let recorder: MediaRecorder | null = null;

// Records while the run plays, to the last frame or until it is stopped.
export async function toggleVideo(viewer: Viewer) {
  const button = byId('video');
  if (recorder) {
    await viewer.play(false);
    recorder.stop();
    return;
  }
  const type = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'].find((one) => window.MediaRecorder?.isTypeSupported(one));
  if (!type) {
    viewer.fail('This browser cannot record WebM videos; Chromium and Firefox can.');
    return;
  }
  const chunks: Blob[] = [];
  try {
    recorder = new MediaRecorder(viewer.stage.canvas.captureStream(60), {mimeType: type, videoBitsPerSecond: videoBits});
  } catch (error) {
    viewer.fail(`This browser cannot record the picture: ${(error as Error).message}`);
    return;
  }
  recorder.onerror = () => viewer.fail('The browser has ended the recording.');
  recorder.ondataavailable = (event) => chunks.push(event.data);
  recorder.onstop = () => {
    recorder = null;
    button.setAttribute('aria-pressed', 'false');
    saveFile(new Blob(chunks, {type: 'video/webm'}), fileName(viewer, 'webm'));
  };
  button.setAttribute('aria-pressed', 'true');
  recorder.start(500);
  viewer.stage.drawNow();
  await viewer.play(true);
  // The last frame stands for a while; a browser on a busy machine encodes nothing of a shorter video.
  viewer.stage.drawNow();
  await new Promise((done) => setTimeout(done, lastFrameMs));
  if (recorder?.state === 'recording') recorder.stop();
}
