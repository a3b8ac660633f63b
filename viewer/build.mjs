// Bundles the page into one file, dist/index.html: script, worker and style inline, nothing loaded from elsewhere.
import * as esbuild from 'esbuild';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const bundle = async (entry, define = {}) => {
  const result = await esbuild.build({
    entryPoints: [join(here, 'src', entry)],
    bundle: true, minify: true, write: false, format: 'iife', target: 'es2022', charset: 'ascii',
    legalComments: 'inline', loader: {'.css': 'text'}, define, logLevel: 'warning',
  });
  return result.outputFiles[0].text;
};

// "</script" and "<!--" would end or bend the element that the text stands in; in scripts they occur in strings only.
const inline = (text) => text.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const worker = await bundle('data/worker.ts');
const page = await bundle('main.ts', {WORKER_SOURCE: JSON.stringify(worker)});
const style = readFileSync(join(here, 'src', 'style.css'), 'utf8');
const html = readFileSync(join(here, 'src', 'index.html'), 'utf8')
  .replace('/*STYLE*/', () => style)
  .replace('/*SCRIPT*/', () => inline(page));
mkdirSync(join(here, 'dist'), {recursive: true});
writeFileSync(join(here, 'dist', 'index.html'), html);
console.log(`viewer/dist/index.html: ${(html.length / 1024).toFixed(0)} KiB`);
